import type { Schemas } from "../api/client.ts";
import { bytes, count, listed } from "../base/format.ts";
import { t } from "../base/language/language.ts";

export type Policy = Schemas["Policy"];

const renewals = {
  day: t("per day. Resets at midnight UTC."),
  week: t("per week. Resets on Mondays at midnight UTC."),
  month: t("per month. Resets on the 1st at midnight UTC."),
  lifetime: t("for the lifetime of the subscription."),
} as const;

/** `free`, `1 credit`, `2 credits`. */
export const creditWords = (credits: number): string =>
  credits === 0 ? t("free") : t("{credits, plural, one {# credit} other {# credits}}", { credits });

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
    t("Lookup: {creditWords}", { creditWords: creditWords(cost.default ?? 1) }),
    ...others,
    ...operations,
    t("List: {creditWords}", { creditWords: creditWords(cost.options ?? 0) }),
  ]
    .join(". ")
    .concat(".");
}

/** A policy as sentences, one per rule. `nameOf` returns the name of an API ID. */
export function policyWords(policy: Policy, nameOf: (api: string) => string = (api) => api): string[] {
  const { rate_limit: rate, quota, ip_filter: filter, cache, cors, watches } = policy;
  const amounts = [
    quota?.calls !== undefined && t("{calls, plural, one {# call} other {# calls}}", { calls: quota.calls }),
    quota?.bandwidth_kb !== undefined && bytes(quota.bandwidth_kb * 1000),
  ].filter((amount) => amount !== false);
  const sites = cors?.origins.join(", ") || t("none");
  return [
    rate &&
      t(
        "Rate limit: {calls, plural, one {# call} other {# calls}} per {renewalPeriodS, plural, one {# second} other {# seconds}}. More calls return 429 and are not charged.",
        { calls: rate.calls, renewalPeriodS: rate.renewal_period_s },
      ),
    quota && t("Quota: {amounts} {renewal}", { amounts: listed(amounts), renewal: renewals[quota.renewal] }),
    costWords(policy.credit_cost ?? {}, nameOf),
    policy.charge_on === "always" ? t("Not found is charged like found.") : t("Not found is free."),
    policy.charge_on === "valid" && t("A VIN with a wrong check digit is free."),
    filter?.allow?.length && t("Allowed networks: {allow}.", { allow: filter.allow.join(", ") }),
    filter?.deny?.length && t("Blocked networks: {deny}.", { deny: filter.deny.join(", ") }),
    cache &&
      t("Responses can be cached for {ttlS, plural, one {# second} other {# seconds}}.", {
        ttlS: cache.ttl_s,
      }),
    policy.coverage === false && t("Without coverage: what a lookup would answer is not shown before."),
    watches !== undefined && t("Watched VINs: up to {watches}.", { watches: count(watches) }),
    cors && t("Allowed origins: {sites}.", { sites }),
  ].filter((words) => typeof words === "string");
}

/** The initial credits of a plan's subscriptions. */
export function grantWords(credits: number | null): string {
  return credits === null ? t("Unlimited credits") : t("{credits} credits", { credits: count(credits) });
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
