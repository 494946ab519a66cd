import { QueryClient } from "@tanstack/react-query";
import { asProblem } from "../api/problem.ts";
import { reachableStore } from "../api/reachability.ts";

/** Data older than this is shown and loaded again. */
const freshMs = 5000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Queries fail without a connection, so that the page shows it.
      networkMode: "always",
      staleTime: freshMs,
      // Retries errors that can be temporary, once.
      retry: (failures, error) => failures < 1 && [0, 502, 503, 504].includes(asProblem(error).status),
      retryDelay: 1000,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

// After an outage, everything on the page is loaded again.
let reached = reachableStore.get();
export function followReachability(reachable: boolean): void {
  if (reachable && !reached) void queryClient.invalidateQueries();
  reached = reachable;
}
