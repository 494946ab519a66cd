import { isoTime, never } from "../../base/clock.ts";
import { dayMs, minuteMs } from "../../base/durations.ts";
import { databaseClock } from "../../database/clock.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import {
  firstWrong,
  rowsAtOnce,
  rowsOf,
  type TableComparison,
} from "../../metering/consistency/table-comparison.ts";
import { periodStart } from "../offers/calendar/periods.ts";
import type { Offer } from "../offers/offer.ts";
import { findOfferVersion } from "../offers/stored-offers.ts";
import { creditsOf, priceOf } from "./periods/terms.ts";
import { type Period, periods } from "./rows/period-rows.ts";

/** A period with its plan and its grants; null without them. Times are milliseconds UTC. */
interface Row extends Period {
  readonly createdAt: number;
  readonly planProduct: string | null;
  readonly anchorDate: string;
  readonly timeZone: string;
  readonly firstNumber: number;
  readonly pricedFrom: number;
  readonly nextNumber: number;
  readonly changeNumber: number | null;
  readonly isRecent: number;
  readonly grantOf: string | null;
  readonly grantSource: string;
  readonly grantPeriod: number | null;
  readonly grantAmount: number;
  readonly grantStartsAt: number;
  readonly grantExpiresAt: number;
  /** When the credits beyond those of the period expire. */
  readonly overageExpiresAt: number | null;
}

const pageAfter = (tx: Queries, last: Row | undefined) => sql`
  select ${periods.columns}, p.created_at as "createdAt", b.product_id as "planProduct", b.anchor_date as "anchorDate",
    b.time_zone as "timeZone", b.first_number as "firstNumber", b.priced_from as "pricedFrom", b.next_number as "nextNumber", b.change_number as "changeNumber",
    case when p.ends_at > ${databaseClock(tx)} - ${30 * dayMs} then 1 else 0 end as "isRecent",
    g.subscription_id as "grantOf", g.source as "grantSource", g.period as "grantPeriod", g.amount as "grantAmount",
    g.starts_at as "grantStartsAt", g.expires_at as "grantExpiresAt", o.expires_at as "overageExpiresAt"
  from billing_period p left join billing_plan b on b.subscription_id = p.subscription_id
    left join credit_grant g on g.id = p.grant_id
    left join credit_grant o on o.subscription_id = p.subscription_id and o.source = 'overage' and o.period = p.number
  where (p.subscription_id, p.number) > (${last?.subscriptionId ?? ""}, ${last?.number ?? -1})
  order by p.subscription_id, p.number limit ${rowsAtOnce}`;

