import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, listOf, type Schemas } from "../../api/client.ts";

export type Plan = Schemas["SubscriptionPlan"];
export type PlanOffer = NonNullable<Plan["offer"]>;
export type PossibleChange = Plan["changes"][number];
export type Period = Schemas["BillingPeriod"];
export type Grant = Schemas["Grant"];

/** The part of the key that all queries of plans have: a change of a plan makes them old. */
const key = "plans";

/** A subscription's plan, and what each change of it costs. */
export const planOf = (id: string) =>
  queryOptions({
    queryKey: [key, id],
    queryFn: () => dataOf(api.GET("/subscriptions/{id}/plan", { params: { path: { id } } })),
  });

/** A subscription's grants, first those with credits in the order in which they are spent. */
export const grantsOf = (id: string) =>
  queryOptions({
    queryKey: [key, id, "grants"],
    queryFn: () => dataOf(api.GET("/subscriptions/{id}/grants", { params: { path: { id } } })),
  });

interface Paged {
  readonly page: number;
  readonly page_size: number;
}

/** A subscription's periods, newest first. */
export const periodsOf = (id: string, query: Paged) =>
  queryOptions({
    queryKey: [key, id, "periods", query],
    queryFn: () => listOf(api.GET("/subscriptions/{id}/periods", { params: { path: { id }, query } })),
  });

/** The periods of all subscriptions in a state, by their start. */
export const periodsIn = (state: Period["state"], query: Paged) =>
  queryOptions({
    queryKey: [key, "periods", state, query],
    queryFn: () => listOf(api.GET("/periods", { params: { query: { ...query, state } } })),
  });

/** What a change of plan makes old. */
export const changedByPlans = [[key], ["subscriptions"]] as const;
