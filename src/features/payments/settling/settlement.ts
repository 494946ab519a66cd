import type { Context } from "../../../calls/context.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { withLeasesReturned } from "../../../management/subscriptions/returned-leases.ts";
import type { PaymentProvider, ProviderPayment } from "../providers/provider.ts";
import type { Payment } from "../rows/payment.ts";
import { findPayment } from "../rows/payment-rows.ts";
import { endRefund, sumTransferred } from "../rows/refund-rows.ts";
import { NotPossible } from "./grant-payment.ts";
import { Changed, type Settling, settlePayment } from "./settle-payment.ts";

const fetchesMax = 5;

interface How extends Omit<Settling, "payment" | "seen" | "problem"> {
  /** Written in the same transaction; nothing is applied if it is false. */
  readonly also?: ((tx: Queries) => Promise<boolean>) | undefined;
  /** Written after it, in the same transaction. */
  readonly afterwards?: ((tx: Queries, before: Payment, after: Payment) => Promise<void>) | undefined;
  /** A refund is what has changed: those of this service that failed are noted. */
  readonly isOfRefund?: boolean;
  /** What is seen is recorded here: what was returned by transfer is in it, and the provider does not report it. */
  readonly isRecorded?: boolean;
}

/** Brings payments to their state at their provider. */
export class Settlement {
  /** What charges cards; undefined if all is paid by transfer. */
  readonly cards: PaymentProvider | undefined;
  readonly #context: Context;

  constructor(context: Context, cards: PaymentProvider | undefined) {
    this.#context = context;
    this.cards = cards;
  }

  get database(): Database {
    return this.#context.database;
  }

  /** The provider of cards. 409 without one. */
  requireCards(): PaymentProvider {
    if (this.cards) return this.cards;
    throw conflict("Cards are not accepted here. Pay by transfer. Nothing was charged.");
  }

  /** Fetches the state of a payment, and applies it. */
  async refresh(payment: Payment, reason?: string): Promise<Payment> {
    const { cards } = this;
    if (!cards || payment.provider !== "stripe" || payment.providerRef === null) return payment;
    const ref = payment.providerRef;
    return this.settle(payment, () => cards.find(ref), { ref, reason });
  }

  /**
   * Applies the state that `see` resolves to, with `also` in the same transaction. It is called again if the payment has
   * changed since it was read, so that nothing older is applied.
   */
  async settle(payment: Payment, see: () => Promise<ProviderPayment>, how: How): Promise<Payment> {
    let read = payment;
    for (let fetched = 1; ; fetched++) {
      const seen = await this.#withTransfers(read, await see(), how);
      const failed = await this.#failedRefunds(read, seen, how);
      try {
        return await this.#apply({ ...how, payment: read, seen }, how, failed);
      } catch (error) {
        if (!(error instanceof Changed) || fetched === fetchesMax) throw error;
        read = (await findPayment(this.#context.database, read.id)) ?? read;
      }
    }
  }

  /** What was returned of a charge: by its provider, and by transfer. */
  async #withTransfers(
    { id, provider }: Payment,
    seen: ProviderPayment,
    { isRecorded = false }: How,
  ): Promise<ProviderPayment> {
    if (isRecorded || provider !== "stripe") return seen;
    const returned = await sumTransferred(this.#context.database, id);
    return { ...seen, refundedMinor: seen.refundedMinor + returned };
  }

  /** The refunds of this service that failed, if a refund has changed or less is returned than before. */
  async #failedRefunds(
    payment: Payment,
    seen: ProviderPayment,
    { isOfRefund = false }: How,
  ): Promise<string[]> {
    const { cards } = this;
    const isLess = Math.min(seen.refundedMinor, payment.minor) < payment.refundedMinor;
    if (!cards || payment.provider !== "stripe" || !(isLess || isOfRefund)) return [];
    return cards.failedRefunds(seen.ref);
  }

  /** Applies what an operator records, in the operator's transaction. Throws 404 and 409. */
  async settleIn(tx: Queries, id: string, see: (payment: Payment) => ProviderPayment): Promise<Payment> {
    const payment = await findPayment(tx, id);
    if (!payment) throw notFound(`Payment ${id} not found.`);
    try {
      return await settlePayment(tx, this.#context, { payment, seen: see(payment), ref: payment.reference });
    } catch (error) {
      if (error instanceof NotPossible)
        throw conflict(`${error.message} Record the transfer without a payment, and return it.`);
      if (error instanceof Changed)
        throw conflict("The payment has just changed. Nothing was recorded. Try again.");
      throw error;
    }
  }

  async #apply(
    settling: Settling,
    { also, afterwards }: How,
    failedRefunds: readonly string[],
  ): Promise<Payment> {
    const { database } = this.#context;
    const { payment } = settling;
    const apply = (problem?: string) =>
      withLeasesReturned(this.#context, payment.subscriptionId, () =>
        database.transaction(
          async (tx) => {
            if (also && !(await also(tx))) return (await findPayment(tx, payment.id)) ?? payment;
            const after = await settlePayment(tx, this.#context, { ...settling, problem });
            await afterwards?.(tx, payment, after);
            for (const id of failedRefunds) await endRefund(tx, id, "failed");
            return after;
          },
          { repeatable: true },
        ),
      );
    try {
      return await apply();
    } catch (error) {
      // Money that cannot have what it paid for is recorded, and an operator decides.
      if (error instanceof NotPossible) return apply(error.message);
      throw error;
    }
  }
}
