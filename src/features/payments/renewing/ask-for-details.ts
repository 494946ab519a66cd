import { isoTime, never } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, text } from "../../../entities/stored.ts";
import { Table } from "../../../entities/table.ts";
import { wireOf } from "../../../entities/wire.ts";
import { lockSubscription } from "../../../management/subscriptions/subscription-resource.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { nextPrice, Terms } from "../../billing/periods/terms.ts";
import { findPeriod, type Period } from "../../billing/rows/period-rows.ts";
import { leadMs } from "../../billing/rows/plan.ts";
import { before, lockPlan } from "../../billing/rows/plan-rows.ts";
import { hasDetails, isNamed } from "../../papers/parties/buyer.ts";
import { changed } from "../rows/payment.ts";
import { lockPayment, selectPayments, writePayment } from "../rows/payment-rows.ts";

/** How long before a renewal a customer has to enter billing details, and how long it has before the plan lapses. */
export const askedAheadMs = 14 * dayMs;
export const answerMs = 30 * dayMs;

const most = 100;

/**
 * Sends requests to customers whose billing details lack the country or the address, because no invoice can name them:
 * once per period, before it starts. Until they answer nothing is charged, and no period lapses within the time for the
 * answer.
 */
export async function askForDetails(db: Database, open: () => boolean): Promise<void> {
  while (open() && (await askEach(db, await findSoon(db), askAhead)) > 0);
  while (open() && (await askEach(db, await findDue(db), askForDue)) > 0);
  while (open() && (await endUntaxed(db)) > 0);
}

interface Named {
  readonly id: string;
  /** The number of the period. */
  readonly number: number;
}

/** Plans whose next period starts soon, and for which was not looked yet. */
const findSoon = (db: Queries): Promise<Named[]> =>
  db.all<Named>(sql`
    select p.subscription_id as id, p.next_number as number from billing_plan p
      join subscription s on s.id = p.subscription_id
    where ${before("p.next_at")} and p.next_at <= ${databaseClock(db)} + ${askedAheadMs - leadMs}
      and not ${hasDetails(sql`s.owner_id`)} and not exists (
        select 1 from payment_asked a where a.subscription_id = p.subscription_id and a.number >= p.next_number)
    order by p.next_at limit ${most}`);

/** Periods that are due without such a request, or would lapse before it can be answered. */
const findDue = (db: Queries): Promise<Named[]> =>
  db.all<Named>(sql`
    select b.subscription_id as id, b.number from billing_period b
      join subscription s on s.id = b.subscription_id
      left join payment_asked a on a.subscription_id = b.subscription_id
    where b.state = 'due' and b.price_minor > 0 and not ${hasDetails(sql`s.owner_id`)}
      and (a.number is null or a.number < b.number
        or (a.number = b.number and (a.asked_at = 0 or b.lapses_at < a.asked_at + ${answerMs})))
    order by b.starts_at limit ${most}`);

async function askEach(
  db: Database,
  all: readonly Named[],
  ask: (tx: Queries, named: Named, now: number) => Promise<boolean>,
): Promise<number> {
  let asked = 0;
  for (const named of all) {
    const isNew = await db.transaction(
      async (tx) => {
        const held = await lockSubscription(tx, named.id);
        if (!held || (await isNamed(tx, held.ownerId))) return false;
        return ask(tx, named, await readClock(tx));
      },
      { repeatable: true },
    );
    if (isNew) asked++;
  }
  return asked;
}

async function askAhead(tx: Queries, { id, number }: Named, now: number): Promise<boolean> {
  const plan = await lockPlan(tx, id);
  if (plan?.nextNumber !== number) return false;
  const offer = await new Terms(tx).offerOf(plan);
  const minor = nextPrice(plan, offer);
  const { product_id: productId, currency } = offer;
  const asked = { productId, startsAt: plan.nextStartsAt, priceMinor: minor, currency };
  return note(tx, { id, number }, minor === 0 ? undefined : asked, now);
}

async function askForDue(tx: Queries, { id, number }: Named, now: number): Promise<boolean> {
  if (!(await lockPlan(tx, id))) return false;
  const period = await findPeriod(tx, id, number);
  if (period?.state !== "due") return false;
  const { productId, startsAt, priceMinor, currency } = period;
  const isNew = await note(tx, { id, number }, { productId, startsAt, priceMinor, currency }, now);
  const until = sql`(select asked_at + ${answerMs} from payment_asked where subscription_id = ${id})`;
  const later = await tx.run(sql`
    update billing_period set lapses_at = ${until}
    where subscription_id = ${id} and number = ${number} and lapses_at < ${never} and lapses_at < ${until}`);
  return isNew || later > 0;
}

const requests = new Table({
  name: "payment_asked",
  as: "a",
  key: ["subscriptionId"],
  members: { subscriptionId: text, number: integer, askedAt: integer },
});

type Asked = Pick<Period, "productId" | "startsAt" | "priceMinor" | "currency">;

/**
 * Notes a request, and sends it; without one notes that none was needed. False if it was sent before. The subscription
 * must be locked.
 */
async function note(
  tx: Queries,
  { id, number }: Named,
  asked: Asked | undefined,
  now: number,
): Promise<boolean> {
  const at = asked ? now : 0;
  const before = await requests.find(tx, id);
  if (before && (before.number > number || (before.number === number && before.askedAt > 0))) return false;
  await requests.put(tx, [{ subscriptionId: id, number, askedAt: at }]);
  if (asked)
    await writeEvent(tx, now, {
      type: "billing_details.missing",
      owner: { subscriptionId: id },
      data: {
        subscription_id: id,
        number,
        ...wireOf(asked),
        starts_at: isoTime(asked.startsAt),
        kept_until: isoTime(Math.max(asked.startsAt, now + answerMs)),
      },
    });
  return true;
}

/**
 * Ends payments that were requested before the details were needed, and that no one has begun to pay: the tax is not
 * known. They are requested again when it is. Resolves to how many were ended.
 */
async function endUntaxed(db: Database): Promise<number> {
  const found = await selectPayments(
    db,
    sql`where ${untouched} and not ${hasDetails(sql`y.account_id`)} order by created_at limit ${most}`,
  );
  let ended = 0;
  for (const { id, subscriptionId } of found) {
    const isEnded = await db.transaction(
      async (tx) => {
        await lockSubscription(tx, subscriptionId);
        await lockPlan(tx, subscriptionId);
        const payment = await lockPayment(tx, id);
        if (
          !payment ||
          !(await tx.get(sql`select 1 as found from payment y where id = ${id} and ${untouched}`))
        )
          return false;
        if (await isNamed(tx, payment.accountId)) return false;
        const end = { state: "cancelled", failure: "no_details", nextAt: never } as const;
        await writePayment(tx, changed(payment, await readClock(tx), end));
        return true;
      },
      { repeatable: true },
    );
    if (isEnded) ended++;
  }
  return ended;
}

/** A condition: it is open and of a period, and no provider, transfer or invoice has it. */
const untouched = sql`y.kind = 'renewal' and y.paper_id is null and y.received_minor = 0 and (
  (y.state = 'requested' and y.provider_ref is null)
  or (y.state = 'pending' and y.provider = 'manual'))`;
