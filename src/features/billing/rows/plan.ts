import { never } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import type { Anchor } from "../../offers/calendar/periods.ts";

/** `suspended` while the subscription is not active, `lapsed` after a period that was not paid. */
export const planStates = ["active", "paused", "suspended", "lapsed", "ended"] as const;
export type PlanState = (typeof planStates)[number];

/** The offer that a subscription has, and what happens next. Times are milliseconds UTC. */
export interface Plan {
  readonly subscriptionId: string;
  readonly productId: string;
  readonly offerVersion: number;
  readonly state: PlanState;
  /** By invoice, credits are granted at once; prepaid, when the period is paid. */
  readonly payment: "invoice" | "prepaid";
  /** A calendar date: the day on which period `firstNumber` starts. */
  readonly anchorDate: string;
  readonly timeZone: string;
  readonly firstNumber: number;
  /** The period from which the years of a price are counted. */
  readonly pricedFrom: number;
  /** Of the period that is entered next; the one before ends at its start. */
  readonly nextNumber: number;
  readonly nextStartsAt: number;
  /** The first period of a change, and when it starts; null and `never` without one. */
  readonly changeNumber: number | null;
  readonly changeAt: number;
  /** Null if renewals end there. */
  readonly nextProductId: string | null;
  readonly nextOfferVersion: number | null;
  /** The customer's own limit beyond credits, per period. */
  readonly cap: number;
}

/** How long before its start a period is entered, so that no call comes between two periods. */
export const leadMs = dayMs;

export const noChange = {
  changeNumber: null,
  changeAt: never,
  nextProductId: null,
  nextOfferVersion: null,
} as const;

export const anchorOf = ({ anchorDate: date, timeZone: zone }: Plan): Anchor => ({ date, zone });

/** Whether renewals end before the next period. */
export const hasNoNext = ({ changeNumber, nextProductId, nextNumber }: Plan): boolean =>
  changeNumber !== null && nextProductId === null && nextNumber >= changeNumber;

/** When the next period is due to be entered. */
export function nextAt(plan: Plan): number {
  if (plan.state !== "active" || plan.nextStartsAt === never || hasNoNext(plan)) return never;
  return plan.nextStartsAt - leadMs;
}

/** Whether the next period has the offer of a scheduled change. */
export const isChanged = ({ changeNumber, nextProductId, nextNumber }: Plan): boolean =>
  changeNumber !== null && nextProductId !== null && nextNumber >= changeNumber;

/** The product and version that a plan has in its next period; the version may be replaced after its notice. */
export function nextTerms(plan: Plan): { readonly productId: string; readonly version: number } {
  return isChanged(plan)
    ? { productId: plan.nextProductId!, version: plan.nextOfferVersion! }
    : { productId: plan.productId, version: plan.offerVersion };
}
