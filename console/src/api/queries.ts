import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, listOf } from "./client.ts";

/** The subscriptions of one user, newest first. */
export const subscriptionsOf = (userId: string) =>
  queryOptions({
    queryKey: ["subscriptions", userId],
    queryFn: () =>
      listOf(
        api.GET("/users/{id}/subscriptions", { params: { path: { id: userId }, query: { page_size: 200 } } }),
      ),
  });

/** The two keys of a subscription. Showing them is audited, so they are asked for once. */
export const keysOf = (subscriptionId: string) =>
  queryOptions({
    queryKey: ["keys", subscriptionId],
    queryFn: () =>
      answerOf(
        api.POST("/subscriptions/{subscription_id}/listSecrets", {
          params: { path: { subscription_id: subscriptionId } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Since when a subscription's keys are there, until when, and when they were last used. */
export const keysInUseOf = (subscriptionId: string) =>
  queryOptions({
    queryKey: ["subscriptions", "keys", subscriptionId],
    queryFn: () =>
      answerOf(
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

/** Who answers here, and whether sign-up is open. */
export const identity = queryOptions({
  queryKey: ["identity"],
  queryFn: () => answerOf(api.GET("/identity", { headers: { authorization: "none" } })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** One VIN that this installation has just decoded, for visitors. */
export const sampleDecode = queryOptions({
  queryKey: ["sample"],
  queryFn: async () => {
    const started = performance.now();
    const answer = await answerOf(api.GET("/sample/decode", { headers: { authorization: "none" } }));
    return { answer, milliseconds: performance.now() - started };
  },
  staleTime: Number.POSITIVE_INFINITY,
});
