import { useQuery } from "@tanstack/react-query";
import { useAccount } from "../../api/account.ts";
import type { Subscription } from "../../api/client.ts";
import type { useCoverage } from "../../api/own-key.ts";
import { apis, products } from "../../api/queries.ts";
import { apiOf, priceOf } from "../../parts/policy-words.ts";
import { decodeCall } from "../../parts/samples.ts";
import { examplePath, operationsFor } from "../reference/operations.ts";

const decode = decodeCall("5J6RW2H59JL990075");

/** A call that a subscription may make, and its price in credits. */
export interface FirstCall {
  readonly path: string;
  readonly price: number;
  /** Undefined for an API without a document. */
  readonly operation: { readonly id: string; readonly path: string } | undefined;
}

/**
 * Decoding a VIN, if the plan includes it; else the first call of the reference that it includes. Undefined while that
 * is loading, null if there is none.
 */
export function useFirstCall(
  subscription: Subscription | undefined,
  coverage: ReturnType<typeof useCoverage>,
): FirstCall | null | undefined {
  const { id } = useAccount();
  const covers = (api: string) => (subscription && coverage?.(api)(subscription)) ?? false;
  const searched = subscription !== undefined && coverage !== undefined && !covers(apiOf(decode.path));
  const plans = useQuery(products);
  const operations = useQuery({ ...operationsFor(id), enabled: searched });
  const all = useQuery({ ...apis, enabled: searched });
  if (!subscription || !coverage || plans.isPending) return undefined;
  const { policy = {} } = plans.data?.items.find((one) => one.id === subscription.product_id) ?? {};
  if (!searched) return { ...decode, price: priceOf(decode.path, policy) };
  if (operations.isPending || all.isPending) return undefined;
  const registered = all.data?.items.filter(({ builtin }) => !builtin) ?? [];
  const documented = (operations.data ?? [])
    .filter((one) => one.method === "GET" && one.lookup && !one.path.includes("/options/"))
    .filter((one) => covers(apiOf(one.path, registered)))
    .map((operation) => ({ path: examplePath(operation), operation }));
  const undocumented = registered
    .filter((one) => covers(one.id))
    .map((one) => ({ path: `/${one.path}`, operation: undefined }));
  const { path, operation } = [...documented, ...undocumented].find((one) => one.path !== undefined) ?? {};
  return path === undefined ? null : { path, operation, price: priceOf(path, policy, registered) };
}
