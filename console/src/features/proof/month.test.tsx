import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import {
  all,
  cells,
  facts,
  get,
  has,
  names,
  one,
  text,
  textOf,
  texts,
} from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { refundTransfer } from "../../../../test/console/dom/payment-records.ts";
import { operator, product, subscription, user } from "../../../../test/console/dom/records.ts";
import { callId, requestPage, requestRecord } from "../../../../test/console/dom/report-records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import { Month } from "./month.tsx";
import { checkpoint, provisional, statement, subscriptionStatement } from "./proof-records.ts";
import type { Statement } from "./statement.ts";

setUp();
const route = "GET /users/{id}/statements/{month}";

async function open(shown: Statement = statement(), customer?: string) {
  respond("get", "/users/", [user({ first_name: "Ada", last_name: "Byron" })]);
  respond("get", "/products", [product({ id: "growth", display_name: "Growth" })]);
  respond("get", "/users/{id}/subscriptions", [
    subscription({ id: "sub-1", display_name: "Main" }),
    subscription({ id: "sub-2", display_name: "Test" }),
  ]);
  answer(route, () => json(shown));
  const params = { month: shown.month, ...(customer && { userId: customer }) };
  await show(<Month params={params} />, { as: customer ? operator() : user() });
}

test("a final month has its finding and its sections", async () => {
  await open();
  expect(names("heading")).toEqual([
    "October 2026: 3,100 credits for 3,100 calls",
    "Balance",
    "300 calls were free",
    "Usage by operation",
    "Grants",
    "Proof: 31 of 31 days",
    "What is not proved",
  ]);
  expect(textOf(one(".head p"))).toBe(
    "Acme Fleet. 1 Oct to 1 Nov 2026, 00:00 UTC. Issued on 1 Nov 2026, 00:04:11 UTC. It never changes.",
  );
  expect(textOf(get("navigation", "Breadcrumb"))).toBe("Statements / October 2026");
  expect(has("status")).toBe(false);
});

test("charges are listed with their sum, if there are papers", async () => {
  const lines = [
    { text: "Growth, 12 Oct to 12 Nov 2026", minor: 9900 },
    { text: "Refund of €121.00, credit note 2026-0051", minor: -10_000 },
    { text: "Refund of €20.00, credit note 2026-0052", minor: -1653 },
    { text: "Refund of €10.00, credit note 2026-0053", minor: -826 },
  ];
  respond("get", "/payments/refunds", [
    refundTransfer({ reference: "2026-0052" }),
    refundTransfer({ minor: 1000, reference: "2026-0053", sent_at: "2026-10-20T00:00:00.000Z" }),
  ]);
  await open(statement({ money: { currency: "EUR", lines, total_minor: -100 } }));
  expect(names("heading")).toContain("Charges: -€1.00 without tax");
  expect(cells("Charges")).toEqual([
    ["For", "Amount"],
    ["Growth, 12 Oct to 12 Nov 2026", "€99.00"],
    ["Refund of €121.00, credit note 2026-0051", "-€100.00"],
    ["Refund of €20.00, credit note 2026-0052 Not sent yet", "-€16.53"],
    ["Refund of €10.00, credit note 2026-0053 Sent on 20 Oct 2026", "-€8.26"],
    ["Total", "-€1.00"],
  ]);
});

test("the balance is a sum", async () => {
  await open();
  expect(cells("Balance of the month")).toEqual([
    ["Opening balance", "1 Oct, 00:00", "10,788"],
    ["Renewal until 11 Dec 2026", "11 Oct, 22:00", "+15,000"],
    ["Purchase", "28 Oct, 09:41", "+5,000"],
    ["Used by calls", "1 to 31 Oct", "−3,100"],
    ["Closing balance", "1 Nov, 00:00", "27,688"],
  ]);
  expect(text()).toContain(
    "Opening balance + changes − credits of calls = closing balance: 10,788 + 20,000 − 3,100 = 27,688.",
  );
});

test("many rows of one kind are one line", async () => {
  const ledger = Array.from({ length: 6 }, (_, index) => ({
    id: `a${index}`,
    at: Date.UTC(2026, 9, 3 + index),
    kind: "adjust",
    delta: -10,
    grant_id: null,
  }));
  const closing = { ...subscriptionStatement().closing, balance: 7628 };
  await open(statement({ subscriptions: [subscriptionStatement({ ledger, closing })] }));
  expect(cells("Balance of the month")[1]).toEqual(["Adjusted 6 rows", "3 to 8 Oct", "−60"]);
  expect(text()).toContain("10,788 − 60 − 3,100 = 7,628.");
});

