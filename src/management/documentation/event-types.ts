import type { EventType } from "../../outbox/events.ts";

interface Described {
  readonly type: EventType;
  readonly operators?: true;
  readonly meaning: string;
  /** The `data` of such an event. */
  readonly data: object;
}

const subscription_id = "shop";
const user_id = "lena";
const grant_id = "0193594b-4c00-7000-8000-000000000000";
const expires_at = "2026-12-12T00:00:00.000Z";

const period = {
  subscription_id,
  number: 4,
  product_id: "growth",
  starts_at: "2026-11-12T00:00:00.000Z",
  ends_at: "2026-12-12T00:00:00.000Z",
  price_minor: 9900,
  currency: "EUR",
};

const payment = {
  payment_id: "0193a5b0-0000-7000-8000-000000000003",
  subscription_id,
  kind: "renewal",
  minor: 11_781,
  currency: "EUR",
};
const paper_id = "0193a5b0-0000-7000-8000-000000000004";

/** The types that a webhook can receive, in the order in which they are shown. */
export const eventDescriptions = [
  {
    type: "credits.low",
    meaning: "A balance fell to one of the webhook's thresholds. Sent again after credits were added.",
    data: { subscription_id, threshold: 100, remaining: 98 },
  },
  {
    type: "credits.gone",
    meaning: "A subscription has no credits left. Its calls are refused with 402.",
    data: { subscription_id, remaining: 0 },
  },
  {
    type: "credits.period_used",
    meaning: "50, 80 or 100 % of a period's credits are used.",
    data: { subscription_id, grant_id, percent: 80, credits: 20_000, used: 16_004, expires_at },
  },
  {
    type: "credits.cap_used",
    meaning:
      "50, 80 or 100 % of the cap beyond a plan's credits is used. At 100 % calls are refused with 402.",
    data: { subscription_id, grant_id, percent: 50, credits: 5000, used: 2500, expires_at },
  },
  {
    type: "credits.expiring",
    meaning: "Credits that are left expire within seven days.",
    data: { subscription_id, grant_id, source: "purchase", left: 1353, expires_at },
  },
  {
    type: "key.replaced",
    meaning:
      "A key was replaced. The previous key works until `former_expires_at`; null means that it has expired.",
    data: { subscription_id, slot: "primary", former_expires_at: "2026-11-22T00:00:00.000Z" },
  },
  {
    type: "key.expiring",
    meaning: "A replaced key stops working within an hour.",
    data: { subscription_id, slot: "primary", expires_at: "2026-11-22T00:00:00.000Z" },
  },
  {
    type: "subscription.changed",
    meaning: "A subscription is new, or its state has changed.",
    data: { subscription_id, former_state: "submitted", state: "active" },
  },
  {
    type: "dataset.changed",
    meaning: "A dataset has a new version. Customers receive this for families that they can call.",
    data: { family: "auction", dataset: { name: "house", version: "2026-11-21", records: 120_000 } },
  },
  {
    type: "watch.changed",
    meaning: "The records of a watched VIN have changed. The path in `lookup` returns the current records.",
    data: {
      subscription_id,
      vin: "5J6RW2H59JL990075",
      family: "auction",
      lookup: "/auction/5J6RW2H59JL990075",
      changed_at: "2026-11-21T08:00:00.000Z",
      dataset: { name: "house", version: "2026-11-21" },
      former_dataset: { name: "house", version: "2026-11-20" },
      added: 1,
      removed: 0,
      changed: 0,
      records: [{ change: "added", id: "4711", date: "2026-11-20T00:00:00.000Z" }],
      records_omitted: 0,
    },
  },
  {
    type: "batch.done",
    meaning:
      "A batch of reports has ended: `complete`, `refused` from a line on, or `cut` because its client had gone.",
    data: {
      subscription_id,
      request_id: "0193a5b0-0000-7000-8000-000000000002",
      operation: "reportVehicles",
      ended: "complete",
      lines: 250,
      reports: 249,
      from_line: null,
      credits_charged: 1210,
    },
  },
  {
    type: "period.renewed",
    meaning:
      "A period of a plan has started. Its credits are in the balance, unless it is prepaid and unpaid.",
    data: period,
  },
  {
    type: "period.unpaid",
    meaning: "A period has started that is not paid.",
    data: period,
  },
  {
    type: "period.lapsed",
    meaning: "A period was not paid. What was left of its credits is removed, and renewals have stopped.",
    data: period,
  },
  {
    type: "plan.changed",
    meaning:
      "A change of plan is `scheduled`, `withdrawn` or `done`. `product_id` is the plan after it; null ends renewals.",
    data: {
      subscription_id,
      change: "scheduled",
      product_id: "starter",
      at: "2026-12-12T00:00:00.000Z",
    },
  },
  {
    type: "plan.terms_changed",
    meaning:
      "A newer version of the plan's offer applies from a later period on. Until then price and credits stay as they are.",
    data: {
      subscription_id,
      product_id: "growth",
      version: 3,
      former_version: 2,
      from: "2027-01-12T00:00:00.000Z",
      currency: "EUR",
      price_minor: 10_900,
      former_price_minor: 9900,
      credits: 16_000,
      former_credits: 15_000,
    },
  },
  {
    type: "statement.ready",
    meaning: "The statement of a month is final: all its days are proved.",
    data: { user_id, month: "2026-10", calls: 14_210, credits: 13_988 },
  },
  {
    type: "terms.published",
    meaning: "Terms that the user has accepted have a newer version. Nothing stops until it is accepted.",
    data: { user_id, kind: "terms", version: 2, title: "Terms of service" },
  },
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
  {
    type: "webhook.disabled",
    meaning: "Another webhook of the account was disabled: it failed for a week, or returned 410.",
    data: {
      webhook_id: "0193a5b0-0000-7000-8000-000000000000",
      url: "https://example.com/hook",
      failing_since: "2026-11-14T00:00:00.000Z",
    },
  },
  {
    type: "import.done",
    operators: true,
    meaning: "An import has ended.",
    data: {
      import_id: "0193a5b0-0000-7000-8000-000000000001",
      family: "auction",
      source: "auctions-2026",
      mode: "replace",
    },
  },
  {
    type: "import.failed",
    operators: true,
    meaning: "An import has failed. The previous records stay.",
    data: {
      import_id: "0193a5b0-0000-7000-8000-000000000001",
      family: "auction",
      source: "auctions-2026",
      mode: "replace",
      error: "line 7: the VIN has 16 characters",
    },
  },
] as const satisfies readonly Described[];

export const eventTypes = eventDescriptions.map(({ type }) => type);

/** The types that only operators' webhooks receive. */
export const operatorTypes: ReadonlySet<EventType> = new Set(
  eventDescriptions.flatMap((one) => ("operators" in one ? one.type : [])),
);
