import { useQueries } from "@tanstack/react-query";
import { codeOf, type LookedUp, lookUp, saidBy } from "../../api/lookup.ts";
import { Problem, retryAfterOf } from "../../api/problem.ts";

/** What came of a lookup that a page needs: its data, or null where there is no record. */
export interface Asked {
  readonly got: LookedUp | undefined;
  /** The answer's `data`; null: nothing is recorded. Undefined until it is here. */
  readonly data: unknown;
  readonly error: unknown;
}

async function ask(path: string, key: string, signal: AbortSignal): Promise<LookedUp> {
  const got = await lookUp(path, key, signal);
  if (got.status === 200 || got.status === 404) return got;
  throw new Problem(got.status, saidBy(got), codeOf(got), {
    requestId: got.requestId,
    retryAfter: retryAfterOf(got.headers),
  });
}

/** Makes these lookups once each: what was answered is kept, so that coming back to the page costs nothing. */
export function useLookups(paths: readonly string[], key: string | undefined, wanted = true) {
  const found = useQueries({
    queries: paths.map((path) => ({
      queryKey: ["lookup", path, key],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(path, key ?? "", signal),
      enabled: wanted && Boolean(key),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
      retry: false,
    })),
  });
  const asked = found.map(({ data, error }): Asked => {
    const answer = (data?.body ?? {}) as { data?: unknown };
    return {
      got: data,
      data: data === undefined ? undefined : data.status === 404 ? null : answer.data,
      error,
    };
  });
  return {
    asked,
    ready: asked.every(({ got }) => got !== undefined),
    failed: asked.find(({ error }) => error)?.error,
    retry: () => Promise.all(found.filter(({ error }) => error).map((one) => one.refetch())),
  };
}
