import type { EventDeclaration } from "../../outbox/declared-events.ts";

/** A period of a subscription's plan. */
export interface PeriodData {
  readonly subscription_id: string;
  /** From 0, over all plans of the subscription. */
  readonly number: number;
  readonly product_id: string;
  readonly starts_at: string;
  /** Null for what is sold once. */
  readonly ends_at: string | null;
  readonly price_minor: number;
  readonly currency: string;
}

declare module "../../outbox/events.ts" {
  interface EventData {
    readonly "period.renewed": PeriodData;
    readonly "period.unpaid": PeriodData;
    readonly "period.lapsed": PeriodData;
    readonly "plan.changed": {
      readonly subscription_id: string;
      readonly change: "scheduled" | "withdrawn" | "done";
      /** The plan after the change; null if renewals end. */
      readonly product_id: string | null;
      readonly at: string;
    };
    /** A newer version of the plan's offer applies from a later period on. */
    readonly "plan.terms_changed": {
      readonly subscription_id: string;
      readonly product_id: string;
      readonly version: number;
      readonly former_version: number;
      /** The start of the first period with the new version. */
      readonly from: string;
      readonly currency: string;
      readonly price_minor: number;
      readonly former_price_minor: number;
      readonly credits: number;
      readonly former_credits: number;
    };
  }
}

const subscription_id = "shop";
const period = {
  subscription_id,
  number: 4,
  product_id: "growth",
  starts_at: "2026-11-12T00:00:00.000Z",
  ends_at: "2026-12-12T00:00:00.000Z",
  price_minor: 9900,
  currency: "EUR",
} as const;

/** The events of plans and their periods. */
export const billingEvents: readonly EventDeclaration[] = [
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
];
