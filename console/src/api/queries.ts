import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, listOf } from "./client.ts";

/** The subscriptions of one user, newest first. */
export const subscriptionsOf = (userId: string) =>
  queryOptions({
    queryKey: ["subscriptions", userId],
    queryFn: () =>
      listOf(
        api.GET("/users/{id}/subscriptions", { params: { path: { id: userId }, query: { page_size: 200 } } }),
      ),
  });

/** The keys of a subscription. Viewing them is audited, so they are loaded once. */
export const keysOf = (subscriptionId: string) =>
  queryOptions({
    queryKey: ["keys", subscriptionId],
    queryFn: () =>
      dataOf(
        api.POST("/subscriptions/{subscription_id}/listSecrets", {
          params: { path: { subscription_id: subscriptionId } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** When a subscription's keys were created, expire and were last used. */
export const keyUseOf = (subscriptionId: string) =>
  queryOptions({
    queryKey: ["subscriptions", "keys", subscriptionId],
    queryFn: () =>
      dataOf(
        api.GET("/subscriptions/{subscription_id}/keys", {
          params: { path: { subscription_id: subscriptionId } },
        }),
      ),
  });

export const products = queryOptions({
  queryKey: ["products"],
  queryFn: () => listOf(api.GET("/products", { params: { query: { page_size: 1000 } } })),
  staleTime: 60_000,
});

export const apis = queryOptions({
  queryKey: ["apis"],
  queryFn: () => listOf(api.GET("/apis", { params: { query: { page_size: 1000 } } })),
  staleTime: 60_000,
});

export const apisOfProduct = (id: string) =>
  queryOptions({
    queryKey: ["products", id, "apis"],
    queryFn: () =>
      listOf(api.GET("/products/{id}/apis", { params: { path: { id }, query: { page_size: 1000 } } })),
  });

/** The service's version, and whether sign-up is open. */
export const identity = queryOptions({
  queryKey: ["identity"],
  queryFn: () => dataOf(api.GET("/identity", { headers: { authorization: "none" } })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** A decoded sample VIN for visitors. */
export const sampleDecode = queryOptions({
  queryKey: ["sample"],
  queryFn: async () => {
    const started = performance.now();
    const response = await dataOf(api.GET("/sample/decode", { headers: { authorization: "none" } }));
    return { response, milliseconds: performance.now() - started };
  },
  staleTime: Number.POSITIVE_INFINITY,
});
