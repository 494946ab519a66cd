import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "./client.ts";
import { listing, reading } from "./reading.ts";

/** The subscriptions of one user, newest first. */
export const subscriptionsOf = (userId: string) =>
  listing(["subscriptions", userId], "/users/{id}/subscriptions", {
    path: { id: userId },
    query: { page_size: 200 },
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
  reading(["subscriptions", "keys", subscriptionId], "/subscriptions/{subscription_id}/keys", {
    path: { subscription_id: subscriptionId },
  });

export const products = {
  ...listing(["products"], "/products", { query: { page_size: 1000 } }),
  staleTime: 60_000,
};

export const apis = { ...listing(["apis"], "/apis", { query: { page_size: 1000 } }), staleTime: 60_000 };

export const apisOfProduct = (id: string) =>
  listing(["products", id, "apis"], "/products/{id}/apis", { path: { id }, query: { page_size: 1000 } });

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
