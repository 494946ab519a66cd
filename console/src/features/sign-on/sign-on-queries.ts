import { queryOptions } from "@tanstack/react-query";
import { api, asClient, dataOf } from "../../api/client.ts";

export const signOnProviders = queryOptions({
  queryKey: ["sign-on"],
  queryFn: async () => dataOf(api.GET("/auth/sign-on", { headers: await asClient() })),
  staleTime: Number.POSITIVE_INFINITY,
});

export const identitiesOf = (userId: string) =>
  queryOptions({
    queryKey: ["identities", userId],
    queryFn: () => dataOf(api.GET("/users/{id}/identities", { params: { path: { id: userId } } })),
  });
