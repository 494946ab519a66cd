import { queryOptions } from "@tanstack/react-query";
import { api, listOf, type Schemas } from "./client.ts";
import { reading } from "./reading.ts";

export type MoneySums = Schemas["MoneySums"];

/** The sums of money by state; without a start of all time. */
export const moneySums = (from?: number) =>
  reading(["payments", "sums", from], "/payments/lines/sums", {
    query: from === undefined ? {} : { from: new Date(from).toISOString() },
  });

/** How customers pay, and what is missing before they can. */
export const paymentSettings = reading(["payments", "settings"], "/payments/settings");

/** The plans on sale that have a price. */
export const pricedPlans = queryOptions({
  queryKey: ["offers", "priced"],
  queryFn: async () => {
    const { items } = await listOf(api.GET("/offers", { params: { query: { page_size: 1000 } } }));
    return items.filter((one) => one.on_sale && one.price_minor > 0).map((one) => one.product_id);
  },
});
