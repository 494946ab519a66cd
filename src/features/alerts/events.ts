import type { EventDeclaration } from "../../outbox/declared-events.ts";

/** A part of a grant that was used. */
interface UsedCredits {
  readonly subscription_id: string;
  readonly grant_id: string;
  /** 50, 80 or 100. */
  readonly percent: number;
  readonly credits: number;
  readonly used: number;
  /** Null if they do not expire. */
  readonly expires_at: string | null;
}

declare module "../../outbox/events.ts" {
  interface EventData {
    readonly "credits.period_used": UsedCredits;
    readonly "credits.cap_used": UsedCredits;
    readonly "credits.expiring": {
      readonly subscription_id: string;
      readonly grant_id: string;
      readonly source: string;
      readonly left: number;
      readonly expires_at: string;
    };
  }
}

const subscription_id = "shop";
const grant_id = "0193594b-4c00-7000-8000-000000000000";
const expires_at = "2026-12-12T00:00:00.000Z";

/** The events of credits that are used or expire. */
export const alertEvents: readonly EventDeclaration[] = [
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
];
