import { compilePolicy } from "../../access/policy/enforced.ts";
import type { Policy } from "../../access/policy/policy.ts";
import type { Operation } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { ApiRow } from "../../management/apis/apis-record.ts";
import { trialProductId } from "../../management/products/products.ts";
import { type ProductRow, products as productTable } from "../../management/products/products-record.ts";
import type { Offer } from "./offer.ts";
import { newestOffers } from "./stored-offers.ts";

/** The credits of an API's lookups; those of its operations can differ. */
export interface LookupPrice {
  readonly api: string;
  readonly name: string;
  readonly credits_min: number;
  readonly credits_max: number;
}

/** A published product with its offer on sale. */
export interface SoldPlan {
  readonly product: ProductRow;
  readonly offer: Offer;
  readonly lookups: readonly LookupPrice[];
}

type PricedApi = Pick<ApiRow, "id" | "name" | "displayName"> & { readonly builtin: number };

/** What is on sale, the cheapest first, and the credits of the trial. */
export interface Pricing {
  readonly trialCredits: number | null;
  readonly plans: readonly SoldPlan[];
}

export async function readPricing(db: Queries, operations: readonly Operation[]): Promise<Pricing> {
  const products = await productTable.select(db, sql`where state = 'published'`);
  const offers = await newestOffers(db);
  const contents = await db.all<PricedApi & { product_id: string }>(sql`
    select pa.product_id, a.id, a.name, a.display_name as "displayName", a.builtin
    from product_api pa join api a on a.id = pa.api_id order by a.display_name, a.id`);
  const apisOf = Map.groupBy(contents, ({ product_id }) => product_id);
  const costs = new BuiltinCosts(operations);
  const plans = products.flatMap((product) => {
    const offer = offers.get(product.id);
    if (!offer?.on_sale) return [];
    const lookups = (apisOf.get(product.id) ?? []).flatMap(
      (api) => priceOf(api, product.policy, costs) ?? [],
    );
    return [{ product, offer, lookups }];
  });
  const trial = products.find(({ id }) => id === trialProductId);
  return { trialCredits: trial?.creditsGranted ?? null, plans: plans.sort(byPrice) };
}

/** The lookups of built-in APIs, without lists. */
class BuiltinCosts {
  readonly #operations: ReadonlyMap<string, readonly Operation[]>;

  constructor(operations: readonly Operation[]) {
    const lookups = operations.filter(({ lookup }) => lookup && !lookup.options && lookup.cost > 0);
    this.#operations = Map.groupBy(lookups, ({ lookup }) => lookup!.api);
  }

  of(api: string, policy: Policy): number[] {
    const { costOf } = compilePolicy(policy);
    return (this.#operations.get(api) ?? []).map(({ lookup, id }) => costOf(lookup!, id));
  }
}

/** Undefined for an API that has only lists. */
function priceOf(api: PricedApi, policy: Policy, builtin: BuiltinCosts): LookupPrice | undefined {
  const costs = api.builtin === 1 ? builtin.of(api.id, policy) : registeredCosts(api, policy);
  if (costs.length === 0) return undefined;
  const { id, displayName: name } = api;
  return { api: id, name, credits_min: Math.min(...costs), credits_max: Math.max(...costs) };
}

/** The costs of a registered API: of any call, and of the operations with a price of their own. */
function registeredCosts({ id, name }: PricedApi, policy: Policy): number[] {
  const own = policy.credit_cost?.per_operation ?? {};
  const costs = Object.entries(own).flatMap(([operation, cost]) =>
    operation.startsWith(`${name}.`) ? [cost] : [],
  );
  return [compilePolicy(policy).costOf({ api: id, cost: 1 }), ...costs];
}

function byPrice(one: SoldPlan, other: SoldPlan): number {
  const yearly = ({ offer: { price_minor, price_every } }: SoldPlan) =>
    price_every === "month" ? price_minor * 12 : price_minor;
  return yearly(one) - yearly(other) || (one.product.id < other.product.id ? -1 : 1);
}
