import { useQuery } from "@tanstack/react-query";
import { useOwnKey } from "../../api/own-key.ts";
import { products } from "../../api/queries.ts";
import { creditWords, priceOf } from "../../parts/policy-words.ts";

/** Returns the price of lookups in the user's plan, for example "2 credits". */
export function usePrice(): (paths: readonly string[]) => string {
  const { subscription } = useOwnKey();
  const plans = useQuery(products).data?.items ?? [];
  const policy = plans.find(({ id }) => id === subscription?.product_id)?.policy ?? {};
  return (paths) => creditWords(paths.reduce((sum, path) => sum + priceOf(path, policy), 0));
}
