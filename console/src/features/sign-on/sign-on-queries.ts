import { queryOptions } from "@tanstack/react-query";
import { api, asClient, dataOf } from "../../api/client.ts";
import { reading } from "../../api/reading.ts";

export const signOnProviders = queryOptions({
  queryKey: ["sign-on"],
  queryFn: async () => dataOf(api.GET("/auth/sign-on", { headers: await asClient() })),
  staleTime: Number.POSITIVE_INFINITY,
});

export const identitiesOf = (userId: string) =>
  reading(["identities", userId], "/users/{id}/identities", { path: { id: userId } });