test("credits without a limit have no balance", async () => {
  const end = { balance: null, ledger_rows: 0, ledger_head: "h" };
  await open(statement({ subscriptions: [subscriptionStatement({ opening: end, closing: end })] }));
  expect(has("table", "Balance of the month")).toBe(false);
  expect(text()).toContain(
    "Unlimited credits: calls are counted, and no balance limits them. 3,100 credits used.",
  );
});

test("usage by operation adds up", async () => {
  await open();
  expect(cells("Usage by operation")).toEqual([
    ["Operation", "Charged calls", "Credits", "Not found, free", "Other free calls", "Calls"],
    ["Basic decode by VIN", "2,500", "2,500", "0", "60", "Show calls of Basic decode by VIN"],
    ["auctionByVin", "300", "600", "200", "0", "Show calls of auctionByVin"],
    ["listMakes", "0", "0", "0", "40", "Show calls of listMakes"],
    ["All", "2,800", "3,100", "200", "100", ""],
  ]);
  expect(cells("Free calls").slice(1)).toEqual([
    ["Not found", "200"],
    ["Lists, selectors and repeats", "40"],
    ["Blocked (401, 402, 403, 429)", "0"],
    ["Invalid (422)", "60"],
    ["Server errors (500 and above)", "0"],
  ]);
});

test("a line opens its calls, and each opens the log", async () => {
  await open();
  respond("get", "/reports/byRequest", requestPage([requestRecord({ timestamp: "2026-10-31T22:58:07Z" })]));
  await press("Show calls of auctionByVin");
  expect(sent("GET /reports/byRequest").map(({ query }) => query)).toEqual([
    {
      subscription_id: "sub-1",
      operation: "auctionByVin",
      page: "1",
      page_size: "10",
      timestamp_ge: "2026-10-01T00:00:00.000Z",
      timestamp_le: "2026-10-31T23:59:59.999Z",
    },
  ]);
  expect(cells("Calls of auctionByVin in October 2026, newest first").slice(1)).toEqual([
    [`31 Oct, 22:58:07, call ${callId(1)}`, "200 OK", "/auction/5J6RW2H59JL990075", "2"],
  ]);
  expect(text()).toContain("The newest 1 of 500 calls");
  const log =
    "/console/calls?subscription=sub-1&operation=auctionByVin&from=2026-10-01+00%3A00%3A00&to=2026-10-31+23%3A59%3A59";
  expect(get("link", "View all in the request log").getAttribute("href")).toBe(log);
  expect(
    all("link").some((link) => link.getAttribute("href") === `${log}&id=${encodeURIComponent(callId(1))}`),
  ).toBe(true);
  await press("Hide calls of auctionByVin");
  expect(has("table", "Calls of auctionByVin in October 2026, newest first")).toBe(false);
});

test("calls that the log no longer has are named", async () => {
  await open();
  respond("get", "/reports/byRequest", requestPage([]));
  await press("Show calls of listMakes");
  expect(textOf(one(".calls-row"))).toBe(
    "40 calls are not in the request log, which starts on 22 Oct 2026. The proof still holds: download the calls.",
  );
});

test("grants say that they are not proved", async () => {
  await open();
  expect(cells("Grants")).toEqual([
    ["Source", "Expires", "Credits", "Spent", "Expired", "Removed", "Left"],
    ["Period of the plan since 11 Oct 2026", "11 Dec 2026", "15,000", "4,232", "0", "0", "10,768"],
    ["Package since 28 Oct 2026", "never", "5,000", "0", "0", "10", "4,990"],
  ]);
  expect(text()).toContain("The proof does not contain them.");
});

test("the proof has its days and its checkpoint", async () => {
  await open();
  expect(names("img")).toEqual(["31 of 31 days of October 2026 proved, 31 with calls or changes"]);
  expect(texts(".days .open")).toEqual([]);
  expect(text()).toContain("3,100 calls proved.");
  const { closing } = subscriptionStatement();
  expect(
    facts(
      all("region")
        .find((one) => textOf(one).startsWith("Proof"))!
        .querySelector("dl")!,
    ),
  ).toEqual([
    ["Checkpoint", checkpoint.split("\n\n")[0]!.replaceAll("\n", " ")],
    ["Key", "vin.example.com/proof+5d1f8a20 View public keys"],
    ["Ledger head", `${closing.ledger_head}, row 4`],
    ["Lines in the log", "52"],
  ]);
  await press("Copy checkpoint");
  expect(copied).toEqual([checkpoint]);
});

