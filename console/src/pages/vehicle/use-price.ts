import { useQuery } from "@tanstack/react-query";
import { useOwnKey } from "../../api/own-key.ts";
import { products } from "../../api/queries.ts";
import { creditWords, priceOf } from "../../parts/policy-words.ts";

/** The price of lookups in the user's plan: as a number, and for example as "2 credits". */
export function usePrice() {
  const { subscription } = useOwnKey();
  const plans = useQuery(products).data?.items ?? [];
  const policy = plans.find(({ id }) => id === subscription?.product_id)?.policy ?? {};
  const creditsOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + priceOf(path, policy), 0);
  return { creditsOf, price: (paths: readonly string[]) => creditWords(creditsOf(paths)) };
}
