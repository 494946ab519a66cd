import { beforeEach, expect, setSystemTime, test } from "bun:test";
import { click, confirm, fire, follow, press, type } from "../../../../test/console/dom/act.ts";
import { all, cells, get, has, names, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { openTransfer, provider, transfer } from "../../../../test/console/dom/payment-records.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Money } from "./money.tsx";
import type { Line, Sums } from "./money-queries.ts";
import type { Transfer } from "./payment-queries.ts";

setUp();
beforeEach(() => void setSystemTime(new Date("2026-11-27T13:20:00Z")));

const line = (more: Partial<Line> = {}): Line => ({
  id: "pay-1",
  kind: "payment",
  state: "paid",
  detail: "paid",
  until: null,
  action: null,
  needs_action: false,
  at: "2026-11-18T00:00:00.000Z",
  number: "2026-0061",
  reference: "VK7Q2M9XWTA",
  account_id: "ada",
  customer: "Ada Byron",
  company: "Acme Fleet",
  description: "Growth, 18 Nov to 18 Dec",
  minor: 13_189,
  currency: "EUR",
  method: "Visa ending 1881",
  problem: null,
  payment_id: "pay-1",
  paper_id: "paper-1",
  corrects: null,
  ...more,
});
const due = line({
  id: "pay-2",
  payment_id: "pay-2",
  state: "due",
  detail: "late",
  until: "2026-11-30T10:00:00.000Z",
  action: "record",
  needs_action: true,
  number: null,
  reference: "V3H8PAAAAAA",
  paper_id: null,
  method: null,
  minor: 11_781,
});
const unmatched = line({
  id: "t1",
  kind: "transfer",
  state: "problem",
  detail: "not_matched",
  action: "match",
  needs_action: true,
  number: null,
  reference: "GROWTH DEZ",
  account_id: null,
  customer: "ACME FLEET GMBH",
  company: null,
  payment_id: null,
  paper_id: null,
  description: "",
  minor: 9900,
});
const toSend = line({
  id: "r1",
  kind: "refund",
  state: "refunded",
  detail: "to_send",
  action: "sent",
  needs_action: true,
  number: "2026-0062",
  corrects: "2026-0058",
  minor: -2000,
});

const sumOf = (state: Line["state"], lines: number, minor: number, needs_action = 0): Sums[number] => ({
  state,
  currency: "EUR",
  lines,
  minor,
  needs_action,
});
const sums: Sums = [
  sumOf("due", 7, 43_154, 1),
  sumOf("paid", 83, 539_089),
  sumOf("problem", 2, 19_800, 2),
  sumOf("refunded", 1, -2000, 1),
];

interface Shown {
  readonly lines?: readonly Line[];
  readonly sums?: Sums;
  readonly transfers?: readonly Transfer[];
}

async function open({ lines = [line()], sums: given = sums, transfers = [] }: Shown = {}, at = "/money") {
  answer("GET /payments/lines", () => json(lines, 200, { "x-total-count": String(lines.length) }));
  answer("GET /payments/lines/sums", ({ query }) =>
    json(
      query.needs_action
        ? [sumOf("problem", 2, 19_800, 2), sumOf("due", 2, 1, 2)].slice(0, given.length)
        : given,
    ),
  );
  respond("get", "/payments/transfers", [...transfers]);
  respond("get", "/system/checks", { checked_at: "2026-11-23T10:00:00Z", checks: [] });
  respond("get", "/payments/provider", provider());
  respond("get", "/papers/gaps", []);
  answer("GET /papers/tax-ids", () => json([], 200, { "x-total-count": "0" }));
  respond("get", "/users/", [user()]);
  await show(<Money />, { as: operator(), at });
}

const table = () => cells("Money, newest first");

test("the heading is what was received and what needs a person, and the five sums are the filter", async () => {
  await open();
  expect(names("heading")).toEqual(["€5,370.89 received in November, 4 things need you"]);
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
  await open({ lines: [line(), due, unmatched, toSend] });
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

test("money of a due line is recorded with two presses, in part too, with the bank's number", async () => {
  respond("get", "/payments/{id}", openTransfer({ id: "pay-2" }));
  await open({ lines: [due] });
  await press("Record transfer of V3H8PAAAAAA");
  expect(cells("After recording")).toEqual([
    ["Payment", "Paid, €117.81"],
    ["Credits", "+15,000"],
    ["Invoice", "issued and sent"],
  ]);
  expect(has("button", "Record €117.81")).toBe(true);
  await type("Amount received", "100");
  expect(cells("After recording")).toEqual([["Payment", "Due, €17.81 is left to pay"]]);
  await type("The bank's number", " B-77 ");
  await type("Received on", "2026-11-26");
  const route = "POST /payments/{id}/received";
  refuse(route, 409, "The transfer B-77 is recorded already. Nothing was changed.");
  await confirm();
  expect(textOf(get("dialog"))).toContain("The transfer B-77 is recorded already.");
  answer(route, () => json(openTransfer()));
  await confirm();
  expect(
    sent(route)
      .map(({ path, body }) => [path, body])
      .at(-1),
  ).toEqual([
    "/payments/pay-2/received",
    { minor: 10_000, bank_ref: "B-77", received_at: "2026-11-26T00:00:00Z" },
  ]);
  expect(toast()).toBe("€100.00 recorded");
});

const proposal = {
  payment_id: "pay-2",
  account_id: "ada",
  description: "Growth, 18 Nov to 18 Dec",
  due_minor: 11_781,
  currency: "EUR",
  reasons: ["sender_name", "amount"] as ("sender_name" | "amount")[],
};

test("a transfer is matched with two presses, the likeliest payment first, and found by words", async () => {
  respond("get", "/payments/{id}", openTransfer({ id: "pay-2" }));
  await open({ lines: [unmatched, due], transfers: [transfer({ proposals: [proposal] })] });
  await press("Match of “GROWTH DEZ”");
  expect(names("radio")).toEqual([
    "Ada Byron, Growth, 18 Nov to 18 Dec, €117.81 due The name is similar; The amount is equal",
  ]);
  const route = "POST /payments/transfers/{id}/match";
  answer(route, () => json(transfer({ state: "matched", payment_id: "pay-2" })));
  await confirm();
  expect(sent(route).map(({ path, body }) => [path, body])).toEqual([
    ["/payments/transfers/t1/match", { payment_id: "pay-2" }],
  ]);
  expect(toast()).toBe("€117.81 matched");
});

test("the address opens the transfer that is to be matched, and without a payment it is returned", async () => {
  await open({ lines: [unmatched], transfers: [transfer()] }, "/money?match=t1");
  expect(textOf(get("dialog"))).toContain("Choose the payment that it is for.");
  await press("Return €117.81");
  const route = "POST /payments/transfers/{id}/return";
  answer(route, () => json(transfer({ state: "returned" })));
  await confirm();
  expect([sent(route).length, toast()]).toEqual([1, "€117.81 noted as returned"]);
});

test("money whose payment is not known yet is recorded as a problem", async () => {
  await open();
  await press("Record transfer");
  await type("Amount received", "99.00");
  await type("For", "nobody knows");
  await type("The bank's number", "2026-11-23/0042");
  const route = "POST /payments/transfers";
  answer(route, () => json(transfer()));
  await confirm();
  expect(sent(route).map(({ body }) => body)).toEqual([
    { minor: 9900, currency: "EUR", reference: "nobody knows", sender: "", bank_ref: "2026-11-23/0042" },
  ]);
  expect(toast()).toBe("€99.00 recorded. Match it once you know its payment.");
});

test("a number that was typed opens its line, other texts filter", async () => {
  await open();
  await type("Search money", "acme");
  await fire(one(".finds form"), "submit", { bubbles: true, cancelable: true });
  expect(address()).toBe("/money?text=acme");
  expect(sent("GET /payments/lines").at(-1)!.query).toMatchObject({ q: "acme" });
  await type("Search money", "2026-0061");
  await fire(one(".finds form"), "submit", { bubbles: true, cancelable: true });
  expect(address()).toBe("/money/2026-0061");
});

test("without lines the page leads to Inbox, and filtered it is cleared", async () => {
  await open({ lines: [], sums: [] });
  expect(names("heading")).toEqual(["€0.00 received in November"]);
  expect(textOf(one(".empty"))).toBe(
    "Nothing sold yet Lines begin with the first plan or package that a customer orders. Open Inbox",
  );
  await open({ lines: [], sums: [] }, "/money?state=due");
  expect(textOf(one(".empty"))).toBe("No line matches Clear filters");
  await press("Clear filters");
  expect(address()).toBe("/money?range=all");
});

test("filters are chips, and their time is removed", async () => {
  await open({}, "/money?user=ada&needs=1");
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
  await open();
  expect(text()).toContain("received in November");
  refuse("GET /payments/lines", 500, "Broken.");
  await show(<Money />, { as: operator(), at: "/money?state=paid" });
  expect(textOf(get("alert"))).toStartWith("Could not load the payments Broken.");
  expect(names("heading")[0]).toContain("received in November");
});