test("a new epoch is explained", async () => {
  const days = [{ epoch: 1, size: 30, root: "r", reason: "restore" }, ...subscriptionStatement().days];
  await open(statement({ subscriptions: [subscriptionStatement({ days, epoch: 1 })] }));
  expect(text()).toContain(
    "Epoch 1: the database was restored to an earlier state (“restore”). The 30 lines of the log before it are in the proof too.",
  );
});

test("a provisional month says until when", async () => {
  await open(provisional());
  expect(names("heading")[0]).toBe("November 2026 so far: 2,014 credits for 2,014 calls");
  expect(textOf(get("status"))).toBe(
    "Provisional until 1 Dec 2026, 00:00 UTC 20 days are proved and stay as they are. Each day is added after midnight UTC. The statement is final soon after the month has ended. A check of this statement says that it is provisional.",
  );
  expect(cells("Balance of the month").slice(1)).toEqual([
    ["Used by calls", "1 to 21 Nov", "−2,000"],
    ["Used by calls that are not proved yet 14 calls", "", "−14"],
    ["Balance so far", "21 Nov, 15:20", "25,674"],
  ]);
  expect(texts(".days .open")).toEqual(["21", "22", "23", "24", "25", "26", "27", "28", "29", "30"]);
  expect(text()).toContain("14 calls with 14 credits follow after midnight UTC.");
});

test("a month that waits for a node says so", async () => {
  await open({ ...provisional(), issued_at: Date.UTC(2026, 11, 2) });
  expect(textOf(get("status"))).toContain(
    "Provisional until all days are proved 20 days are proved and stay as they are. 14 calls wait for a day: a node has not reported all of its calls.",
  );
});

test("a month without calls is empty", async () => {
  const closing = { ...subscriptionStatement().opening };
  const none = { ledger: [], usage: [], grants: [], days: [], checkpoint: null, closing };
  await open(statement({ month: "2026-08", subscriptions: [subscriptionStatement(none)] }));
  expect(names("heading")).toEqual([
    "No calls in August 2026",
    "Balance",
    "No free calls",
    "Usage by operation",
    "Proof: 31 of 31 days",
    "What is not proved",
  ]);
  expect(has("button", "Copy checkpoint")).toBe(false);
});

test("an account without a subscription says what to do", async () => {
  await open(statement({ subscriptions: [] }));
  expect(textOf(one(".empty"))).toBe(
    "No subscription in October 2026 Calls need a subscription. Subscribe to a plan to make calls.",
  );
});

test("several subscriptions have a block each", async () => {
  const second = subscriptionStatement({ id: "sub-2", product_id: null, usage: [] });
  await open(statement({ subscriptions: [subscriptionStatement(), second] }));
  expect(names("heading").filter((name) => ["Main", "Test", "Balance"].includes(name))).toEqual([
    "Main",
    "Balance",
    "Test",
    "Balance",
  ]);
  expect(text()).toContain("Growth: 3,100 credits for 3,100 calls.");
  expect(text()).toContain("no plan: 0 credits for 0 calls.");
});

test("an operator's page leads to the user's calls", async () => {
  await open(statement(), "ada");
  expect(textOf(get("navigation", "Breadcrumb"))).toBe("Customers / Ada Byron / Statements / October 2026");
  expect(get("link", "Credit history").getAttribute("href")).toBe("/console/customers/ada");
  respond("get", "/reports/byRequest", requestPage([requestRecord()]));
  await press("Show calls of Basic decode by VIN");
  expect(sent("GET /reports/byRequest")[0]?.query).toMatchObject({ user_id: "ada" });
  expect(get("link", "View all in the request log").getAttribute("href")).toStartWith(
    "/console/calls?user=ada&",
  );
});

test("a month without a statement is a failure", async () => {
  refuse(route, 404, "There is no statement of 2025-01.", "not_found");
  await show(<Month params={{ month: "2025-01" }} />, { as: user() });
  expect(textOf(get("alert"))).toContain("Could not load the statement There is no statement of 2025-01.");
});
