import type { EventDeclaration } from "../../outbox/declared-events.ts";

/** A payment of an account. Amounts are in minor units, with tax. */
export interface PaymentData {
  readonly payment_id: string;
  readonly subscription_id: string | null;
  readonly kind: "plan" | "renewal" | "package" | "automatic" | "overage";
  readonly minor: number;
  readonly currency: string;
}

declare module "../../outbox/events.ts" {
  interface EventData {
    readonly "payment.paid": PaymentData & {
      /** Null if the payment grants none. */
      readonly credits: number | null;
      /** The invoice; null if there is none. */
      readonly paper_id: string | null;
    };
    readonly "payment.failed": PaymentData & {
      readonly reason: string;
      /** From 1. */
      readonly attempt: number;
      /** Null after the last attempt. */
      readonly next_attempt_at: string | null;
      /** When the period lapses; null if the payment is not of a period. */
      readonly lapses_at: string | null;
    };
    readonly "payment.refunded": PaymentData & {
      /** The sum of all refunds of the payment. */
      readonly refunded_minor: number;
      readonly credits_removed: number;
      /** Spent credits that the customer owes. */
      readonly credits_owed: number;
      /** The credit note; null if there is none. */
      readonly paper_id: string | null;
    };
    readonly "payment.disputed": PaymentData & { readonly dispute: "inquiry" | "open" | "won" | "lost" };
    readonly "payment.reinstated": PaymentData & {
      /** The refunds that are still returned. */
      readonly refunded_minor: number;
      readonly credits_returned: number;
      readonly credits_owed: number;
      /** The invoice that takes the credit note back; null if there is none. */
      readonly paper_id: string | null;
    };
    /** What an operator must change at the provider of payments, or in the settings. */
    readonly "payment.provider_problem": {
      readonly code: string;
      readonly found: string;
      readonly advice: string;
    };
    readonly "payment.unmatched": {
      readonly payment_id: string;
      readonly minor: number;
      readonly currency: string;
      readonly reference: string;
    };
    /** No invoice can name the buyer of a plan: its country or address is missing. */
    readonly "billing_details.missing": {
      readonly subscription_id: string;
      /** The number of the period that is not charged without them. */
      readonly number: number;
      readonly product_id: string;
      readonly starts_at: string;
      readonly price_minor: number;
      readonly currency: string;
      /** The period does not lapse earlier. */
      readonly kept_until: string;
    };
    readonly "topup.stopped": {
      readonly subscription_id: string;
      readonly failures: number;
      readonly reason: string;
    };
  }
}

const subscription_id = "shop";
const payment = {
  payment_id: "0193a5b0-0000-7000-8000-000000000003",
  subscription_id,
  kind: "renewal",
  minor: 11_781,
  currency: "EUR",
} as const;
const paper_id = "0193a5b0-0000-7000-8000-000000000004";

/** The events of payments and of what they need. */
export const paymentEvents: readonly EventDeclaration[] = [
  {
    type: "payment.paid",
    meaning:
      "A payment was received. Its credits are in the balance, or waiting for the start of their period.",
    data: { ...payment, credits: 15_000, paper_id },
  },
  {
    type: "payment.failed",
    meaning: "A payment has failed. Nothing was charged. `next_attempt_at` is null after the last attempt.",
    data: {
      ...payment,
      reason: "card_declined",
      attempt: 1,
      next_attempt_at: "2026-12-15T00:00:00.000Z",
      lapses_at: "2026-12-19T00:00:00.000Z",
    },
  },
  {
    type: "payment.refunded",
    meaning: "A payment was refunded, in whole or in part. The credits that it paid for are removed.",
    data: { ...payment, refunded_minor: 3570, credits_removed: 3000, credits_owed: 0, paper_id },
  },
  {
    type: "payment.disputed",
    meaning:
      "A payment is disputed, or the dispute was won or lost. The credits left of it are set aside until then. At an `inquiry` the bank only asks, and nothing is set aside.",
    data: { ...payment, dispute: "open" },
  },
  {
    type: "payment.reinstated",
    meaning:
      "Money of a payment that had gone back is here again: a refund failed, or a dispute was won after all. The credits that were removed are granted again, or less is owed.",
    data: { ...payment, refunded_minor: 0, credits_returned: 3000, credits_owed: 0, paper_id },
  },
  {
    type: "payment.provider_problem",
    operators: true,
    meaning: "The provider of payments, or its settings, need an operator: `advice` says what to do.",
    data: {
      code: "events_refused",
      found: "Events of Stripe have been refused since 2026-11-21T10:00:00.000Z",
      advice: "Set VINGATE_STRIPE_WEBHOOK_SECRETS to the signing secret of the webhook endpoint.",
    },
  },
  {
    type: "payment.unmatched",
    operators: true,
    meaning: "Money was received that belongs to no payment.",
    data: {
      payment_id: payment.payment_id,
      minor: 9900,
      currency: "EUR",
      reference: "GROWTH DEC",
    },
  },
  {
    type: "billing_details.missing",
    meaning:
      "The billing details lack the country or the address, so that a period is not charged, and lapses without them.",
    data: {
      subscription_id,
      number: 4,
      product_id: "growth",
      starts_at: "2026-12-12T00:00:00.000Z",
      price_minor: 9900,
      currency: "EUR",
      kept_until: "2026-12-28T00:00:00.000Z",
    },
  },
  {
    type: "topup.stopped",
    meaning: "Automatic top-up was turned off after three failed payments.",
    data: { subscription_id, failures: 3, reason: "card_declined" },
  },
];
