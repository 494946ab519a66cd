import { expect, test } from "bun:test";
import { cells, get, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { offerVersion } from "../../../../test/console/dom/offer-records.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, product } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond } from "../../../../test/console/dom/service.ts";
import { Plans } from "../../pages/operator/plans.tsx";
import { setPageParts } from "../../parts/page-parts.ts";
import type { Offer } from "./offer-queries.ts";
import { PlanPrices } from "./plan-prices.tsx";

setUp();

const versions: Readonly<Record<string, readonly Offer[]>> = {
  growth: [
    offerVersion({ subscriptions: 2 }),
    offerVersion({ version: 2, price_minor: 8900, subscriptions: 5 }),
  ],
  scale: [offerVersion({ on_sale: false, price_every: "year", price_minor: 120_000, subscriptions: 1 })],
  new: [offerVersion({ version: 1, subscriptions: 0 })],
  trial: [],
};

async function open(notSold: string | null = null) {
  setPageParts([{ planPrices: { permission: "offers.view", Part: PlanPrices } }]);
  respond("get", "/products", [
    product({ id: "growth", display_name: "Growth" }),
    product({ id: "scale", display_name: "Scale" }),
    product({ id: "new", display_name: "New", state: "not_published" }),
    product({ id: "trial", display_name: "Trial" }),
  ]);
  respond("get", "/apis", [apiRecord()]);
  respond("get", "/products/{id}/apis", [apiRecord()]);
  respond("get", "/pricing", { trial_credits: 15, not_sold: notSold, plans: [] });
  respond("get", "/subscriptions", [], { "x-total-count": "3" });
  for (const [id, items] of Object.entries(versions))
    answer(`GET /products/${id}/offers`, () => json(items, 200, { "x-total-count": `${items.length}` }));
  await show(<Plans />, { as: operator(), at: "/plans" });
}

test("plans have their price, credits, contents, customers, income and state", async () => {
  await open();
  expect(textOf(one("h1"))).toBe("4 plans, 1 on sale");
  expect(text()).toContain("8 customers pay €743.00 per month. Prices are without VAT.");
  expect(cells("Plans")).toEqual([
    ["Plan", "Price", "Credits", "Contents", "Customers", "Per month", "State"],
    [
      "Growth For a first look.",
      "€99.00 per month",
      "15,000 credits per month",
      "Auction history",
      "7",
      "€643.00",
      "On sale version 3",
    ],
    [
      "Scale For a first look.",
      "€1,200.00 per year",
      "15,000 credits per month",
      "Auction history",
      "1",
      "€100.00",
      "Not sold not on the price page",
    ],
    [
      "New For a first look.",
      "€99.00 per month",
      "15,000 credits per month",
      "Auction history",
      "0",
      "€0.00",
      "Draft",
    ],
    [
      "Trial For a first look.",
      "none",
      "15 credits once",
      "Auction history",
      "3",
      "none",
      "Free not on the price page",
    ],
  ]);
  expect(get("link", "7").getAttribute("href")).toBe("/console/customers?plan=growth");
});

test("with payments off, plans say that they are not sold", async () => {
  await open("Not sold: payments are off.");
  expect(textOf(one("h1"))).toBe("4 plans, 0 on sale");
  expect(cells("Plans").map((row) => row.at(-1))).toEqual([
    "State",
    "Not sold payments are off",
    "Not sold not on the price page",
    "Draft",
    "Free not on the price page",
  ]);
  expect(textOf(one(".notice"))).toBe(
    "Not sold: payments are off Plans can be published. Customers cannot buy them, and the price page says so. Turn on payments",
  );
});

test("plans are listed while prices cannot be loaded", async () => {
  setPageParts([{ planPrices: { permission: "offers.view", Part: PlanPrices } }]);
  respond("get", "/products", [product()]);
  respond("get", "/apis", [apiRecord()]);
  respond("get", "/products/{id}/apis", [apiRecord()]);
  respond("get", "/pricing", { trial_credits: 15, not_sold: null, plans: [] });
  respond("get", "/subscriptions", [], { "x-total-count": "3" });
  refuse("GET /products/{id}/offers", 500, "The log has the cause.", "internal");
  await show(<Plans />, { as: operator(), at: "/plans" });
  expect(cells("Plans")[1]?.slice(0, 2)).toEqual(["Trial For a first look.", "unknown"]);
  expect(textOf(get("alert"))).toContain("Could not load the prices");
});
