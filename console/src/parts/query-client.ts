import { QueryClient } from "@tanstack/react-query";
import { asProblem } from "../api/problem.ts";
import { reachableStore } from "../api/reachability.ts";

/** What has been read is shown at once and read again after this time. */
const freshMs = 5000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a connection a query fails like any other, so that the page says so; it would wait in silence.
      networkMode: "always",
      staleTime: freshMs,
      // Only what an own moment later may go well is tried again.
      retry: (failures, error) => failures < 1 && [0, 502, 503, 504].includes(asProblem(error).status),
      retryDelay: 1000,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

// A service that has restarted is asked again for all that is on the page.
let reached = reachableStore.get();
export function followReachability(reachable: boolean): void {
  if (reachable && !reached) void queryClient.invalidateQueries();
  reached = reachable;
}
