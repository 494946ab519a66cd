// Stripe's objects as the fake stores them, and as its replies have them.

export interface Intent {
  readonly id: string;
  readonly created: number;
  status: string;
  readonly amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  payment_method: string | null;
  setup_future_usage: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  last_payment_error: { code: string; decline_code: string | null } | null;
  latest_charge: Charge | null;
}

export interface Charge {
  readonly id: string;
  readonly intent: string;
  readonly created: number;
  readonly amount: number;
  amount_refunded: number;
  disputed: boolean;
  readonly payment_method_details: object;
}

export interface Session {
  readonly id: string;
  readonly created: number;
  status: "open" | "complete" | "expired";
  readonly url: string;
  readonly currency: string;
  readonly amount: number;
  readonly customer: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly intentMetadata: Readonly<Record<string, string>>;
  intent: Intent | null;
}

export interface Refund {
  readonly id: string;
  readonly created: number;
  readonly intent: string;
  readonly amount: number;
  readonly currency: string;
  status: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Dispute {
  readonly id: string;
  readonly created: number;
  readonly intent: string;
  readonly currency: string;
  status: string;
  readonly amount: number;
  /** Seconds until which it is answered. */
  readonly dueBy: number;
}

export interface FakeEvent {
  readonly id: string;
  readonly created: number;
  readonly type: string;
  readonly object: object;
}

const live = { livemode: false } as const;

export const shownCharge = (charge: Charge, { currency, status }: Intent): object => ({
  object: "charge",
  ...live,
  id: charge.id,
  created: charge.created,
  amount: charge.amount,
  amount_captured: charge.amount,
  amount_refunded: charge.amount_refunded,
  billing_details: {},
  captured: true,
  currency,
  disputed: charge.disputed,
  metadata: {},
  paid: status === "succeeded",
  payment_intent: charge.intent,
  payment_method_details: charge.payment_method_details,
  refunded: charge.amount_refunded === charge.amount,
  status: chargeStates[status] ?? "failed",
});

const chargeStates: Readonly<Record<string, string>> = { succeeded: "succeeded", processing: "pending" };

/** `expanded`: its charge is whole, else an ID. */
export const shownIntent = (intent: Intent, expanded: boolean): object => {
  const { latest_charge: charge, last_payment_error: error, ...rest } = intent;
  return {
    object: "payment_intent",
    ...live,
    ...rest,
    capture_method: "automatic",
    confirmation_method: "automatic",
    payment_method_types: ["card"],
    last_payment_error: error && {
      type: "card_error",
      code: error.code,
      ...(error.decline_code !== null && error),
    },
    latest_charge: charge && (expanded ? shownCharge(charge, intent) : charge.id),
  };
};

/** `expanded`: its intent is whole, with its charge. */
export const shownSession = (session: Session, expanded: boolean): object => {
  const { id, created, status, url, currency, customer, metadata, amount, intent } = session;
  return {
    object: "checkout.session",
    ...live,
    id,
    created,
    status,
    url: status === "open" ? url : null,
    currency,
    customer: customer ?? intent?.customer ?? null,
    metadata,
    amount_total: amount,
    automatic_tax: { enabled: false, status: null },
    custom_fields: [],
    custom_text: {},
    expires_at: created + 86_400,
    mode: "payment",
    payment_intent: intent && (expanded ? shownIntent(intent, true) : intent.id),
    payment_method_types: ["card"],
    payment_status: status === "complete" && intent?.status === "succeeded" ? "paid" : "unpaid",
    shipping_options: [],
    ui_mode: "hosted",
  };
};

export const shownRefund = ({ intent, ...rest }: Refund): object => ({
  object: "refund",
  ...rest,
  payment_intent: intent,
});

export const shownDispute = ({ intent, dueBy, ...rest }: Dispute): object => ({
  object: "dispute",
  ...live,
  ...rest,
  balance_transactions: [],
  charge: `ch_of_${intent}`,
  evidence: {},
  evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: false,
  metadata: {},
  payment_intent: intent,
  reason: "fraudulent",
});

/** `apiVersion`: of the account's endpoint, which can be another than that of requests. */
export const shownEvent = ({ id, created, type, object }: FakeEvent, apiVersion: string): object => ({
  object: "event",
  ...live,
  id,
  created,
  type,
  api_version: apiVersion,
  data: { object },
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
});
