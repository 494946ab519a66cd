import type { Queries } from "../../../database/database.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { countOf } from "../../../entities/list.ts";
import { flag, integer, orNull, text } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";
import { jumpNumbers, readGaps } from "../../papers/number-gaps.ts";
import type { ListedCharge, ProviderPayment } from "../providers/provider.ts";
import type { Payment } from "../rows/payment.ts";
import { endReturn, keepReturn } from "../rows/return-rows.ts";
import { findReceived, lockTransfer, settleTransfer, type Transfer } from "../rows/transfer-rows.ts";
import { recordUnmatched } from "../settling/settle-payment.ts";
import type { Listing } from "./listing.ts";

const charges = new Table({
  name: "restored_charge",
  as: "r",
  key: ["providerRef"],
  members: {
    providerRef: text,
    /** What it was made for, as the lost database named it. */
    named: text,
    subscriptionId: orNull(text),
    kind: orNull(text),
    period: orNull(integer),
    requestKey: orNull(text),
    minor: integer,
    currency: text,
    chargedAt: integer,
    /** Whether an operator has decided it before its money came: a payment of its period or another one has it. */
    isKept: flag,
  },
});

/** A charge whose payment a restore has lost. Minor units; times are milliseconds UTC by the provider's clock. */
export interface LostCharge extends Row<typeof charges> {
  /** What was returned of it; 0 if that is not known. */
  readonly refundedMinor: number;
  readonly dispute: Payment["dispute"];
  /** The state of its money; null until it has arrived. */
  readonly transfer: Transfer["state"] | null;
  /** 1 until an operator has decided it, and again once what was returned of it has changed since. */
  readonly isUndecided: number;
}

/** A condition: an operator has not decided it. */
const isUndecided = sql`r.is_kept = 0 and (t.id is null or t.state = 'unmatched' or u.state = 'unmatched')`;

const columns = sql`${charges.columns}, coalesce(u.refunded_minor, 0) as "refundedMinor", u.dispute, t.state as transfer,
  case when ${isUndecided} then 1 else 0 end as "isUndecided"`;

const tables = sql`restored_charge r
  left join payment_transfer t on t.provider = 'stripe' and t.provider_ref = r.provider_ref
  left join payment_return u on u.provider = 'stripe' and u.provider_ref = r.provider_ref`;

export const selectLost = (db: Queries, rest: Sql): Promise<LostCharge[]> =>
  charges.all<LostCharge>(db, sql`select ${columns} from ${tables} ${rest}`);

/** Those that an operator has not decided, the first ones first. */
export const readUndecided = (db: Queries, most: number): Promise<LostCharge[]> =>
  selectLost(db, sql`where ${isUndecided} order by r.charged_at, r.provider_ref limit ${most}`);

export async function countUndecided(db: Queries): Promise<number> {
  return countOf(db, sql`${tables} where ${isUndecided}`);
}

export const findLost = async (db: Queries, ref: string): Promise<LostCharge | undefined> =>
  (await selectLost(db, sql`where r.provider_ref = ${ref}`))[0];

/** Keeps a charge whose payment is not here, with its money and what was returned of it, until an operator decides. */
export async function keepLost(
  tx: Queries,
  charge: ListedCharge & { readonly paymentId: string },
  seen: ProviderPayment,
  now: number,
): Promise<void> {
  const { ref, paymentId, requestKey = null, subscriptionId = null, kind = null, period = null } = charge;
  const { minor, currency, createdAt: chargedAt } = charge;
  const of = { named: paymentId, subscriptionId, kind, period, requestKey };
  await charges.add(tx, [{ providerRef: ref, ...of, minor, currency, chargedAt, isKept: false }]);
  if (seen.state !== "paid") return;
  await recordUnmatched(tx, seen, paymentId, now);
  await keepReturn(tx, seen, paymentId, now);
  // Nothing is left to decide where all of it went back.
  if (seen.refundedMinor >= seen.receivedMinor && seen.dispute === null) await endReturn(tx, ref, "closed");
}

/** A charge that no log has shows that one is lost: papers of the time can be with customers. */
export async function leaveOutNumbers(tx: Queries, { fromAt, begunAt }: Listing, now: number): Promise<void> {
  if ((await readGaps(tx, begunAt)).length > 0) return;
  const reason = "the payment provider has charges of the time before a restore that no decision log has";
  await jumpNumbers(tx, fromAt, Math.max(begunAt, now), reason);
}

/** Ends what was kept of a charge, once a payment has it or its money went back. */
export async function endLost(
  tx: Queries,
  ref: string,
  state: "matched" | "returned",
  paymentId: string | null,
): Promise<void> {
  const found = await findReceived(tx, "stripe", ref);
  const transfer = found && (await lockTransfer(tx, found.id));
  if (!transfer) await tx.run(sql`update restored_charge set is_kept = 1 where provider_ref = ${ref}`);
  if (transfer?.state === "unmatched") await settleTransfer(tx, { ...transfer, state, paymentId });
  await endReturn(tx, ref, state === "matched" ? "matched" : "closed");
}

/** Notes the charges that payments have: those for which they were kept, and those of payments that came back later. */
export async function endTaken(
  db: Queries,
  transaction: (work: (tx: Queries) => Promise<void>) => Promise<void>,
) {
  const taken = await db.all<{ ref: string; paymentId: string }>(sql`
    select r.provider_ref as ref, p.id as "paymentId" from ${tables}
      join payment p on p.provider = 'stripe' and p.provider_ref = r.provider_ref
    where t.state = 'unmatched' or u.state = 'unmatched' limit 100`);
  for (const { ref, paymentId } of taken) await transaction((tx) => endLost(tx, ref, "matched", paymentId));
}

/** The charge that a payment of a period has in place of another one. */
export async function findKept(
  db: Queries,
  { subscriptionId, kind, period }: Payment,
): Promise<string | undefined> {
  if (period === null) return undefined;
  const row = await db.get<{ ref: string }>(sql`
    select r.provider_ref as ref from ${tables}
    where r.subscription_id = ${subscriptionId} and r.kind = ${kind} and r.period = ${period} and r.is_kept = 1
      and coalesce(t.state, 'unmatched') = 'unmatched'
      and not exists (select 1 from payment p where p.provider = 'stripe' and p.provider_ref = r.provider_ref)
    order by r.charged_at limit 1`);
  return row?.ref;
}
