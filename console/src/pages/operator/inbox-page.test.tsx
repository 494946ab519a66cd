import { beforeEach, expect, test } from "bun:test";
import { facts, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, emptyInbox, json, respond, sent } from "../../../../test/console/dom/service.ts";
import { systemState } from "../../../../test/console/dom/service-records.ts";
import { chooseZone } from "../../base/zone.ts";
import { InboxPage } from "./inbox-page.tsx";

setUp();

const sum = (state: "due" | "paid" | "refunded", minor: number, lines = 1) => ({
  state,
  currency: "EUR",
  lines,
  minor,
  needs_action: 0,
});
const hours = (...buckets: readonly (readonly [total: number, fault: number])[]) => ({
  granularity: "hour",
  timestamp_ge: "",
  timestamp_le: "",
  buckets: buckets.map(([total, fault]) => ({ total, fault })),
});

beforeEach(() => {
  respond("get", "/users/{id}/remaining-credentials", []);
  respond("get", "/system/inbox", emptyInbox);
  respond("get", "/payments/lines/sums", [
    sum("paid", 46_900, 3),
    sum("refunded", -2000),
    sum("due", 43_154, 7),
  ]);
  respond("get", "/reports/times", { calls: 1000, api_time: { p50: 4, p99: 38.2 } });
  respond("get", "/system", systemState());
  respond("get", "/payments/settings", { payments: "off", chosen_by: null, missing: ["taxes"] });
  respond("get", "/offers", []);
  // Figures are today's, and those of yesterday up to now.
  answer("GET /reports/timeseries", ({ query }) =>
    json(query.timestamp_ge! >= "2026-11-21" ? hours([1000, 0], [458, 0]) : hours([1390, 2])),
  );
});
const open = () => show(<InboxPage />, { as: operator(), at: "/inbox" });

test("nothing needs anybody: the figures of today stay", async () => {
  await open();
  expect(textOf(one("h1"))).toBe("Nothing needs you");
  expect(texts("h2")).toEqual(["Today"]);
  expect(facts(one("dl.figs"))).toEqual([
    ["Calls", "1,458 none failed with 5xx · 1,390 yesterday by now"],
    ["Received", "€449.00 This month: €449.00"],
    ["Due", "€431.54 7 payments"],
    ["Slowest 1%", "38 ms of the last 1,000 calls"],
  ]);
  // Nothing is read for steps of an installation that sells.
  expect(sent("GET /offers")).toEqual([]);
});

test("today and this month are those of the chosen zone", async () => {
  chooseZone("Asia/Tokyo");
  await open();
  expect(sent("GET /payments/lines/sums").map(({ query }) => query.from)).toEqual([
    "2026-10-31T15:00:00.000Z",
    "2026-11-21T15:00:00.000Z",
  ]);
  chooseZone(undefined);
});

test("until the first payment six steps lead there, and the next one is the primary button", async () => {
  respond("get", "/payments/lines/sums", [sum("due", 100)]);
  await open();
  expect(textOf(one("h1"))).toBe("5 steps to your first sale");
  expect(texts(".steps li").map((step) => step.split(":")[0])).toEqual([
    "Done Seller",
    "To do Taxes",
    "To do Payments are off. By transfer needs nothing more; cards need an account with Stripe. Turn on payments",
    "To do Mail",
    "To do Public URL",
    "To do A plan with a price. While payments are off, nothing is given away. Open plans",
  ]);
  expect(texts(".btn-primary")).toEqual(["Check taxes"]);
  expect(texts("button")).toEqual([]);
  expect(text()).toContain("1 of 6 done");
});

test("what a customer waits for comes before the steps, and has the primary button", async () => {
  respond("get", "/payments/lines/sums", []);
  const waiting = {
    id: "account.u1",
    kind: "account",
    entry: "customers",
    band: "today",
    code: "account_pending",
    values: { account: "Ada" },
    found: "",
    consequence: "",
    since: null,
    deadline: null,
    cost: null,
    count: 1,
    node: null,
    action: { code: "approve", object: "/users/u1" },
    can_put_off: false,
  } as const;
  respond("get", "/system/inbox", { ...emptyInbox, total: 1, today: 1, rows: [waiting] });
  await open();
  expect(textOf(one("h1"))).toBe("1 thing needs you, 1 of them today");
  expect(texts("h2")).toEqual(["Today: customers wait or money is lost", "Set up", "Today"]);
  expect(texts(".btn-primary")).toEqual(["Open request"]);
});
