import { queryOptions } from "@tanstack/react-query";
import { price } from "../base/money.ts";
import { startOfMonth } from "../base/range.ts";
import { api, listOf, type Schemas } from "./client.ts";
import { reading } from "./reading.ts";
import type { paths } from "./schema.gen.ts";

export type MoneySums = Schemas["MoneySums"];

type SumsQuery = NonNullable<paths["/payments/lines/sums"]["get"]["parameters"]["query"]>;

/** The sums of money by state. */
export const moneySums = (query: SumsQuery = {}) =>
  reading(["payments", "sums", query], "/payments/lines/sums", { query });

/** Those of this month, in the zone of the page. */
export const monthSums = (now: number) => moneySums({ from: startOfMonth(now).toISOString() });

/** What the lines of some states sum up to, in each currency, such as `€5,370.89`. */
export const totalsOf = (sums: MoneySums, of: readonly MoneySums[number]["state"][]): string[] =>
  [...Map.groupBy(sums, ({ currency }) => currency)].flatMap(([currency, all]) => {
    const own = all.filter(({ state }) => of.includes(state));
    const sum = own.reduce((total, { minor }) => total + BigInt(minor), 0n);
    return own.length === 0 ? [] : [price(sum, currency)];
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
