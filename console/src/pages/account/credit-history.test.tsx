import { expect, test } from "bun:test";
import { open, press } from "../../../../test/console/dom/act.ts";
import { cells, get, has, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { answer, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Schemas } from "../../api/client.ts";
import { CreditHistory } from "./credit-history.tsx";

setUp();

type Entry = Schemas["LedgerEntry"];
const entry = (more: Partial<Entry>): Entry => ({
  id: null,
  timestamp: "2026-11-20T08:00:00Z",
  kind: "charge",
  change: -5,
  balance: 0,
  reason: null,
  actor: null,
  ...more,
});
const entries = [
  entry({ timestamp: "2026-11-21T09:00:00Z", balance: 1595 }),
  entry({ id: "e2", kind: "bump", change: 100, balance: 1600, reason: "Refund", actor: "/users/op" }),
  entry({ id: "e1", kind: "grant", change: 1500, balance: 1500, timestamp: "2026-11-01T09:30:00Z" }),
];
const route = "/subscriptions/{subscription_id}/ledger";

async function history() {
  await show(<CreditHistory subscriptionId="sub-1" />);
  await open(one("details"));
}

test("the history is loaded when it is opened", async () => {
  respond("get", route, entries);
  await show(<CreditHistory subscriptionId="sub-1" />);
  expect(sent()).toEqual([]);
  await open(one("details"));
  expect(sent().map(({ path, query }) => [path, query])).toEqual([
    ["/subscriptions/sub-1/ledger", { page: "1", page_size: "20" }],
  ]);
});

test("the history has the balance after each entry", async () => {
  respond("get", route, entries);
  await history();
  expect(cells("Credit history, newest first")).toEqual([
    ["Event", "Date (UTC)", "Credits", "Balance"],
    ["Used", "21 Nov 2026", "−5", "1,595"],
    ["Added by an operator “Refund”, by /users/op", "20 Nov 2026, 08:00:00", "+100", "1,600"],
    ["Initial credits", "1 Nov 2026, 09:30:00", "+1,500", "1,500"],
  ]);
  expect(has("button", "Older")).toBe(false);
});

test("a part of the history has balances and a pager", async () => {
  respond("get", route, entries, { "x-total-count": "45" });
  await history();
  expect(cells("Credit history, newest first")[1]?.at(-1)).toBe("1,595");
  await press("Older");
  expect(sent().at(-1)?.query).toEqual({ page: "2", page_size: "20" });
  expect(text()).toContain("21 to 40 of 45");
});

test("what a refund has changed is not an adjustment of an operator", async () => {
  const of = (change: number, reason: string, actor: string) =>
    entry({ id: reason + change, kind: "adjust", change, reason, actor });
  respond("get", route, [
    of(-1684, "payment VK7Q2M9XWTA", "payments"),
    of(1684, "payment VK7Q2M9XWTA", "payments"),
    of(-16, "owed since payment VK7Q2M9XWTA was reversed", "payments"),
    of(-5, "Duplicate", "/users/op"),
  ]);
  await history();
  expect(
    cells("Credit history, newest first")
      .slice(1)
      .map(([event]) => event),
  ).toEqual([
    "Removed by a refund “payment VK7Q2M9XWTA”, by payments",
    "Returned, since a refund failed “payment VK7Q2M9XWTA”, by payments",
    "Owed since a refund “owed since payment VK7Q2M9XWTA was reversed”, by payments",
    "Adjusted “Duplicate”, by /users/op",
  ]);
});

test("unlimited credits have no balance", async () => {
  respond("get", route, [entry({ balance: null })]);
  await history();
  expect(cells("Credit history, newest first")[1]?.at(-1)).toBe("unlimited");
});

test("the whole history is downloaded", async () => {
  respond("get", route, entries);
  await history();
  answer(
    `GET ${route}`,
    ({ query }) => new Response(query.page === "1" ? "id,change\r\na,1\r\n" : "id,change\r\n"),
  );
  await press("Download CSV");
  expect(
    sent()
      .slice(1)
      .map(({ query, headers }) => [query.page, query.page_size, headers.get("accept")]),
  ).toEqual([
    ["1", "1000", "text/csv"],
    ["2", "1000", "text/csv"],
  ]);
});

test("a failure is shown", async () => {
  refuse(`GET ${route}`, 404, "No such subscription.");
  await history();
  expect(textOf(get("alert"))).toStartWith("Could not load the credit history No such subscription.");
});
