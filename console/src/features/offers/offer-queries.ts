import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { listing } from "../../api/reading.ts";

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
export const offers = listing(["offers"], "/offers", { query: { page_size: 1000 } });

/** All versions of a product's offer, newest first. */
export const versionsOf = (productId: string) =>
  listing(["offers", productId], "/products/{id}/offers", {
    path: { id: productId },
    query: { page_size: 1000 },
  });
