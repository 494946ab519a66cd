import { useQueries } from "@tanstack/react-query";
import { type LookupResult, requireLookup } from "../../api/lookup.ts";

/** A lookup of a page. */
export interface LookupState {
  readonly result: LookupResult | undefined;
  /** The response's `data`; null without a record, undefined while it loads. */
  readonly data: unknown;
  readonly error: unknown;
}

/** Makes each lookup once. Results are kept, so that the page is not charged again. */
export function useLookups(paths: readonly string[], key: string | undefined, enabled = true) {
  const queries = useQueries({
    queries: paths.map((path) => ({
      queryKey: ["lookup", path, key],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        requireLookup(path, key ?? "", { signal, accepted: [404] }),
      enabled: enabled && Boolean(key),
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
  return {
    lookups,
    ready: lookups.every(({ result }) => result !== undefined),
    failed: lookups.find(({ error }) => error)?.error,
    retry: () => Promise.all(queries.filter(({ error }) => error).map((one) => one.refetch())),
  };
}
