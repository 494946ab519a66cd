import { uuidv7 } from "../../../base/ids.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { StillLeased } from "../../../management/subscriptions/returned-leases.ts";
import {
  giveBackToGrant,
  takeFromGrant,
  takeFromLater,
} from "../../../metering/credits/grants/change-grants.ts";
import { enterGrant } from "../../../metering/credits/grants/enter-grants.ts";
import { writeEvents } from "../../../outbox/write-events.ts";
import { issueCreditNote } from "../../papers/issue.ts";
import type { ProviderPayment } from "../providers/provider.ts";
import { dataOf, type Payment, type PaymentState } from "../rows/payment.ts";
import { selectPayments, writePayment } from "../rows/payment-rows.ts";

/** Milliseconds UTC. */
interface Reversing {
  /** On the credit note. */
  readonly reason: string;
  /** Of the change before: while it is disputed, its credits are set aside from then on. */
  readonly since: number;
  readonly now: number;
}

type Seen = Pick<ProviderPayment, "refundedMinor" | "dispute" | "disputedMinor">;

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
}: Seen & { minor: number }): number =>
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
  const refundedMinor = Math.max(before.refundedMinor, Math.min(seen.refundedMinor, before.minor));
  const reported = { ...before, refundedMinor, dispute: seen.dispute, disputedMinor: seen.disputedMinor };
  const taking = new Taking(tx, reported, since, now);
  await taking.take(creditsFor(reported, reversedOf(reported)) - before.removed - before.owed);
  if (reported.dispute === "open") await taking.setAside();
  else await taking.giveBack();
  const state = stateOf(reported);
  const isOver = state === "refunded" || state === "reversed";
  const after = { ...taking.payment, state, problem: isOver ? null : before.problem };
  return noteReversal(tx, before, after, reason, now);
}

/** Moves credits of a payment from its grant to what was removed, is owed, or is set aside. */
class Taking {
  payment: Payment;
  readonly #tx: Queries;
  readonly #since: number;
  readonly #now: number;

  constructor(tx: Queries, payment: Payment, since: number, now: number) {
    this.#tx = tx;
    this.payment = payment;
    this.#since = since;
    this.#now = now;
  }

  get #entry() {
    return { reason: `payment ${this.payment.reference}`, actor: "payments" };
  }

  async take(credits: number): Promise<void> {
    if (credits <= 0) return;
    const { removed, owed, setAside } = this.payment;
    // What is set aside is not in the balance any more.
    const aside = Math.min(credits, setAside);
    const taken = aside + (await this.#fromGrant(credits - aside));
    // Credits that have expired are not owed.
    const spent = Math.max(0, (await this.#spent()) - owed);
    this.payment = {
      ...this.payment,
      setAside: setAside - aside,
      removed: removed + taken,
      owed: owed + Math.min(credits - taken, spent),
    };
  }

  async setAside(): Promise<void> {
    const { setAside, credits } = this.payment;
    this.payment = { ...this.payment, setAside: setAside + (await this.#fromGrant(credits)) };
  }

  async giveBack(): Promise<void> {
    const { setAside: credits, grantId, subscriptionId } = this.payment;
    if (credits === 0 || grantId === null) return;
    const given = await giveBackToGrant(this.#tx, subscriptionId, grantId, credits, this.#entry);
    if (!given) await this.#grantAgain(credits);
    this.payment = { ...this.payment, setAside: 0 };
  }

  /** Credits that have expired while they could not be spent are granted for as long as they were set aside. */
  async #grantAgain(credits: number): Promise<void> {
    const { subscriptionId, grantId } = this.payment;
    const grant = await this.#tx.get<{ expiresAt: number }>(
      sql`select expires_at as "expiresAt" from credit_grant where id = ${grantId}`,
    );
    const left = Math.max(0, (grant?.expiresAt ?? 0) - this.#since);
    const id = uuidv7(this.#now);
    const again = { id, subscriptionId, source: "grant", credits, expiresAt: this.#now + left } as const;
    if (left > 0) await enterGrant(this.#tx, again, this.#entry);
  }

  async #spent(): Promise<number> {
    const row = await this.#tx.get<{ spent: number }>(
      sql`select spent from credit_grant where id = ${this.payment.grantId ?? ""}`,
    );
    return row?.spent ?? 0;
  }

  async #fromGrant(credits: number): Promise<number> {
    const { subscriptionId, grantId } = this.payment;
    if (grantId === null) return 0;
    const taken = await takeFromGrant(this.#tx, subscriptionId, grantId, credits, this.#entry);
    if (taken === "leased") throw new StillLeased();
    return taken;
  }
}

/** Issues the credit note of what was returned, and writes the payment and its events. */
async function noteReversal(
  tx: Queries,
  before: Payment,
  after: Payment,
  reason: string,
  now: number,
): Promise<Payment> {
  const reversed = reversedOf(after);
  const credited = reversed - after.creditedMinor;
  const note =
    after.paperId !== null && credited > 0
      ? await issueCreditNote(tx, { corrects: after.paperId, grossMinor: credited, reason, now })
      : undefined;
  const noted = { ...after, ...(note && { creditedMinor: reversed }) };
  await writePayment(tx, noted);
  const owner = { subscriptionId: after.subscriptionId };
  const { dispute } = after;
  // One that has its credit note already was reported before a restore.
  if (reversed > reversedOf(before) && (note || after.paperId === null))
    await writeEvents(tx, now, [
      {
        type: "payment.refunded",
        owner,
        data: {
          ...dataOf(after),
          refunded_minor: reversed,
          credits_removed: after.removed,
          credits_owed: after.owed - after.collected,
          paper_id: note?.id ?? null,
        },
      },
    ]);
  if (dispute !== null && dispute !== before.dispute)
    await writeEvents(tx, now, [{ type: "payment.disputed", owner, data: { ...dataOf(after), dispute } }]);
  return noted;
}

/** Takes credits that are owed from those that came after the reversal. The subscription must be locked. */
export async function collectOwed(tx: Queries, subscriptionId: string): Promise<number> {
  const debts = await selectPayments(
    tx,
    sql`where subscription_id = ${subscriptionId} and owed > collected order by updated_at, id`,
  );
  let collected = 0;
  for (const debt of debts) {
    const entry = { reason: `owed since payment ${debt.reference} was reversed`, actor: "payments" };
    const owed = debt.owed - debt.collected;
    const taken = await takeFromLater(tx, subscriptionId, owed, debt.updatedAt, entry);
    if (taken > 0)
      await tx.run(sql`update payment set collected = collected + ${taken} where id = ${debt.id}`);
    collected += taken;
  }
  return collected;
}
