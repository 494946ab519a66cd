import type { Paged, Schemas } from "../../api/client.ts";
import { listing, reading } from "../../api/reading.ts";

export type Plan = Schemas["SubscriptionPlan"];
export type PlanOffer = NonNullable<Plan["offer"]>;
export type PossibleChange = Plan["changes"][number];
export type Period = Schemas["BillingPeriod"];
export type Grant = Schemas["Grant"];

/** The part of the key that all queries of plans have: a change of a plan makes them old. */
const key = "plans";

/** A subscription's plan, and what each change of it costs. */
export const planOf = (id: string) => reading([key, id], "/subscriptions/{id}/plan", { path: { id } });

/** A subscription's grants, first those with credits in the order in which they are spent. */
export const grantsOf = (id: string) =>
  reading([key, id, "grants"], "/subscriptions/{id}/grants", { path: { id } });

/** A subscription's periods, newest first. */
export const periodsOf = (id: string, query: Paged) =>
  listing([key, id, "periods", query], "/subscriptions/{id}/periods", { path: { id }, query });

/** The periods of all subscriptions in a state, by their start. */
export const periodsIn = (state: Period["state"], query: Paged) =>
  listing([key, "periods", state, query], "/periods", { query: { ...query, state } });

/** What a change of plan makes old. */
export const changedByPlans = [[key], ["subscriptions"]] as const;