/** A period and those beside it, of the same subscription. */
interface Beside {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** Every period of a plan: its number, its times, its price, and the credits that it brings. */
export const periodComparison: TableComparison = {
  found: "periods",
  expected: "plans, offers and grants",
  subjects: "periods",
  advice:
    "compare the periods of the subscription (GET /subscriptions/ID/periods) with its papers and the audit log, and restore a backup from before the difference",
  async run(tx, comparing) {
    const offers = new Map<string, Promise<Offer | undefined>>();
    const offerOf = ({ productId, offerVersion }: Row) => {
      const key = `${productId} ${offerVersion}`;
      const found = offers.get(key) ?? findOfferVersion(tx, productId, offerVersion);
      offers.set(key, found);
      return found;
    };
    let before: Row | undefined;
    let row: Row | undefined;
    const compare = async (after: Row | undefined) => {
      if (!row) return;
      const beside = {
        before: before?.subscriptionId === row.subscriptionId ? before : undefined,
        after: after?.subscriptionId === row.subscriptionId ? after : undefined,
      };
      const wrong =
        wrongTimes(row, beside) ??
        wrongTerms(row, await offerOf(row)) ??
        (await wrongGrant(tx, row, beside, await offerOf(row)));
      comparing.hold(`period ${row.number} of subscription ${row.subscriptionId}`, wrong);
    };
    for await (const rows of rowsOf<Row>(tx, (last) => pageAfter(tx, last)))
      for (const next of rows) {
        await compare(next);
        before = row;
        row = next;
      }
    await compare(undefined);
  },
};

/** A period that a customer began, and not the work that enters the next one a day ahead. */
const isBegun = ({ startsAt, createdAt }: Row): boolean =>
  createdAt >= startsAt && createdAt - startsAt < 10 * minuteMs;

function wrongTimes(row: Row, { before }: Beside): string | undefined {
  const { number, startsAt, endsAt, planProduct, nextNumber, createdAt } = row;
  const expected = before ? before.number + 1 : 0;
  const times = (at: number) => (at === never ? "never" : isoTime(at));
  return firstWrong(
    [planProduct !== null, () => "it is there, and its plan is not"],
    [number === expected, () => `period ${expected}, which comes before it, is missing`],
    [number < nextNumber, () => `the plan enters period ${nextNumber} next, and this one is there already`],
    // A plan can be changed at the moment at which it begins.
    [startsAt <= endsAt, () => `it ends at ${times(endsAt)}, and starts at ${times(startsAt)}`],
    [
      before === undefined || startsAt >= before.endsAt,
      () => `it starts at ${times(startsAt)}, before the end of the one before at ${times(before!.endsAt)}`,
    ],
    [
      before !== undefined || isBegun(row),
      () =>
        `it starts at ${times(startsAt)}, and was entered at ${times(createdAt)}: the first one starts then`,
    ],
    [
      before === undefined || startsAt === before.endsAt || isBegun(row),
      () => `it starts at ${times(startsAt)}, and the one before ends at ${times(before!.endsAt)}`,
    ],
  );
}

/** The index by which the price of a period is counted; undefined if another plan has followed. */
function priceIndex({ number, productId, planProduct, pricedFrom, changeNumber }: Row): number | undefined {
  if (changeNumber !== null && number >= changeNumber) return number - changeNumber;
  return number >= pricedFrom && productId === planProduct ? number - pricedFrom : undefined;
}

function wrongTerms(row: Row, offer: Offer | undefined): string | undefined {
  const { productId, offerVersion, priceMinor, currency, state } = row;
  if (!offer) return `version ${offerVersion} of the offer of product ${productId} is missing`;
  const index = priceIndex(row);
  const prices = index === undefined ? [offer.price_minor, 0] : [priceOf(offer, index)];
  if (index === undefined && offer.price_every === "month") prices.pop();
  return firstWrong(
    [currency === offer.currency, () => `its price is in ${currency}, and the offer in ${offer.currency}`],
    [
      prices.includes(priceMinor),
      () => `it costs ${priceMinor} minor units, and by its offer ${prices.join(" or ")}`,
    ],
    [priceMinor > 0 || state === "paid", () => `it costs nothing, and is ${state}`],
  );
}

async function wrongGrant(
  tx: Queries,
  row: Row,
  beside: Beside,
  offer: Offer | undefined,
): Promise<string | undefined> {
  const { grantId, state, lapsesAt, grantOf } = row;
  const index = offer?.credits_every === "month" ? 0 : priceIndex(row);
  const credits = offer && index !== undefined ? creditsOf(offer, index) : 0;
  const isGranted = state === "paid" || lapsesAt === never;
  if (grantId === null)
    return isGranted && credits > 0
      ? `it is ${state}, and its ${credits} credits were not granted`
      : undefined;
  if (!isGranted) return `it is ${state}, and has the grant ${grantId}`;
  if (grantOf !== null) return wrongCredits(row, beside, offer!);
  return row.isRecent === 1 && !(await isDeleted(tx, row)) ? `its grant ${grantId} is missing` : undefined;
}

/** Whether an operator has removed the grant before its start. */
async function isDeleted(tx: Queries, { subscriptionId: id, grantId }: Row): Promise<boolean> {
  const found = await tx.get(sql`
    select 1 as found from audit_log where object = ${`/subscriptions/${id}/grants/${grantId}`} limit 1`);
  return found !== undefined;
}

function wrongCredits(row: Row, { after }: Beside, offer: Offer): string | undefined {
  const {
    subscriptionId: id,
    number,
    grantId,
    priceMinor,
    startsAt,
    endsAt,
    grantStartsAt,
    grantExpiresAt,
  } = row;
  const grant = `its grant ${grantId}`;
  const expected = expiryOf(row, offer);
  // A change of plan ends a period early, and not its credits.
  const isWhole = after !== undefined && !isBegun(after);
  const { overageExpiresAt } = row;
  return firstWrong(
    [row.grantOf === id, () => `${grant} is of subscription ${row.grantOf}`],
    [
      row.grantSource === "period" && row.grantPeriod === number,
      () => `${grant} is of source ${row.grantSource} and period ${row.grantPeriod}`,
    ],
    [
      row.grantAmount <= offer.credits,
      () => `${grant} has ${row.grantAmount} credits, and the offer ${offer.credits}`,
    ],
    [
      grantStartsAt === startsAt || (grantStartsAt > startsAt && priceMinor > 0),
      () => `${grant} starts at ${isoTime(grantStartsAt)}, and the period at ${isoTime(startsAt)}`,
    ],
    [
      grantExpiresAt >= endsAt && (expected === undefined || grantExpiresAt === expected),
      () =>
        `${grant} expires at ${isoTime(grantExpiresAt)}, and by its offer at ${isoTime(expected ?? endsAt)}`,
    ],
    [
      !isWhole || offer.credits_every === "once" || offer.carry_over > 0 || grantExpiresAt === endsAt,
      () => `${grant} expires at ${isoTime(grantExpiresAt)}, and the period ends at ${isoTime(endsAt)}`,
    ],
    [
      overageExpiresAt === null || (isWhole ? overageExpiresAt === endsAt : overageExpiresAt >= endsAt),
      () =>
        `its credits beyond the plan's end at ${isoTime(overageExpiresAt!)}, and it ends at ${isoTime(endsAt)}`,
    ],
  );
}

/** When the credits of a period end; undefined if its anchor or its zone was another one, or it ended early. */
function expiryOf(
  { number, firstNumber, anchorDate, timeZone, endsAt }: Row,
  offer: Offer,
): number | undefined {
  if (offer.credits_every === "once") return never;
  const index = number - firstNumber;
  const anchor = { date: anchorDate, zone: timeZone };
  if (index < 0 || endsAt !== periodStart(anchor, index + 1)) return undefined;
  return periodStart(anchor, index + 1 + offer.carry_over);
}
