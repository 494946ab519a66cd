import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, listOf, type Schemas } from "./client.ts";

export type MoneySums = Schemas["MoneySums"];

/** The sums of money by state; without a start of all time. */
export const moneySums = (from?: number) =>
  queryOptions({
    queryKey: ["payments", "sums", from],
    queryFn: () =>
      dataOf(
        api.GET("/payments/lines/sums", {
          params: { query: from === undefined ? {} : { from: new Date(from).toISOString() } },
        }),
      ),
  });

/** How customers pay, and what is missing before they can. */
export const paymentSettings = queryOptions({
  queryKey: ["payments", "settings"],
  queryFn: () => dataOf(api.GET("/payments/settings")),
});

/** The plans on sale that have a price. */
export const pricedPlans = queryOptions({
  queryKey: ["offers", "priced"],
  queryFn: async () => {
    const { items } = await listOf(api.GET("/offers", { params: { query: { page_size: 1000 } } }));
    return items.filter((one) => one.on_sale && one.price_minor > 0).map((one) => one.product_id);
  },
});
