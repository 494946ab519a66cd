import { beforeEach, expect, setSystemTime, test } from "bun:test";
import { click, fire, follow, press, type } from "../../../../test/console/dom/act.ts";
import { all, cells, get, names, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, sent } from "../../../../test/console/dom/service.ts";
import { DueActions } from "./line-action.tsx";
import { Money } from "./money.tsx";
import { due, line, openMoney, toSend, unmatched } from "./money-records.tsx";

setUp();
beforeEach(() => void setSystemTime(new Date("2026-11-27T13:20:00Z")));

const table = () => cells("Money, newest first");

test("the heading is what was received and what needs a person, and the five sums are the filter", async () => {
  await openMoney();
  expect(names("heading")).toEqual([
    "€5,370.89 received in November, 4 things need you",
    "Month for the bookkeeper",
    "Revenue",
  ]);
  expect(texts(".states a")).toEqual([
    "All, 93: received €5,370.89",
    "Problem, 2 €198.00",
    "Due, 7 €431.54",
    "Paid, 83 €5,390.89",
    "Refunded, 1 -€20.00",
  ]);
  expect(sent("GET /payments/lines/sums")[0]!.query).toEqual({
    from: "2026-11-01T00:00:00.000Z",
    to: "2026-12-01T00:00:00.000Z",
  });
  await follow("Due, 7 €431.54");
  expect(address()).toBe("/money?state=due");
  expect(sent("GET /payments/lines").at(-1)!.query).toMatchObject({ state: "due" });
});

test("each line has its number, its customer, what it is for, its state and one action", async () => {
  await openMoney({ lines: [line(), due, unmatched, toSend] });
  expect(table()).toEqual([
    ["Date", "Number", "Customer", "For", "Amount", "State", "Actions"],
    [
      "18 Nov 2026, 00:00",
      "2026-0061",
      "Acme Fleet",
      "Growth, 18 Nov to 18 Dec",
      "€131.89",
      "Paid Visa ending 1881",
      "",
    ],
    [
      "18 Nov 2026, 00:00",
      "V3H8PAAAAAA",
      "Acme Fleet",
      "Growth, 18 Nov to 18 Dec",
      "€117.81",
      "Due late, lapses on 30 Nov 2026",
      "Record transfer of V3H8PAAAAAA",
    ],
    [
      "18 Nov 2026, 00:00",
      "“GROWTH DEZ”",
      "ACME FLEET GMBH",
      "Transfer",
      "€99.00",
      "Problem not matched",
      "Match of “GROWTH DEZ”",
    ],
    [
      "18 Nov 2026, 00:00",
      "2026-0062",
      "Acme Fleet",
      "Credit note to 2026-0058",
      "-€20.00",
      "Refunded send it by bank",
      "I have sent it of 2026-0062",
    ],
  ]);
  const route = "POST /payments/refunds/{id}/sent";
  answer(route, () => json({}));
  await press("I have sent it of 2026-0062");
  expect([sent(route).map(({ path }) => path), toast()]).toEqual([
    ["/payments/refunds/r1/sent"],
    "€20.00 noted as sent",
  ]);
});

test("a number that was typed opens its line, other texts filter", async () => {
  await openMoney();
  await type("Search money", "acme");
  await fire(one(".finds form"), "submit", { bubbles: true, cancelable: true });
  expect(address()).toBe("/money?text=acme");
  expect(sent("GET /payments/lines").at(-1)!.query).toMatchObject({ q: "acme" });
  await type("Search money", "2026-0061");
  await fire(one(".finds form"), "submit", { bubbles: true, cancelable: true });
  expect(address()).toBe("/money/2026-0061");
});

test("without lines the page leads to Inbox, and filtered it is cleared", async () => {
  await openMoney({ lines: [], sums: [] });
  expect(names("heading")).toEqual(["€0.00 received in November", "Month for the bookkeeper", "Revenue"]);
  expect(textOf(one(".empty"))).toBe(
    "Nothing sold yet Lines begin with the first plan or package that a customer orders. Open Inbox",
  );
  await openMoney({ lines: [], sums: [] }, "/money?state=due");
  expect(textOf(one(".empty"))).toBe("No line matches Clear filters");
  await press("Clear filters");
  expect(address()).toBe("/money?range=all");
});

test("filters are chips, and their time is removed", async () => {
  await openMoney({}, "/money?user=ada&needs=1");
  expect(texts(".chip")).toEqual([
    "Time: November 2026 ×",
    "Customer: Ada Byron ×",
    "Only: what needs you ×",
  ]);
  await click(all("button").find((one) => one.getAttribute("aria-label") === "Remove the filter Time")!);
  expect(sent("GET /payments/lines").at(-1)!.query).toEqual({
    user: "ada",
    needs_action: "true",
    page: "1",
    page_size: "50",
  });
});

test("a failure keeps the heading", async () => {
  answer("GET /payments/lines/sums", () => json([]));
  await openMoney();
  expect(text()).toContain("received in November");
  refuse("GET /payments/lines", 500, "Broken.");
  await show(<Money />, { as: operator(), at: "/money?state=paid" });
  expect(textOf(get("alert"))).toStartWith("Could not load the payments Broken.");
  expect(names("heading")[0]).toContain("received in November");
});

test("what an account owes is recorded on the customer's page too", async () => {
  const lines = [due, line({ id: "pay-3", state: "due", detail: "card_pending" })];
  answer("GET /payments/lines", () => json(lines, 200, { "x-total-count": "2" }));
  await show(<DueActions userId="ada" />, { as: operator() });
  expect(sent("GET /payments/lines")[0]?.query).toMatchObject({ user: "ada", state: "due" });
  expect(names("button")).toEqual(["Record transfer of V3H8PAAAAAA"]);
});
