import { z } from "zod";
import type { ProviderPayment } from "./provider.ts";

// Of Stripe's objects, what is read. Members that are not named here are ignored.

const metadata = z.record(z.string(), z.string()).nullish();
const id = z.string().max(255);

const Charge = z.object({
  amount_refunded: z.int().min(0),
  disputed: z.boolean().nullish(),
  payment_method_details: z
    .object({
      type: z.string(),
      card: z.object({ brand: z.string().nullish(), last4: z.string().nullish() }).nullish(),
    })
    .nullish(),
});

export const Intent = z.object({
  id,
  status: z.string(),
  currency: z.string(),
  amount_received: z.int().min(0),
  customer: id.nullish(),
  payment_method: id.nullish(),
  setup_future_usage: z.string().nullish(),
  metadata,
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
  latest_charge: Charge.nullish(),
});

export const Session = z.object({
  id,
  status: z.enum(["open", "complete", "expired"]),
  url: z.string().nullish(),
  currency: z.string().nullish(),
  metadata,
  payment_intent: Intent.nullish(),
});

export const Disputes = z.object({
  data: z.array(z.object({ status: z.string(), amount: z.int().min(0) })),
});

/** The body of a refusal. */
export const Refusal = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().nullish(),
    decline_code: z.string().nullish(),
    message: z.string().nullish(),
    payment_intent: z.object({ id }).nullish(),
  }),
});

/** Of an event, what names its payment. */
export const Event = z.object({
  id,
  type: z.string().max(255),
  data: z.object({
    object: z.object({ object: z.string(), id, payment_intent: z.union([id, z.object({ id })]).nullish() }),
  }),
});

const names: Readonly<Record<string, string>> = { sepa_debit: "SEPA debit", us_bank_account: "Bank account" };
const brands: Readonly<Record<string, string>> = {
  amex: "American Express",
  mastercard: "Mastercard",
  visa: "Visa",
};

function labelOf({ payment_method_details: details }: z.output<typeof Charge>): string | null {
  if (!details) return null;
  const { type, card } = details;
  if (!card) return names[type] ?? type.replaceAll("_", " ");
  return `${brands[card.brand ?? ""] ?? "Card"} ending ${card.last4 ?? "????"}`;
}

const failed = new Set(["canceled", "requires_payment_method", "requires_action", "requires_confirmation"]);

/** A payment of Stripe's, with its disputes. */
export function paymentOf(
  intent: z.output<typeof Intent>,
  { data: disputes }: z.output<typeof Disputes>,
): ProviderPayment {
  const { status, latest_charge: charge, last_payment_error: error, customer, payment_method } = intent;
  const lost = disputes.filter((one) => one.status === "lost");
  const open = disputes.filter((one) => !["won", "lost", "warning_closed"].includes(one.status));
  const won = disputes.filter((one) => one.status === "won");
  const method = charge ? labelOf(charge) : null;
  const state = status === "succeeded" ? "paid" : failed.has(status) ? "failed" : "pending";
  const isSaved =
    state === "paid" && customer && payment_method && intent.setup_future_usage === "off_session";
  const counted = open.length > 0 ? open : lost;
  return {
    ref: intent.id,
    paymentId: intent.metadata?.payment_id,
    state,
    currency: intent.currency.toUpperCase(),
    receivedMinor: intent.amount_received,
    refundedMinor: charge?.amount_refunded ?? 0,
    dispute: open.length > 0 ? "open" : lost.length > 0 ? "lost" : won.length > 0 ? "won" : null,
    disputedMinor: counted.reduce((sum, { amount }) => sum + amount, 0),
    method,
    saved: isSaved
      ? { customerRef: customer, methodRef: payment_method, label: method ?? "Saved card" }
      : null,
    failure: state === "failed" ? (error?.decline_code ?? error?.code ?? status) : null,
  };
}

/** A page on which nothing is paid yet, or which has expired. */
export const unpaidSession = ({
  id: ref,
  status,
  metadata: meta,
  currency,
}: z.output<typeof Session>): ProviderPayment => ({
  ref,
  paymentId: meta?.payment_id,
  state: status === "expired" ? "failed" : "pending",
  currency: (currency ?? "").toUpperCase(),
  receivedMinor: 0,
  refundedMinor: 0,
  dispute: null,
  disputedMinor: 0,
  method: null,
  saved: null,
  failure: status === "expired" ? "checkout_expired" : null,
});
