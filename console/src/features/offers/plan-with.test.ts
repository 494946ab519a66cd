import { expect, test } from "bun:test";
import { soldPlan } from "../../../../test/console/dom/offer-records.ts";
import { setUp } from "../../../../test/console/dom/page.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { planWith } from "./plan-with.ts";

setUp();

const lookups = (apis: readonly string[]) =>
  apis.map((api) => ({ api, name: api, credits_min: 1, credits_max: 1 }));

test("the cheapest plan that has all of some lookups is named", async () => {
  const all = ["auction", "open-recall"];
  respond("get", "/pricing", {
    trial_credits: null,
    not_sold: null,
    plans: [
      soldPlan({ product_id: "small", display_name: "Small", lookups: lookups(["open-recall"]) }),
      soldPlan({ product_id: "growth", display_name: "Growth", lookups: lookups(all) }),
      soldPlan({ product_id: "large", display_name: "Large", lookups: lookups([...all, "lien"]) }),
    ],
  });
  expect(await planWith(all)).toEqual({
    name: "Growth",
    credits: "15,000 credits per month",
    price_minor: 9900,
    currency: "EUR",
    every: "per month",
  });
  expect(await planWith(["registers"])).toBeUndefined();
});
