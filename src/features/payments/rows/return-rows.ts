import { uuidv7 } from "../../../base/ids.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { initially, integer, orNull, text, word } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";
import { type Dispute, type Payment, providerNames } from "./payment.ts";
import { findReceived, lockTransfer, settleTransfer } from "./transfer-rows.ts";

export const returns = new Table({
  name: "payment_return",
  as: "u",
  key: ["provider", "providerRef"],
  members: {
    id: text,
    provider: initially(word(...providerNames), "stripe"),
    providerRef: text,
    /** The payment that it was made for. */
    named: text,
    currency: text,
    receivedMinor: integer,
    refundedMinor: integer,
    dispute: orNull(word<Dispute>("inquiry", "open", "won", "lost")),
    disputedMinor: integer,
    state: initially(word("unmatched", "matched", "closed"), "unmatched"),
    createdAt: integer,
    updatedAt: integer,
  },
});

/** A charge that was refunded or disputed, and whose payment is not here. Minor units; times are milliseconds UTC. */
export type UnmatchedReturn = Row<typeof returns>;

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
  const seen = { receivedMinor, refundedMinor, dispute, disputedMinor, updatedAt: now };
  const isEmpty = refundedMinor === 0 && dispute === null;
  if (isEmpty && !(await returns.find(tx, "stripe", ref))) return;
  const fresh = returns.row({ id: uuidv7(now), providerRef: ref, named, currency, ...seen, createdAt: now });
  if ((await returns.add(tx, [fresh])) === 0) {
    const known = (await returns.lock(tx, "stripe", ref))!;
    const isSame = known.refundedMinor === refundedMinor && known.dispute === dispute;
    await returns.put(tx, [{ ...known, ...seen, state: isSame ? known.state : "unmatched" }]);
  }
  if (refundedMinor >= receivedMinor) await noteReturned(tx, ref);
}

/** The money of a charge that no payment accounts for was returned at the provider. */
async function noteReturned(tx: Queries, ref: string): Promise<void> {
  const found = await findReceived(tx, "stripe", ref);
  const transfer = found?.state === "unmatched" && (await lockTransfer(tx, found.id));
  if (transfer && transfer.state === "unmatched")
    await settleTransfer(tx, { ...transfer, state: "returned" });
}

/** Ends one that is unmatched. False if it was ended before. */
export async function endReturn(tx: Queries, ref: string, state: "matched" | "closed"): Promise<boolean> {
  const written = await tx.run(sql`
    update payment_return set state = ${state} where provider = 'stripe' and provider_ref = ${ref} and state = 'unmatched'`);
  return written > 0;
}
