import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { grant, grants, period, plan } from "../../../../test/console/dom/billing-records.ts";
import {
  attributes,
  cells,
  facts,
  get,
  has,
  messageOf,
  names,
  one,
  text,
  textOf,
} from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { credits, product, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { setPageParts } from "../../parts/page-parts.ts";
import { Billing } from "./billing.tsx";
import type { Grant, Period, Plan } from "./plan-queries.ts";

setUp();
beforeEach(() => void setSystemTime(new Date("2026-11-23T10:00:00Z")));
afterEach(() => void setSystemTime());

const before = period({
  number: 0,
  starts_at: "2026-10-11T22:00:00.000Z",
  ends_at: "2026-11-11T23:00:00.000Z",
});

async function open(
  shown: Plan = plan(),
  own: readonly Grant[] = grants,
  periods: readonly Period[] = [period(), before],
  last = () => {},
) {
  respond("get", "/products", [product({ id: "growth", display_name: "Growth" }), product()]);
  respond("get", "/users/{id}/subscriptions", [subscription({ credits: credits(15, 15) })]);
  respond("get", "/subscriptions/{id}/plan", shown);
  respond("get", "/subscriptions/{id}/grants", [...own]);
  respond("get", "/subscriptions/{id}/periods", [...periods]);
  last();
  await show(<Billing />, { as: user() });
}

test("the credits left, the next payment and three figures", async () => {
  await open();
  expect(names("heading")).toEqual([
    "21,603 credits left, 1,353 of them until 12 Dec",
    "Credits, in the order they are spent",
    "Beyond credits",
    "Periods",
  ]);
  expect(textOf(one(".head p"))).toBe(
    "Growth, 12 Nov to 12 Dec 2026. Times are in Europe/Berlin. Prices are without VAT.",
  );
  expect(facts(one("dl"))).toEqual([
    ["Next payment", "€99.00 12 Dec 2026, by invoice"],
    ["Used of this period's credits", "0 0% of 15,000, since 12 Nov"],
    ["Beyond credits", "€0.00 of €40.00 per period"],
  ]);
});

test("other features add sections, with or without a subscription", async () => {
  setPageParts([{}, { billing: () => <h2>Added</h2> }]);
  await open();
  expect(names("heading").at(-1)).toBe("Added");
  respond("get", "/users/{id}/subscriptions", []);
  await show(<Billing />, { as: user() });
  expect(names("heading")).toContain("Added");
});

test("grants have the order in which they are spent", async () => {
  await open();
  expect(cells("Credits in the order they are spent")).toEqual([
    ["Order", "Source", "Left", "Of", "Expires", "Paid"],
    ["1", "Growth, 12 Oct to 12 Nov 2026, carried over", "1,353", "15,000", "12 Dec 2026", "€99.00"],
    ["2", "Added by the operator", "250", "250", "31 Dec 2026", "free"],
    ["3", "Growth, 12 Nov to 12 Dec 2026", "15,000", "15,000", "12 Jan 2027", "€99.00"],
    ["4", "Package", "5,000", "5,000", "28 Oct 2027", "paid"],
    [
      "5",
      "Beyond credits, your cap not counted as left",
      "5,000",
      "5,000",
      "12 Dec 2026",
      "after, €8.00 per 1,000 credits",
    ],
    ["", "Credits left", "21,603", ""],
  ]);
  expect(names("img")).toEqual(["21,603 credits in 4 grants, then 5,000 beyond credits"]);
  expect([...one(".stackbar").children].map((rect) => attributes(rect).width)).toEqual([
    "5.00%",
    "0.92%",
    "55.48%",
    "18.49%",
    "18.49%",
  ]);
});

test("periods have what was paid", async () => {
  await open(plan(), grants, [
    period({ number: 2, state: "due", lapses_at: "2026-12-18T23:00:00.000Z" }),
    { ...before, state: "lapsed" },
  ]);
  expect(cells("Periods, newest first")).toEqual([
    ["Period", "Plan", "Price without VAT", "State"],
    ["12 Nov to 12 Dec 2026", "Growth", "€99.00", "Due lapses on 19 Dec 2026"],
    ["12 Oct to 12 Nov 2026", "Growth", "€99.00", "Lapsed nothing owed"],
  ]);
});

test("a cap is typed in money and stored in credits", async () => {
  await open();
  const cap = "Cap per period (EUR)";
  expect(messageOf(cap)).toBe("Reads as €40.00. From 0 to 500.00. 0 turns it off.");
  await type(cap, "80");
  expect(textOf(one(".said"))).toBe(
    "At most €179.00 per period: €99.00 for the plan, €80.00 for 10,000 credits at €8.00 per 1,000 credits. Used since 12 Nov: €0.00. Calls beyond the cap return 402 and are not charged.",
  );
  answer("PUT /subscriptions/{id}/overage", () => json(plan()));
  await press("Save cap");
  expect(sent("PUT /subscriptions/{id}/overage").map(({ body }) => body)).toEqual([{ cap: 10_000 }]);
  expect(toast()).toBe("Cap saved");
});

test.each([
  ["800.00", "At most 500.00 with Growth."],
  ["4o", "Enter an amount, for example 99.00."],
  ["", "Enter an amount; 0 turns it off."],
])("the cap %p is not sent", async (typed, fault) => {
  await open();
  await type("Cap per period (EUR)", typed);
  expect(messageOf("Cap per period (EUR)")).toBe(fault);
  expect(get("button", "Save cap").hasAttribute("disabled")).toBe(true);
  expect(has("img")).toBe(true);
});

test("a cap that the service refuses has its reason", async () => {
  await open();
  refuse("PUT /subscriptions/{id}/overage", 409, "At most 100 with this plan. Nothing was changed.");
  await press("Save cap");
  expect(textOf(get("alert"))).toBe("At most 100 with this plan. Nothing was changed.");
});

test("an unpaid period says that keys work, and when it lapses", async () => {
  const unpaid = period({ state: "unpaid", grant_id: null, lapses_at: "2026-11-18T23:00:00.000Z" });
  await open(plan({ payment: "prepaid", period: unpaid }), grants.slice(0, 2), [unpaid, before]);
  expect(names("heading")[0]).toBe("1,603 credits left. The period from 12 Nov is unpaid");
  expect(textOf(get("status"))).toBe(
    "€99.00 for Growth is unpaid since 12 Nov Your keys work with the credits left. Its credits come when it is paid. On 19 Nov 2026, 00:00 the period lapses, and you owe nothing for it.",
  );
  expect(facts(one("dl")).slice(0, 2)).toEqual([
    ["Due", "€99.00 since 12 Nov 2026, in advance"],
    ["Used of this period's credits", "0 no credits of a period yet"],
  ]);
});

const none = plan({
  state: "none",
  payment: null,
  time_zone: "UTC",
  offer: null,
  period: null,
  renewal: null,
  overage: null,
});

test("without a plan that is paid nothing is to pay", async () => {
  const trial = grant({ source: "trial", period: null, credits: 15, left: 15, expires_at: null });
  await open(none, [trial], []);
  expect(text()).toBe(
    "15 credits left. Nothing to pay Trial. Times are in UTC. Prices are without VAT. View plans Credits, in the order they are spent Credit history What expires first is spent first. Free credits go before paid ones that expire on the same day. Spent first Credits in the order they are spent Order Source Left Of Expires Paid 1 Initial credits 15 15 never free Credits left 15 Periods No periods yet A period begins with a plan that has a price. Its payment is listed here.",
  );
});

test("no credits left is said", async () => {
  await open(none, [], []);
  expect(names("heading")[0]).toBe("0 credits left. Nothing to pay");
});

test("a failure is shown", async () => {
  await open(plan(), grants, [], () => refuse("GET /subscriptions/{id}/grants", 500, "Broken."));
  expect(textOf(get("alert"))).toStartWith("Could not load the credits Broken.");
});
