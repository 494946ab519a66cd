import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "./client.ts";

/** What each role can do: it changes with the program only. */
export const roles = queryOptions({
  queryKey: ["roles"],
  queryFn: () => dataOf(api.GET("/roles")),
  staleTime: Number.POSITIVE_INFINITY,
});
