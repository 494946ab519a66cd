import { expect, test } from "bun:test";
import { open, press } from "../../../../test/console/dom/act.ts";
import { cells, get, has, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Schemas } from "../../api/client.ts";
import { CreditHistory } from "./credit-history.tsx";

setUp();

type Entry = Schemas["LedgerEntry"];
const entry = (more: Partial<Entry>): Entry => ({
  id: null,
  timestamp: "2026-11-20T08:00:00Z",
  kind: "charge",
  change: -5,
  reason: null,
  actor: null,
  ...more,
});
const entries = [
  entry({ timestamp: "2026-11-21T00:00:00Z" }),
  entry({ id: "e2", kind: "bump", change: 100, reason: "Refund", actor: "/users/op" }),
  entry({ id: "e1", kind: "grant", change: 1500, timestamp: "2026-11-01T09:30:00Z" }),
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

test("a complete history has the balance after each entry", async () => {
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

test("a part of the history has no balance and a pager", async () => {
  respond("get", route, entries, { "x-total-count": "45" });
  await history();
  expect(cells("Credit history, newest first")[0]).toEqual(["Event", "Date (UTC)", "Credits"]);
  await press("Older");
  expect(sent().at(-1)?.query).toEqual({ page: "2", page_size: "20" });
  expect(text()).toContain("21 to 40 of 45");
});

test("a failure is shown", async () => {
  refuse(`GET ${route}`, 404, "No such subscription.");
  await history();
  expect(textOf(get("alert"))).toStartWith("Could not load the credit history No such subscription.");
});
