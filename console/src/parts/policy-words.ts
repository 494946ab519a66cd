import type { Schemas } from "../api/client.ts";
import { bytes, count, counted } from "../base/format.ts";

export type Policy = Schemas["Policy"];

const renewals = {
  day: "a day, renewed at midnight UTC",
  week: "a week, renewed on Mondays at midnight UTC",
  month: "a month, renewed on the first at midnight UTC",
  lifetime: "in the subscription's whole life",
} as const;

function costWords(cost: NonNullable<Policy["credit_cost"]>, nameOf: (api: string) => string): string {
  const base = cost.default ?? 1;
  const others = Object.entries(cost.per_api ?? {}).map(([api, credits]) => `${nameOf(api)} ${credits}`);
  const lists = cost.options ? `lists of choices ${cost.options}` : "lists of choices nothing";
  return `A lookup costs ${base === 0 ? "nothing" : counted(base, "credit")}${others.length > 0 ? `; ${others.join(", ")}` : ""}; ${lists}.`;
}

/** What a policy does, one sentence a rule. `nameOf` names an API by its id. */
export function policyWords(policy: Policy, nameOf: (api: string) => string = (api) => api): string[] {
  const {
    rate_limit: rate,
    quota,
    credit_cost: cost,
    charge_on: chargeOn,
    ip_filter: filter,
    cache,
    cors,
  } = policy;
  const words: string[] = [];
  if (rate)
    words.push(
      `At most ${counted(rate.calls, "call")} in ${counted(rate.renewal_period_s, "second")}; more answer 429 and are not charged.`,
    );
  if (quota) {
    const amounts = [
      quota.calls !== undefined && counted(quota.calls, "call"),
      quota.bandwidth_kb !== undefined && bytes(quota.bandwidth_kb * 1000),
    ].filter(Boolean);
    words.push(`At most ${amounts.join(" and ")} ${renewals[quota.renewal]}.`);
  }
  words.push(costWords(cost ?? {}, nameOf));
  words.push(
    chargeOn === "always"
      ? "What is not found is charged like what is found."
      : "What is not found is not charged.",
  );
  if (filter?.allow?.length) words.push(`Calls are taken from ${filter.allow.join(", ")} only.`);
  if (filter?.deny?.length) words.push(`Calls from ${filter.deny.join(", ")} are refused.`);
  if (cache) words.push(`Answers may be given again for ${counted(cache.ttl_s, "second")}.`);
  if (cors) words.push(`Scripts on ${cors.origins.join(", ") || "no other site"} may call it.`);
  return words;
}

/** What a product grants when it is subscribed to. */
export function grantWords(credits: number | null): string {
  return credits === null ? "No limit on credits" : `${count(credits)} credits`;
}
