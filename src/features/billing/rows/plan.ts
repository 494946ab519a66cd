import { never } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import { integer, orNull, text, word } from "../../../entities/stored.ts";
import type { RowOf } from "../../../entities/table.ts";
import type { Anchor } from "../../offers/calendar/periods.ts";

/** `suspended` while the subscription is not active, `lapsed` after a period that was not paid. */
export const planStates = ["active", "paused", "suspended", "lapsed", "ended"] as const;
export type PlanState = (typeof planStates)[number];

/** The offer that a subscription has, and what happens next. Times are milliseconds UTC. */
export type Plan = RowOf<typeof planMembers>;

export const planMembers = {
  subscriptionId: text,
  productId: text,
  offerVersion: integer,
  state: word(...planStates),
  /** By invoice, credits are granted at once; prepaid, when the period is paid. */
  payment: word("invoice", "prepaid"),
  /** A calendar date: the day on which period `firstNumber` starts. */
  anchorDate: text,
  timeZone: text,
  firstNumber: integer,
  /** The period from which the years of a price are counted. */
  pricedFrom: integer,
  /** The period that is entered next, and when it starts; the one before ends at its start. */
  nextNumber: integer,
  nextStartsAt: integer,
  /** The first period of a change, and when it starts; null and `never` without one. */
  changeNumber: orNull(integer),
  changeAt: integer,
  /** Null if renewals end there. */
  nextProductId: orNull(text),
  nextOfferVersion: orNull(integer),
  /** The customer's own limit beyond credits, per period. */
  cap: integer,
};

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
