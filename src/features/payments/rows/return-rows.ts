import { uuidv7 } from "../../../base/ids.ts";
import type { Queries } from "../../../database/database.ts";
import { raw, type Sql, sql } from "../../../database/sql.ts";
import type { Payment } from "./payment.ts";
import { lockTransfer, settleTransfer } from "./transfer-rows.ts";

/** A charge that was refunded or disputed, and whose payment is not here. Minor units; times are milliseconds UTC. */
export interface UnmatchedReturn {
  readonly id: string;
  readonly providerRef: string;
  /** The payment that it was made for. */
  readonly named: string;
  readonly currency: string;
  readonly receivedMinor: number;
  readonly refundedMinor: number;
  readonly dispute: Payment["dispute"];
  readonly disputedMinor: number;
  readonly state: "unmatched" | "matched" | "closed";
  readonly createdAt: number;
}

const columns = raw(`id, provider_ref as "providerRef", named, currency, received_minor as "receivedMinor",
  refunded_minor as "refundedMinor", dispute, disputed_minor as "disputedMinor", state, created_at as "createdAt"`);

export const selectReturns = (rest: Sql): Sql => sql`select ${columns} from payment_return ${rest}`;

/** The state of a charge at its provider. */
interface Seen
  extends Pick<Payment, "currency" | "receivedMinor" | "refundedMinor" | "dispute" | "disputedMinor"> {
  readonly ref: string;
}

/** Keeps what was returned of a charge whose payment is not here; nothing if nothing was. */
export async function keepReturn(
  tx: Queries,
  { ref, currency, receivedMinor, refundedMinor, dispute, disputedMinor }: Seen,
  named: string,
  now: number,
): Promise<void> {
  const known = await tx.get(sql`
    select 1 as found from payment_return where provider = 'stripe' and provider_ref = ${ref}`);
  if (refundedMinor === 0 && dispute === null && !known) return;
  await tx.run(sql`
    insert into payment_return (id, provider, provider_ref, named, currency, received_minor, refunded_minor, dispute,
      disputed_minor, state, created_at, updated_at)
    values (${uuidv7(now)}, 'stripe', ${ref}, ${named}, ${currency}, ${receivedMinor}, ${refundedMinor}, ${dispute},
      ${disputedMinor}, 'unmatched', ${now}, ${now})
    on conflict (provider, provider_ref) do update set received_minor = excluded.received_minor,
      refunded_minor = excluded.refunded_minor, dispute = excluded.dispute, disputed_minor = excluded.disputed_minor,
      updated_at = excluded.updated_at,
      state = case when payment_return.refunded_minor = excluded.refunded_minor
        and coalesce(payment_return.dispute, '') = coalesce(excluded.dispute, '')
        then payment_return.state else 'unmatched' end`);
  if (refundedMinor >= receivedMinor) await noteReturned(tx, ref);
}

/** The money of a charge that no payment accounts for was returned at the provider. */
async function noteReturned(tx: Queries, ref: string): Promise<void> {
  const found = await tx.get<{ id: string }>(sql`
    select id from payment_transfer where provider = 'stripe' and provider_ref = ${ref} and state = 'unmatched'`);
  const transfer = found && (await lockTransfer(tx, found.id));
  if (transfer?.state === "unmatched") await settleTransfer(tx, { ...transfer, state: "returned" });
}

/** Ends one that is unmatched. False if it was ended before. */
export async function endReturn(tx: Queries, ref: string, state: "matched" | "closed"): Promise<boolean> {
  const written = await tx.run(sql`
    update payment_return set state = ${state} where provider = 'stripe' and provider_ref = ${ref} and state = 'unmatched'`);
  return written > 0;
}
