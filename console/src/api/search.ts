import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "./client.ts";

export type Searched = Schemas["Search"];
export type Hit = Schemas["SearchHit"];

/** What a text finds in one account, or in all. A pasted key leaves the memory soon after. */
export const searchOf = (account: string | undefined, text: string) =>
  queryOptions({
    queryKey: ["search", account ?? "", text],
    queryFn: ({ signal }) =>
      dataOf(
        account === undefined
          ? api.POST("/system/search", { body: { text }, signal })
          : api.POST("/users/{id}/search", { params: { path: { id: account } }, body: { text }, signal }),
      ),
    staleTime: 10_000,
    gcTime: 30_000,
    retry: false,
    refetchOnWindowFocus: false,
  });
