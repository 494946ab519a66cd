import { z } from "zod";
import { type ProviderEvent, ProviderFailed, type ProviderPayment } from "./provider.ts";
import { fromStripe } from "./stripe-units.ts";

// What is read of Stripe's objects. Members that are not named here are ignored.

export const metadata = z.record(z.string(), z.string()).nullish();
export const id = z.string().max(255);

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
  data: z.array(
    z.object({
      status: z.string(),
      amount: z.int().min(0),
      /** `due_by` in seconds. */
      evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
      /** What was taken for it (below 0), and given back. */
      balance_transactions: z.array(z.object({ amount: z.int() })).nullish(),
    }),
  ),
});

/** The body of a refusal. */
export const Refusal = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().nullish(),
    decline_code: z.string().nullish(),
    param: z.string().nullish(),
    message: z.string().nullish(),
    payment_intent: z.object({ id }).nullish(),
  }),
});

/** What names the payment of an event. */
export const Event = z.object({
  id,
  type: z.string().max(255),
  created: z.int().min(0).catch(0),
  livemode: z.boolean().catch(false),
  // Some objects have no ID, such as a balance.
  data: z
    .object({
      object: z.object({
        object: z.string(),
        id: id.nullish(),
        payment_intent: z.union([id, z.object({ id })]).nullish(),
      }),
    })
    .nullish()
    .catch(null),
});

export function eventOf({
  id: eventId,
  type,
  created,
  livemode,
  data,
}: z.output<typeof Event>): ProviderEvent {
  const { object = "", id: own, payment_intent: of } = data?.object ?? {};
  const intent = typeof of === "string" ? of : of?.id;
  // A session names its intent; both lead to the payment.
  const ref = object === "payment_intent" || object === "checkout.session" ? own : intent;
  return { id: eventId, type, ref: ref ?? null, isLive: livemode, createdAt: created * 1000 };
}

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

export const stateOf = (status: string): ProviderPayment["state"] =>
  status === "succeeded" ? "paid" : failed.has(status) ? "failed" : "pending";

/** In minor units. Throws `ProviderFailed` for an amount that has none. */
export function minorOf(currency: string, amount: number): number {
  const minor = fromStripe(currency, amount);
  if (minor === undefined)
    throw new ProviderFailed(`Stripe reports ${amount} of ${currency}, which is no whole sum`);
  return minor;
}

type StripeDispute = z.output<typeof Disputes>["data"][number];

/**
 * What a dispute means for the money. An inquiry (`warning_`) takes none. One that was prevented has taken what its
 * balance has: it can also be a refund. While a lost one is appealed, it stays lost. All that is not known is open.
 */
function meaningOf({ status, balance_transactions: moved }: StripeDispute): ProviderPayment["dispute"] {
  if (status === "won" || status === "lost") return status;
  if (status === "warning_closed") return null;
  if (status.startsWith("warning_")) return "inquiry";
  if (status.startsWith("appeal_")) return "lost";
  if (status !== "prevented") return "open";
  return (moved ?? []).reduce((sum, { amount }) => sum + amount, 0) < 0 ? "lost" : null;
}

/** Until when the first is answered of those that the provider needs an answer to. */
function dueOf(disputes: readonly StripeDispute[]): number | undefined {
  const due = disputes.flatMap(({ status, evidence_details: details }) =>
    status.endsWith("needs_response") && details?.due_by ? [details.due_by * 1000] : [],
  );
  return due.length === 0 ? undefined : Math.min(...due);
}

/** The first of these decides where there are several disputes. */
const gravest = ["open", "lost", "inquiry", "won"] as const;

/** A payment of Stripe's, with its disputes. */
export function paymentOf(
  intent: z.output<typeof Intent>,
  { data: disputes }: z.output<typeof Disputes>,
): ProviderPayment {
  const { status, latest_charge: charge, last_payment_error: error, customer, payment_method } = intent;
  const dispute = gravest.find((one) => disputes.some((each) => meaningOf(each) === one)) ?? null;
  const method = charge ? labelOf(charge) : null;
  const state = stateOf(status);
  const currency = intent.currency.toUpperCase();
  const isSaved =
    state === "paid" && customer && payment_method && intent.setup_future_usage === "off_session";
  const counted =
    dispute === null || dispute === "won" ? [] : disputes.filter((one) => meaningOf(one) === dispute);
  return {
    ref: intent.id,
    paymentId: intent.metadata?.payment_id,
    state,
    isDebiting: status === "processing",
    currency,
    receivedMinor: minorOf(currency, intent.amount_received),
    refundedMinor: minorOf(currency, charge?.amount_refunded ?? 0),
    dispute,
    disputedMinor: minorOf(
      currency,
      counted.reduce((sum, { amount }) => sum + amount, 0),
    ),
    disputeDueAt: dueOf(disputes),
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
  isDebiting: false,
  currency: (currency ?? "").toUpperCase(),
  receivedMinor: 0,
  refundedMinor: 0,
  dispute: null,
  disputedMinor: 0,
  method: null,
  saved: null,
  failure: status === "expired" ? "checkout_expired" : null,
});
