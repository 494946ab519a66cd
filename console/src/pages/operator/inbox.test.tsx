import { expect, test } from "bun:test";
import { account, permissionsOf, signInFor } from "../../../../test/console/dom/account-records.ts";
import { press, type } from "../../../../test/console/dom/act.ts";
import { get, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show, step, toast, elapse as wait } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { browser } from "../../../../test/console/dom/window.ts";
import type { Inbox as InboxData, InboxRow } from "../../api/inbox.ts";
import { setPageParts } from "../../parts/page-parts.ts";
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
  cost: { minor: 9900, currency: "EUR" },
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
  expect(get("button", "Match €99.00").className).toBe("btn btn-primary");
  expect(document.title).toBe("(3) Inbox · Vingate");
  const links = ["Open deliveries", "View checks"].map((name) => get("link", name));
  expect(links.map((link) => [link.getAttribute("href"), link.className])).toEqual([
    ["/console/settings/webhooks/w1", "btn"],
    ["/console/settings/system", "btn"],
  ]);
});

test("only a later row is put off, with a reason", async () => {
  respond("get", "/system/inbox", data([transfer, row({})]));
  await open();
  expect(texts(".inbox button")).toEqual(["Match €99.00", "Put off"]);
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

const posts = () => sent().filter(({ method }) => method !== "GET");
const equal = row({
  ...transfer,
  code: "transfer_equal",
  values: { ...transfer.values, payment: "y1", named: "VG-AAAA", text: "Growth, 12 Dec to 12 Jan" },
  cost: { minor: 9900, currency: "EUR" },
  action: { code: "match_equal", object: "/payments/transfers/t1" },
});

test("a transfer whose payment is certain is recorded ten seconds after one press, and not once it is undone", async () => {
  respond("get", "/system/inbox", data([equal]));
  answer("POST /payments/transfers/{id}/match", () => json({}));
  await open();
  expect(texts("h3")).toEqual(["€99.00 received for VG-AAAA from ACME FLEET GMBH"]);
  expect(text()).toContain(
    "it pays Growth, 12 Dec to 12 Jan. Then the credits, the invoice and the mail follow.",
  );
  await press("Record €99.00");
  await wait(2000);
  expect(text()).toContain("Recorded in 8 s");
  await press("Undo");
  await wait(20_000);
  expect(posts()).toEqual([]);
  await press("Record €99.00");
  await wait(9000);
  expect(posts()).toEqual([]);
  await wait(1000);
  expect(posts().map(({ path, body }) => [path, body])).toEqual([
    ["/payments/transfers/t1/match", { payment_id: "y1" }],
  ]);
  expect(toast()).toBe("€99.00 matched");
});

test("who leaves the page sends what waits at once, once", async () => {
  respond("get", "/system/inbox", data([equal]));
  answer("POST /payments/transfers/{id}/match", () => json({}));
  await open();
  await press("Record €99.00");
  await step(() => browser.dispatchEvent(new browser.Event("pagehide")));
  expect(posts()).toHaveLength(1);
  await show(<p>Another page</p>, { as: operator() });
  expect(posts()).toHaveLength(1);
  await open();
  await press("Record €99.00");
  await show(<p>Another page</p>, { as: operator() });
  expect(posts()).toHaveLength(2);
});

test.each([
  [
    row({
      kind: "approval",
      values: { account: "Ada", subscription: "Scale" },
      action: { code: "approve", object: "/subscriptions/s1" },
    }),
    "Approve Scale",
    ["PATCH", "/subscriptions/s1", { state: "active" }],
  ],
  [
    row({
      kind: "refund",
      code: "refund_to_send",
      values: { minor: 2000, currency: "EUR", account: "Ada", reference: "2026-0062" },
      cost: { minor: 2000, currency: "EUR" },
      action: { code: "refund_sent", object: "/payments/refunds/r1" },
    }),
    "I have sent it",
    ["POST", "/payments/refunds/r1/sent", {}],
  ],
  [
    row({ kind: "backup", code: "backup_never", action: { code: "back_up", object: null } }),
    "Back up now",
    ["POST", "/system/backup", undefined],
  ],
] as const)("an action without a choice is one press %#", async (shown, name, request) => {
  respond("get", "/system/inbox", data([shown]));
  answer("PATCH /subscriptions/{id}", () => json({}));
  answer("POST /payments/refunds/{id}/sent", () => json({}));
  answer("POST /system/backup", () => json({}));
  await open();
  await press(name);
  expect(posts().map(({ method, path, body }) => [method, path, body || undefined])).toEqual([
    [request[0], request[1], request[2]],
  ]);
  expect(sent("GET /system/inbox")).toHaveLength(2);
});

test("an action that is refused says why, and the row stays", async () => {
  respond("get", "/system/inbox", data([row({ action: { code: "back_up", object: null } })]));
  refuse("POST /system/backup", 409, "No folder is set.");
  await open();
  await press("Back up now");
  expect(toast()).toBe("No folder is set.");
  expect(texts("h3")).toHaveLength(1);
});

test("a transfer without a certain payment opens the dialog of the feature that has payments", async () => {
  setPageParts([
    {
      matchTransfer: ({ id, close }) => (
        <button type="button" onClick={close}>
          Dialog of {id}
        </button>
      ),
    },
  ]);
  respond("get", "/system/inbox", data([transfer]));
  await open();
  await press("Match €99.00");
  await press("Dialog of t1");
  expect(text()).not.toContain("Dialog of");
});

test("who may not do an action can look", async () => {
  const supporter = operator({ operator_role: "support" });
  const permissions = permissionsOf({ role: "operator", operatorRole: "support" });
  const backup = row({
    id: "backup",
    kind: "backup",
    code: "backup_never",
    action: { code: "back_up", object: "/system" },
  });
  respond("get", "/system/inbox", data([transfer, backup]));
  signInFor([account({ id: supporter.id, permissions })], supporter);
  await show(<Inbox />);
  expect(texts(".inbox button")).not.toContain("Back up now");
  expect(["Open", "Open backups"].map((name) => get("link", name).getAttribute("href"))).toEqual([
    "/console/money?range=all&text=t1",
    "/console/settings/backups",
  ]);
});
