import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, listOf, type Schemas } from "../../api/client.ts";

export type Pricing = Schemas["Pricing"];
export type SoldPlan = Pricing["plans"][number];
export type Offer = Schemas["Offer"];
export type OfferTerms = Schemas["OfferTerms"];
export type OfferPackage = Schemas["OfferPackage"];

/** What is on sale, without an account. */
export const pricing = queryOptions({
  queryKey: ["pricing"],
  queryFn: () => dataOf(api.GET("/pricing", { headers: { authorization: "none" } })),
});

/** The newest offer of each product that has one. */
export const offers = queryOptions({
  queryKey: ["offers"],
  queryFn: () => listOf(api.GET("/offers", { params: { query: { page_size: 1000 } } })),
});

/** All versions of a product's offer, newest first. */
export const versionsOf = (productId: string) =>
  queryOptions({
    queryKey: ["offers", productId],
    queryFn: () =>
      listOf(
        api.GET("/products/{id}/offers", { params: { path: { id: productId }, query: { page_size: 1000 } } }),
      ),
  });
