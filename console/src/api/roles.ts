import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, listOf } from "./client.ts";

/** What each role can do: it changes with the program only. */
export const roles = queryOptions({
  queryKey: ["roles"],
  queryFn: () => dataOf(api.GET("/roles")),
  staleTime: Number.POSITIVE_INFINITY,
});

const operatorsMax = 200;

export const allOperators = queryOptions({
  queryKey: ["users", "operators"],
  queryFn: () => listOf(api.GET("/operators", { params: { query: { page_size: operatorsMax } } })),
});
