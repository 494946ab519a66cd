import type { Schemas } from "../api/client.ts";
import { bytes, count, counted } from "../base/format.ts";

export type Policy = Schemas["Policy"];

const renewals = {
  day: "per day. Resets at midnight UTC.",
  week: "per week. Resets on Mondays at midnight UTC.",
  month: "per month. Resets on the 1st at midnight UTC.",
  lifetime: "for the lifetime of the subscription.",
} as const;

/** `free`, `1 credit`, `2 credits`. */
export const creditWords = (credits: number): string => (credits === 0 ? "free" : counted(credits, "credit"));

interface Registered {
  readonly id: string;
  readonly path: string;
}

/** The API that answers a path: a registered one, or else the first segment. */
export function apiOf(path: string, registered: readonly Registered[] = []): string {
  return registeredAt(path, registered)?.id ?? path.split("/")[1] ?? "";
}

function registeredAt(path: string, registered: readonly Registered[]): Registered | undefined {
  const [api] = registered
    .filter((one) => `${path}/`.startsWith(`/${one.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length);
  return api;
}

/** Whether a path only previews lookups, which every key may do, free. */
export const isPreview = (path: string): boolean => path.startsWith("/coverage/");

/** The price of a call in credits. */
export function priceOf(
  path: string,
  { credit_cost: cost = {} }: Policy,
  registered: readonly Registered[] = [],
): number {
  if (isPreview(path)) return 0;
  if (path.includes("/options/") && !registeredAt(path, registered)) return cost.options ?? 0;
  return cost.per_api?.[apiOf(path, registered)] ?? cost.default ?? 1;
}

function costWords(cost: NonNullable<Policy["credit_cost"]>, nameOf: (api: string) => string): string {
  const others = Object.entries(cost.per_api ?? {}).map(
    ([api, credits]) => `${nameOf(api)}: ${creditWords(credits)}`,
  );
  const operations = Object.entries(cost.per_operation ?? {}).map(
    ([operation, credits]) => `${operation}: ${creditWords(credits)}`,
  );
  return [
    `Lookup: ${creditWords(cost.default ?? 1)}`,
    ...others,
    ...operations,
    `List: ${creditWords(cost.options ?? 0)}`,
  ]
    .join(". ")
    .concat(".");
}

/** A policy as sentences, one per rule. `nameOf` returns the name of an API ID. */
export function policyWords(policy: Policy, nameOf: (api: string) => string = (api) => api): string[] {
  const { rate_limit: rate, quota, ip_filter: filter, cache, cors, watches } = policy;
  const amounts = [
    quota?.calls !== undefined && counted(quota.calls, "call"),
    quota?.bandwidth_kb !== undefined && bytes(quota.bandwidth_kb * 1000),
  ].filter(Boolean);
  const sites = cors?.origins.join(", ") || "none";
  return [
    rate &&
      `Rate limit: ${counted(rate.calls, "call")} per ${counted(rate.renewal_period_s, "second")}. More calls return 429 and are not charged.`,
    quota && `Quota: ${amounts.join(" and ")} ${renewals[quota.renewal]}`,
    costWords(policy.credit_cost ?? {}, nameOf),
    policy.charge_on === "always" ? "Not found is charged like found." : "Not found is free.",
    filter?.allow?.length && `Allowed networks: ${filter.allow.join(", ")}.`,
    filter?.deny?.length && `Blocked networks: ${filter.deny.join(", ")}.`,
    cache && `Responses can be cached for ${counted(cache.ttl_s, "second")}.`,
    policy.coverage === false && "Without coverage: what a lookup would answer is not shown before.",
    watches !== undefined && `Watched VINs: up to ${count(watches)}.`,
    cors && `Allowed origins: ${sites}.`,
  ].filter((words) => typeof words === "string");
}

/** The initial credits of a plan's subscriptions. */
export function grantWords(credits: number | null): string {
  return credits === null ? "Unlimited credits" : `${count(credits)} credits`;
}

/** How many subscriptions to a plan a customer can ever create; null: any number. As the service decides it. */
export function ownLimit(plan: {
  readonly subscriptions_limit: number | null;
  readonly approval_required: boolean;
  readonly credits_granted: number | null;
}): number | null {
  if (plan.subscriptions_limit !== null) return plan.subscriptions_limit;
  return plan.approval_required || !plan.credits_granted ? null : 1;
}
