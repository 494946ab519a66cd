import { expect, test } from "bun:test";
import { one, textOf } from "../../../../test/console/dom/find.ts";
import { offerVersion } from "../../../../test/console/dom/offer-records.ts";
import { setUp } from "../../../../test/console/dom/page.ts";
import { openPlanPage } from "./plan-page-records.tsx";

setUp();

const two = [offerVersion({ subscriptions: 2 })];

test("with payments off, the plan says that it is not sold, and leads to what turns them on", async () => {
  await openPlanPage({ versions: two, notSold: "Not sold: payments are off." });
  expect(textOf(one(".notice"))).toBe(
    "Not sold: payments are off Growth can be published. Customers cannot buy it, and its button on the price page says so. Turn on payments",
  );
  expect(textOf(one(".card-see"))).toContain("Not sold now. Ask the operator.");
});

test("without a seller, the plan says so", async () => {
  await openPlanPage({
    versions: two,
    notSold: "Not sold yet: the seller's data and the rates of tax are not entered.",
  });
  expect(textOf(one(".notice"))).toContain("Not sold: seller and taxes are not entered");
});
