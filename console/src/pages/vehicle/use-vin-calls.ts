import { type QueryClient, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAccount } from "../../api/account.ts";
import { type LookupResult, requireLookup } from "../../api/lookup.ts";
import { useOwnKey } from "../../api/own-key.ts";
import { asProblem } from "../../api/problem.ts";
import { addReceipt, type Receipts, receiptsOf, removeReceipt } from "../../api/receipts.ts";
import { t } from "../../base/language/language.ts";
import { apiOf } from "../../parts/policy-words.ts";
import { usePrice } from "./use-price.ts";

/** The lookups of one VIN: what was paid for, what the rest costs, and what the plan covers. */
export interface VinCalls {
  readonly vin: string;
  readonly userId: string;
  readonly key: string | undefined;
  /** Why nothing can be looked up; false if something can, or while this is not known. */
  readonly unavailable: string | false;
  readonly receipts: Receipts;
  /** The paths that would be charged. */
  unpaid(paths: readonly string[]): readonly string[];
  /** What the unpaid paths cost together. */
  price(paths: readonly string[]): string;
  /** Whether the plan contains the API of a path. */
  covers(path: string): boolean;
}

/** Undefined until the receipts are known. */
export function useVinCalls(vin: string): VinCalls | undefined {
  const { id: userId } = useAccount();
  const { key, subscription, coverage, hasNone } = useOwnKey();
  const { price } = usePrice();
  const known = useQuery(receiptsOf(userId, vin));
  // Without the log, everything has its price.
  const receipts = known.data ?? (known.isError ? new Map<string, string>() : undefined);
  if (!receipts) return undefined;
  const unpaid = (paths: readonly string[]) => paths.filter((path) => !receipts.has(path));
  return {
    vin,
    userId,
    key,
    unavailable: hasNone && t("You need an active subscription."),
    receipts,
    unpaid,
    price: (paths) => price(unpaid(paths)),
    covers: (path) => (subscription && coverage?.(apiOf(path))(subscription)) ?? true,
  };
}

/** A lookup of a page. */
export interface LookupState {
  readonly result: LookupResult | undefined;
  /** The response's `data`; null without a record, undefined before it was requested and while it loads. */
  readonly data: unknown;
  readonly error: unknown;
}

async function request(
  queries: QueryClient,
  { vin, userId, key, receipts }: VinCalls,
  path: string,
  signal: AbortSignal,
): Promise<LookupResult> {
  const repeatOf = receipts.get(path);
  try {
    const result = await requireLookup(path, key ?? "", { signal, repeatOf, accepted: [404] });
    if (!repeatOf) {
      addReceipt(queries, userId, vin, result);
      void queries.invalidateQueries({ queryKey: ["subscriptions"] });
    }
    return result;
  } catch (error) {
    const { status, retryAfter } = asProblem(error);
    // The page then offers it for its price: it is not free again, now or later.
    const isOver = status === 422 || (status === 409 && retryAfter === undefined);
    if (repeatOf && isOver) removeReceipt(queries, userId, vin, path);
    throw error;
  }
}

/** Makes each lookup once: those that were paid for, and all of them if they are `bought`. */
export function useLookups(calls: VinCalls, paths: readonly string[], bought: boolean) {
  const client = useQueryClient();
  const wanted = paths.map((path) => bought || calls.receipts.has(path));
  const queries = useQueries({
    queries: paths.map((path, index) => ({
      queryKey: ["lookup", path, calls.key],
      queryFn: ({ signal }: { signal: AbortSignal }) => request(client, calls, path, signal),
      enabled: wanted[index] === true && Boolean(calls.key),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
      retry: false,
    })),
  });
  const lookups = queries.map(({ data: result, error }): LookupState => {
    const body = (result?.body ?? {}) as { data?: unknown };
    return { result, data: result?.status === 404 ? null : body.data, error };
  });
  const started = lookups.filter((_, index) => wanted[index]);
  return {
    lookups,
    started: started.length > 0,
    ready: started.length > 0 && started.every(({ result }) => result !== undefined),
    failed: started.find(({ error }) => error)?.error,
    retry: () => Promise.all(queries.filter(({ error }) => error).map((one) => one.refetch())),
  };
}
