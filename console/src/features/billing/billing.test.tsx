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
import { setUp, toast } from "../../../../test/console/dom/page.ts";
import { answer, json, refuse, sent } from "../../../../test/console/dom/service.ts";
import { api, listOf } from "../../api/client.ts";
import { type BillingRow, type BillingRows, setPageParts } from "../../parts/page-parts.ts";
import { showBilling } from "./billed-records.tsx";
import type { Grant, Period, Plan } from "./plan-queries.ts";

setUp();
beforeEach(() => void setSystemTime(new Date("2026-11-23T10:00:00Z")));
afterEach(() => void setSystemTime());

const before = period({
  number: 0,
  starts_at: "2026-10-11T22:00:00.000Z",
  ends_at: "2026-11-11T23:00:00.000Z",
});

const open = (
  shown: Plan = plan(),
  own: readonly Grant[] = grants,
  periods: readonly Period[] = [period(), before],
  last?: () => void,
) => showBilling({ plan: shown, grants: own, periods }, last);

/** 19% of a customer in a known country, or where the country is not known. */
const taxed = (isKnown: boolean) =>
  setPageParts([{ taxOf: async () => ({ rate: 1900, text: "VAT 19%", isKnown }) }]);

test("the next payment with its VAT, the credits left and what of them is used", async () => {
  taxed(true);
  await open();
  expect(names("heading").slice(0, 5)).toEqual([
    "Growth: €117.81 due on 12 Dec",
    "Credits, in the order they are spent",
    "Next payment: €117.81",
    "Beyond credits",
    "Periods",
  ]);
  expect(textOf(one(".head p"))).toBe("Growth, 12 Nov to 12 Dec 2026. Times are in Europe/Berlin.");
  expect(cells("Next payment: €117.81")).toEqual([
    ["Growth from 12 Dec 2026", "€99.00"],
    ["VAT 19%", "€18.81"],
    ["Due on 12 Dec, by invoice", "€117.81"],
  ]);
  expect(facts(one("dl"))).toEqual([
    ["Used of this period's credits", "0, 0% of 15,000, since 12 Nov"],
    ["Beyond credits", "€0.00 of €40.00 per period, without VAT"],
  ]);
});

test("while the country can change the tax, the next payment is without it, and says so", async () => {
  taxed(false);
  await open();
  expect(cells("Next payment: €99.00").map(([, sum]) => sum)).toEqual(["€99.00", "€99.00"]);
  expect(text()).toContain("VAT is added once you have entered your country below.");
});

test.each([
  ["prepaid", ["#plan", "#packages"]],
  ["invoice", ["#plan"]],
] as const)("the head leads to the plan and, if it is %p, to the packages", async (payment, places) => {
  await open(plan({ payment }));
  expect(hrefs(".head a")).toEqual(places.map((place) => `/console/billing?subscription=sub-1${place}`));
});

const hrefs = (selector: string) =>
  [...document.querySelectorAll(selector)].map((link) => link.getAttribute("href"));

const row = (at: string, ids: readonly string[], more: Partial<BillingRow> = {}): BillingRow => ({
  at,
  ids,
  month: at.slice(0, 7),
  number: ids[0]!,
  ...more,
});

/** What two features have of an account. */
function rowsOf(first: readonly BillingRow[], load: BillingRows["load"]) {
  setPageParts([
    {
      billingRows: {
        key: "a",
        what: "Could not load the payments",
        load: async (_, least) => ({ rows: first.slice(0, least), total: first.length }),
      },
    },
    { billingRows: { key: "b", what: "Could not load the invoices", load } },
    { billing: () => <h2>Added</h2> },
  ]);
}

const listed = "Invoices and statements, newest first";

test.each([
  true,
  false,
])("invoices and statements of all features are one table, newest first, with a subscription: %p", async (isOwn) => {
  const payment = row("2026-11-10T23:00:00Z", ["pay-1", "paper-1"], {
    to: "/billing/pay-1",
    amount: "€117.81",
  });
  rowsOf([row("2026-11-12T10:00:00Z", ["Due"]), payment], async () => ({
    rows: [
      row("2026-11-32", ["Statement"], { what: "3 calls" }),
      row("2026-11-11T00:00:00Z", ["paper-1"], { number: "2026-0001", what: "Invoice", amount: "wrong" }),
    ],
    total: 2,
  }));
  await showBilling(isOwn ? {} : { own: [] });
  expect(cells(listed)).toEqual([
    ["Month (UTC)", "Number", "What", "Amount", "State", "Actions"],
    ["November 2026", "Statement", "3 calls", "no money", "", ""],
    ["November 2026", "Due", "", "no money", "", ""],
    ["November 2026", "2026-0001", "Invoice", "€117.81", "", ""],
  ]);
  expect(hrefs("#invoices td a")).toEqual(["/console/billing/pay-1"]);
  expect(names("heading")).toContain("Added");
});

test("older rows come with a press", async () => {
  const many = Array.from({ length: 25 }, (_, index) =>
    row(`2026-10-${String(index + 1).padStart(2, "0")}T00:00:00Z`, [`i${index}`]),
  );
  rowsOf(many.toReversed(), async () => ({ rows: [], total: 0 }));
  await open();
  expect(cells(listed).length - 1).toBe(20);
  await press("Show older");
  expect([cells(listed).length - 1, has("button", "Show older")]).toEqual([25, false]);
});

test("what one feature cannot load is said beside the rows of the others", async () => {
  rowsOf([row("2026-11-12T10:00:00Z", ["Due"])], async () => {
    const { total } = await listOf(api.GET("/papers"));
    return { rows: [], total };
  });
  refuse("GET /papers", 500, "Broken.");
  await open();
  expect(textOf(get("alert"))).toStartWith("Could not load the invoices");
  expect(cells(listed).length - 1).toBe(1);
});

test("without rows the table says what comes", async () => {
  rowsOf([], async () => ({ rows: [], total: 0 }));
  await open();
  expect(textOf(one("#invoices .empty"))).toBe(
    "No invoices and statements yet What you pay, and each month with a call, is listed here.",
  );
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
  expect(names("img")[0]).toBe("21,603 credits in 4 grants, then 5,000 beyond credits");
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
  expect(facts(one("dl"))[0]).toEqual(["Used of this period's credits", "no credits of a period yet"]);
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
  expect(names("heading").slice(0, 2)).toEqual([
    "15 credits left. Nothing to pay",
    "Credits, in the order they are spent",
  ]);
  expect(text()).not.toContain("Next payment");
});

test("no credits left is said", async () => {
  await open(none, [], []);
  expect(names("heading")[0]).toBe("0 credits left. Nothing to pay");
});

test("a failure is shown", async () => {
  await open(plan(), grants, [], () => refuse("GET /subscriptions/{id}/grants", 500, "Broken."));
  expect(textOf(get("alert"))).toStartWith("Could not load the credits Broken.");
});
