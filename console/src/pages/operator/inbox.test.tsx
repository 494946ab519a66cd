import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { get, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Inbox as InboxData, InboxRow } from "../../api/inbox.ts";
import { Inbox } from "./inbox.tsx";

setUp();

const row = (more: Partial<InboxRow>): InboxRow => ({
  id: "check.files",
  kind: "check",
  entry: "settings",
  band: "later",
  code: "check",
  values: { check: "files" },
  found: "Files: Others can read master.key",
  consequence: "Run chmod 600.",
  since: null,
  deadline: null,
  cost: null,
  count: 1,
  node: null,
  action: { code: "open_check", object: "/system/checks" },
  can_put_off: true,
  ...more,
});

const transfer = row({
  id: "transfer.t1",
  kind: "transfer",
  entry: "money",
  band: "today",
  code: "transfer_unmatched",
  values: { minor: 9900, currency: "EUR", sender: "ACME FLEET GMBH", reference: "GROWTH DEZ" },
  found: "In English",
  since: "2026-11-27T13:02:00Z",
  action: { code: "match", object: "/payments/transfers/t1" },
  can_put_off: false,
});
const webhook = row({
  id: "webhook.w1",
  kind: "customer_webhook",
  entry: "customers",
  band: "week",
  code: "customer_webhook_failing",
  values: { account: "Acme Fleet", url: "https://acme.example", disabled_at: Date.UTC(2026, 11, 3) },
  action: { code: "open_deliveries", object: "/webhooks/w1" },
  can_put_off: false,
});

const data = (rows: readonly InboxRow[], more: Partial<InboxData> = {}): InboxData => ({
  read_at: "2026-11-27T14:20:00Z",
  total: rows.length,
  today: rows.filter(({ band }) => band === "today").length,
  counts: { customers: 0, plans: 0, money: 0, calls: 0, apis: 0, data: 0, settings: 0 },
  rows: [...rows],
  unread: [],
  put_off: [],
  closed: [],
  ...more,
});

const open = () => show(<Inbox />, { as: operator() });
const headings = () => texts("h2");

test("rows are in their bands, each with its words and its action", async () => {
  respond("get", "/system/inbox", data([transfer, webhook, row({ node: "fra-2" })]));
  await open();
  expect(textOf(one("h1"))).toBe("3 things need you, 1 of them today");
  expect(headings()).toEqual(["Today: customers wait or money is lost", "By 4 Dec 2026", "Later"]);
  expect(texts("h3")).toEqual([
    "€99.00 received from ACME FLEET GMBH, not matched",
    "The webhook of Acme Fleet fails: https://acme.example",
    "Files: Others can read master.key",
  ]);
  expect(text()).toContain("It is disabled on 3 Dec 2026, and what waits for it fails.");
  expect(text()).toContain("on fra-2");
  const links = ["Match", "Open deliveries", "View checks"].map((name) => get("link", name));
  expect(links.map((link) => [link.getAttribute("href"), link.className])).toEqual([
    ["/console/money?match=t1", "btn btn-primary"],
    ["/console/settings/webhooks/w1", "btn"],
    ["/console/settings/system", "btn"],
  ]);
});

test("only a later row is put off, with a reason", async () => {
  respond("get", "/system/inbox", data([transfer, row({})]));
  await open();
  expect(texts(".inbox button")).toEqual(["Put off"]);
  await press("Put off");
  expect(text()).toContain("Enter a reason.");
  await type("Reason", " The proxy renews it. ");
  answer("POST /system/inbox/{id}/put-off", () =>
    json({ id: "check.files", until: "2026-12-04T14:20:00Z", reason: "The proxy renews it." }),
  );
  const put = { row: row({}), until: "2026-12-04T14:20:00Z", by: "/users/op", by_name: "Olga Ops" };
  respond(
    "get",
    "/system/inbox",
    data([transfer], { put_off: [{ ...put, reason: "The proxy renews it." }] }),
  );
  await press("Put off for 7 days");
  const [request] = sent().filter(({ method }) => method === "POST");
  expect([request!.path, request!.body]).toEqual([
    "/system/inbox/check.files/put-off",
    { reason: "The proxy renews it." },
  ]);
  expect(headings()).toEqual(["Today: customers wait or money is lost", "Rows put off"]);
  expect(text()).toContain("until 4 Dec 2026 by Olga Ops: The proxy renews it.");
});

test("nothing needs anybody, and what was closed says by whom", async () => {
  const closed = {
    id: "transfer.t1",
    kind: "transfer",
    entry: "money",
    code: "transfer_unmatched",
    values: transfer.values,
    found: "In English",
    object: "/payments/transfers/t1",
    opened_at: "2026-11-26T10:00:00Z",
    closed_at: "2026-11-27T10:00:00Z",
    by: "/users/op",
    by_name: "Olga Ops",
    action: "payment.receive",
  } as const;
  const itself = { ...closed, opened_at: "2026-11-25T10:00:00Z", by: null, by_name: null, action: null };
  respond("get", "/system/inbox", data([], { closed: [closed, itself] }));
  await open();
  expect(textOf(one("h1"))).toBe("Nothing needs you");
  expect(headings()).toEqual(["Closed this week"]);
  expect(text()).toContain("27 Nov 2026: Olga Ops recorded money received");
  expect(text()).toContain("27 Nov 2026, its cause went");
});

test("checks that could not be read are named, and a failure is shown", async () => {
  respond("get", "/system/inbox", data([], { unread: ["payments"] }));
  await open();
  expect(text()).toContain("Some rows could not be read: payments.");
});

test("a failure keeps the heading", async () => {
  refuse("GET /system/inbox", 500, "Broken.");
  await open();
  expect(textOf(one("h1"))).toBe("Inbox");
  expect(text()).toContain("Could not load Inbox");
});
