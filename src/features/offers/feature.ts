import type { Feature } from "../../feature.ts";
import { productOffers } from "./offers-schema.ts";

/** Prices and credits of products, in versions that never change. */
export const offers: Feature = {
  name: "offers",
  migrations: [productOffers],
};
