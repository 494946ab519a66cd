import { formatMoney } from "../../../base/format/money.ts";
import type { Queries } from "../../../database/database.ts";
import { writeEvents } from "../../../outbox/write-events.ts";
import { issueCreditNote, type Paper, takeBackCredit } from "../../papers/issue.ts";
import type { ProviderPayment } from "../providers/provider.ts";
import { dataOf, type Payment, type PaymentState, payerOf } from "../rows/payment.ts";
import { writePayment } from "../rows/payment-rows.ts";
import { Taking } from "./taking.ts";

export { readPaidDebts } from "./taking.ts";

/** Milliseconds UTC. */
interface Reversing {
  /** On the credit note. */
  /** For its credit note; undefined: the usual one. */
  readonly reason: string | undefined;
  /** When the change before was made: while it is disputed, its credits are set aside from then on. */
  readonly since: number;
  readonly now: number;
}

type Seen = Pick<ProviderPayment, "refundedMinor" | "dispute" | "disputedMinor" | "disputeDueAt">;

/** What the reversals of a payment take of its credits in all: the part of the money, rounded down. */
export const creditsFor = (
  { credits, minor, grantId }: Pick<Payment, "credits" | "minor" | "grantId">,
  reversedMinor: number,
): number => (grantId === null ? 0 : Number((BigInt(credits) * BigInt(reversedMinor)) / BigInt(minor)));

/** What was returned, by refunds and by disputes that were lost. */
export const reversedOf = ({
  refundedMinor,
  dispute,
  disputedMinor,
  minor,
}: Omit<Seen, "disputeDueAt"> & { minor: number }): number =>
  Math.min(minor, refundedMinor + (dispute === "lost" ? disputedMinor : 0));

function stateOf(payment: Payment): PaymentState {
  if (payment.dispute === "open") return "disputed";
  if (payment.dispute === "lost") return "reversed";
  if (payment.refundedMinor === 0) return "paid";
  return payment.refundedMinor < payment.minor ? "part_refunded" : "refunded";
}

/**
 * Applies refunds and disputes of a locked payment that was paid, and writes it. What is left of its credits is removed
 * for the part that was returned; what was spent is owed. While it is disputed, what is left is set aside. Throws
 * `StillLeased` if journals hold credits.
 */
export async function reverse(
  tx: Queries,
  before: Payment,
  seen: Seen,
  { reason, since, now }: Reversing,
): Promise<Payment> {
  // Down, too: a refund can fail after it was made, and a dispute be won after it was lost.
  const refundedMinor = Math.min(seen.refundedMinor, before.minor);
  const { dispute, disputedMinor, disputeDueAt = null } = seen;
  const reported = { ...before, refundedMinor, dispute, disputedMinor, disputeDueAt };
  const taking = new Taking(tx, reported, since, now);
  const more = creditsFor(reported, reversedOf(reported)) - before.removed - before.owed;
  await taking.take(more);
  await taking.release(-more);
  if (reported.dispute === "open") await taking.setAside();
  else await taking.giveBack();
  const state = stateOf(reported);
  const isOver = state === "refunded" || state === "reversed";
  const problem = isOver ? null : (failedRefund(before, reported) ?? before.problem);
  const after = { ...taking.payment, state, problem };
  return noteReversal(tx, before, after, reason, now);
}

/** What an operator must know of money that was to go back, and did not; null if none did. */
const failedRefund = (before: Payment, { refundedMinor, currency }: Payment): string | null =>
  refundedMinor < before.refundedMinor
    ? `${formatMoney(before.refundedMinor - refundedMinor, currency)} could not be returned: the refund failed, and the provider has the money again. Refund it again, or by transfer.`
    : null;

/** Issues the paper of what was returned or came back, and writes the payment and its events. */
async function noteReversal(
  tx: Queries,
  before: Payment,
  after: Payment,
  reason: string | undefined,
  now: number,
): Promise<Payment> {
  const reversed = reversedOf(after);
  const credited = reversed - after.creditedMinor;
  const corrects = after.paperId;
  const note = corrects === null ? undefined : await correct(tx, { corrects, credited, reason, now });
  const noted = { ...after, ...(note && { creditedMinor: reversed }) };
  await writePayment(tx, noted);
  const owner = payerOf(after);
  const { dispute } = after;
  const sums = {
    ...dataOf(after),
    refunded_minor: reversed,
    credits_owed: after.owed - after.collected,
    paper_id: note?.id ?? null,
  };
  // One that has its credit note already was reported before a restore.
  const more = corrects === null ? reversed - reversedOf(before) : credited;
  if (more > 0)
    await writeEvents(tx, now, [
      {
        type: "payment.refunded",
        owner,
        data: { ...sums, credits_removed: after.removed },
      },
    ]);
  if (more < 0)
    await writeEvents(tx, now, [
      {
        type: "payment.reinstated",
        owner,
        data: { ...sums, credits_returned: Math.max(0, before.removed - after.removed) },
      },
    ]);
  if (dispute !== null && dispute !== before.dispute)
    await writeEvents(tx, now, [{ type: "payment.disputed", owner, data: { ...dataOf(after), dispute } }]);
  return noted;
}

/** Credits a part of an invoice, or takes a credit back. */
async function correct(
  tx: Queries,
  {
    corrects,
    credited,
    reason,
    now,
  }: { corrects: string; credited: number; reason: string | undefined; now: number },
): Promise<Paper | undefined> {
  if (credited > 0) return issueCreditNote(tx, { corrects, grossMinor: credited, reason, now });
  const back = { corrects, grossMinor: -credited, reason: undefined, now };
  return credited < 0 ? takeBackCredit(tx, back) : undefined;
}
