import type { Policy } from "../../access/policy/policy.ts";
import { shownAuth } from "../../management/apis/apis-credentials.ts";
import { namedFallback } from "../../management/apis/apis-fallback.ts";
import { type ApiRow, toApi } from "../../management/apis/apis-record.ts";
import { newApi } from "../../management/apis/apis-write.ts";
import { defaultProduct, type ProductRow, toProduct } from "../../management/products/products-record.ts";
import { type Offer, OfferTerms, termsOf } from "../offers/offer.ts";
import type { DeclaredApi, DeclaredProduct } from "./declaration.ts";

/** Replaces the name or ID of an API by the other; a text that is neither stays. */
export type Renaming = (api: string) => string;

/** A registered API as a file declares it: without its ID, its times and its credential. */
export function declaredApi(row: ApiRow): DeclaredApi {
  const { id, builtin, auth: _, created_at, updated_at, ...members } = toApi(row, true);
  const { auth: __, ...blank } = toApi(newApi(id, members, 0), true);
  const auth = declaredAuth(row);
  const shown = { ...members, fallback: declaredFallback(row) };
  return { ...changedFrom(blank, shown, ["name", "display_name", "path"]), ...(auth && { auth }) };
}

/** The names of an API's credentials as a file declares them. */
export function declaredAuth(row: ApiRow): DeclaredApi["auth"] {
  return (shownAuth(row) as DeclaredApi["auth"]) ?? undefined;
}

/** The second source of an API as a file declares it: without its credentials' values. */
export function declaredFallback(row: ApiRow): DeclaredApi["fallback"] {
  return namedFallback(row) as DeclaredApi["fallback"];
}

/** A product as a file declares it, with the names of its APIs. */
export function declaredProduct(
  row: ProductRow,
  apis: readonly string[],
  nameOf: Renaming,
  offer?: Offer,
): DeclaredProduct {
  const { created_at, updated_at, ...members } = toProduct(row, true);
  const blank = toProduct(defaultProduct(row.id, 0), true);
  const policy = withCosts(members.policy, nameOf);
  return {
    ...changedFrom(blank, { ...members, policy }, ["id"]),
    apis: apis.map(nameOf).sort(),
    ...(offer && { offer: declaredOffer(termsOf(offer)) }),
  };
}

const statedTerms = ["currency", "price_minor", "price_every", "credits", "credits_every"];
const usualTerms = OfferTerms.parse({
  currency: "EUR",
  price_minor: 0,
  price_every: "month",
  credits: 0,
  credits_every: "month",
});

/** The terms of an offer as a file declares them. */
export function declaredOffer(terms: OfferTerms): OfferTerms {
  return changedFrom(usualTerms, terms, statedTerms);
}

/** A policy whose costs by API have other names. */
export function withCosts(policy: Policy, rename: Renaming): Policy {
  const costs = policy.credit_cost?.per_api;
  if (!costs) return policy;
  const renamed = Object.entries(costs).map(([api, credits]) => [rename(api), credits]);
  return { ...policy, credit_cost: { ...policy.credit_cost, per_api: Object.fromEntries(renamed.sort()) } };
}

/** The members that differ from a blank object's, and those that are always stated. */
function changedFrom<T extends object>(blank: object, members: T, stated: readonly string[]): T {
  const differs = ([name, value]: [string, unknown]) =>
    stated.includes(name) || !sameValue(value, blank[name as keyof typeof blank]);
  return Object.fromEntries(Object.entries(members).filter(differs)) as T;
}

/** Whether two JSON values are equal; the order of members does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
  return Bun.deepEquals(one, other);
}
