import { expect, test } from "bun:test";
import { confirm, press } from "../../../../test/console/dom/act.ts";
import { period } from "../../../../test/console/dom/billing-records.ts";
import { cells, get, has, names, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { offerVersion } from "../../../../test/console/dom/offer-records.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, product, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Period } from "./plan-queries.ts";
import { Renewals } from "./renewals.tsx";

setUp();

async function open(periods: readonly Period[], offers = [offerVersion()]) {
  respond("get", "/offers", offers);
  respond("get", "/products", [product({ id: "growth", display_name: "Growth" })]);
  respond("get", "/users/", [user()]);
  respond("get", "/subscriptions/{subscription_id}", subscription());
  answer("GET /periods", ({ query }) => {
    const found = periods.filter(({ state }) => state === query.state);
    return json(found, 200, { "x-total-count": String(found.length) });
  });
  await show(<Renewals />, { as: operator() });
}

const lapses_at = "2026-11-18T23:00:00.000Z";
const all = [
  period({ state: "unpaid" }),
  period({ state: "unpaid", number: 2, grant_id: null, price_minor: 1900, lapses_at }),
  period({ state: "lapsed", number: 3 }),
  period({ state: "due", number: 4 }),
];

test("what is unpaid, has lapsed and is due", async () => {
  await open(all);
  expect(names("heading")).toEqual([
    "2 periods unpaid, €118.00 without VAT. 1 lapsed",
    "Unpaid: 2",
    "Lapsed: 1",
    "Due: 1",
  ]);
  const [customer, span] = ["Ada Byron Lot intake", "Growth 11 Nov to 11 Dec 2026"];
  expect(cells("Unpaid periods")).toEqual([
    ["Customer", "Plan and period", "Due without VAT", "Since", "Next", "Actions"],
    [
      customer,
      span,
      "€99.00",
      "11 Nov 2026",
      "Does not lapse by itself",
      "Let lapse of sub-1 Settle €99.00 of sub-1",
    ],
    [
      customer,
      span,
      "€19.00",
      "11 Nov 2026",
      "Lapses on 18 Nov 2026, 23:00",
      "Extend 7 days of sub-1 Settle €19.00 of sub-1",
    ],
  ]);
  expect(cells("Lapsed periods")).toEqual([
    ["Customer", "Plan and period", "Not paid, without VAT", "Started"],
    [customer, span, "€99.00", "11 Nov 2026"],
  ]);
  expect(cells("Due periods")).toEqual([
    ["Customer", "Plan and period", "Price without VAT", "Starts", "Actions"],
    [customer, span, "€99.00", "11 Nov 2026, 23:00", "Settle €99.00 of sub-1"],
  ]);
});

test("a period without a payment is settled after a confirmation", async () => {
  await open(all.slice(1, 2));
  await press("Settle €19.00 of sub-1");
  expect(textOf(get("dialog"))).toBe(
    "Settle €19.00 without VAT? Subscription sub-1, 11 Nov to 11 Dec 2026. Its credits are granted now. The period has no payment. Where payments are taken, one is recorded with its invoice. Otherwise you send the invoice. This cannot be undone. Settle €19.00 Cancel",
  );
  const route = "POST /subscriptions/{id}/periods/{number}/paid";
  answer(route, () => json(period()));
  await confirm();
  expect(sent(route).map(({ path }) => path)).toEqual(["/subscriptions/sub-1/periods/2/paid"]);
  expect(toast()).toBe("€19.00 settled");
});

test("a period in advance is extended, and one by invoice lapses by hand", async () => {
  await open(all);
  const extend = "POST /subscriptions/{id}/periods/{number}/extend";
  answer(extend, () => json(period({ lapses_at: "2026-11-25T23:00:00.000Z" })));
  await press("Extend 7 days of sub-1");
  expect(sent(extend).map(({ body }) => body)).toEqual([{ days: 7 }]);
  expect(toast()).toBe("Lapses on 25 Nov 2026");
  const lapse = "POST /subscriptions/{id}/periods/{number}/lapse";
  answer(lapse, () => json(period({ state: "lapsed" })));
  await press("Let lapse of sub-1");
  await confirm();
  expect(sent(lapse).map(({ path }) => path)).toEqual(["/subscriptions/sub-1/periods/1/lapse"]);
  expect(toast()).toBe("The period has lapsed");
});

test("nothing is unpaid", async () => {
  await open([]);
  expect(names("heading")).toEqual(["No period is unpaid", "Unpaid: 0", "Due: 0"]);
  expect(textOf(one(".head p"))).toBe(
    "0 renewals due. A period is entered, and due, one day before it starts. Times are in UTC; periods start in the zone of their customer.",
  );
});

test("without a price no renewals follow", async () => {
  await open([], [offerVersion({ price_minor: 0 })]);
  expect(text()).toBe(
    "No renewals yet Renewals begin with the first offer that is sold per month or year. No offer has a price Give a plan a price, and customers can subscribe on the public price page. Create an offer",
  );
  expect(has("link", "Create an offer")).toBe(true);
});

test("a failure is shown", async () => {
  answer("GET /periods", () => json([]));
  refuse("GET /offers", 500, "Broken.");
  await show(<Renewals />, { as: operator() });
  expect(textOf(get("alert"))).toStartWith("Could not load the renewals Broken.");
});
