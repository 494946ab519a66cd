import { expect, test } from "bun:test";
import { cells, get, textOf } from "../../../../test/console/dom/find.ts";
import { offerVersion } from "../../../../test/console/dom/offer-records.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator, product } from "../../../../test/console/dom/records.ts";
import { refuse, respond } from "../../../../test/console/dom/service.ts";
import { Offers } from "./offers.tsx";

setUp();

const growth = product({ id: "growth", display_name: "Growth" });

test("the list has each plan with its newest offer", async () => {
  respond("get", "/products", [
    growth,
    product({ id: "scale", display_name: "Scale" }),
    product({ id: "draft", display_name: "Draft", state: "not_published" }),
    product({ id: "trial", display_name: "Trial" }),
  ]);
  respond("get", "/offers", [
    offerVersion(),
    offerVersion({ product_id: "scale", on_sale: false, price_every: "year", price_minor: 99_000 }),
    offerVersion({ product_id: "draft" }),
  ]);
  await show(<Offers />, { as: operator(), at: "/plans?view=prices" });
  expect(cells("Offers")).toEqual([
    ["Plan", "State", "Price", "Credits", "Beyond credits", "Version", "Published"],
    [
      "Growth",
      "On sale",
      "€99.00 per month",
      "15,000 credits per month",
      "€8.00 per 1,000",
      "3",
      "1 Sep 2026",
    ],
    [
      "Scale",
      "Withdrawn",
      "€990.00 per year",
      "15,000 credits per month",
      "€8.00 per 1,000",
      "3",
      "1 Sep 2026",
    ],
    [
      "Draft",
      "Plan not published",
      "€99.00 per month",
      "15,000 credits per month",
      "€8.00 per 1,000",
      "3",
      "1 Sep 2026",
    ],
    ["Trial", "No offer", "none", "none", "none", "none", "none"],
  ]);
});

test("offers that cannot be loaded say so", async () => {
  respond("get", "/products", [growth]);
  refuse("GET /offers", 500, "The log has the cause.", "internal");
  await show(<Offers />, { as: operator(), at: "/plans?view=prices" });
  expect(textOf(get("alert"))).toContain("Could not load the offers");
});

test("without a plan, the list leads to the plans", async () => {
  respond("get", "/products", []);
  respond("get", "/offers", []);
  await show(<Offers />, { as: operator(), at: "/plans?view=prices" });
  expect(get("link", "Create a plan").getAttribute("href")).toBe("/console/plans");
});
