import { expect, test } from "bun:test";
import { click, confirm, follow, press, type } from "../../../../test/console/dom/act.ts";
import { cells, facts, get, names, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import {
  auditRecord,
  credits,
  customer,
  operator,
  product,
  subscription,
  unlimited,
  user,
} from "../../../../test/console/dom/records.ts";
import {
  apiMetrics,
  bucket,
  metricsPage,
  requestPage,
  requestRecord,
  series,
} from "../../../../test/console/dom/report-records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Subscription } from "../../api/client.ts";
import { setPageParts } from "../../parts/page-parts.ts";
import { CustomerPage } from "./customer.tsx";

setUp();

const note = (id: string, more = {}) => ({
  id,
  text: "Pays by transfer.",
  author: "/users/op",
  author_name: "Olga Ops",
  created_at: "2026-11-02T12:00:00Z",
  ...more,
});

async function open(subscriptions: Subscription[], more = {}, row = {}, tab = "") {
  respond("get", "/users/{user_id}", user(more));
  respond("get", "/users/{id}/subscriptions", subscriptions);
  respond("get", "/users/{id}/notes", [note("n1")]);
  respond("get", "/system/customers", {
    total: 1,
    needs_you: 0,
    organizations: 0,
    customers: [customer(row)],
  });
  respond("get", "/products", [product()]);
  respond("get", "/audit", [auditRecord()]);
  respond("get", "/reports/byApi", metricsPage([apiMetrics()]));
  respond("get", "/reports/byRequest", requestPage([requestRecord()]));
  respond("get", "/reports/timeseries", series([bucket({ total: 3, success: 3, credits: 3 })]));
  respond("get", "/subscriptions/{subscription_id}/keys", []);
  await show(<CustomerPage params={{ userId: "ada" }} />, {
    as: operator(),
    at: `/customers/ada${tab && `?tab=${tab}`}`,
  });
}

test("a customer has plan, next payment, last calls, notes and details", async () => {
  await open([subscription()], {}, { next_payment_minor: 11_979, ...planned, price_minor: 9900 });
  expect([textOf(one("h1")), document.title]).toEqual(["Ada Byron", "Ada Byron · Vingate"]);
  expect(names("tab")).toEqual(["Overview", "Billing", "Calls 12", "Keys", "Activity"]);
  expect(names("heading").slice(1)).toEqual(["Trial: 60 credits left", "Last calls", "Notes", "Details"]);
  expect(facts(one("dl.facts"))).toEqual([
    ["Plan", "Trial"],
    ["Price without VAT", "€99.00 per month"],
    ["Next payment", "€119.79, 11 Dec 2026"],
    ["Subscriptions", "1"],
  ]);
  expect(cells("Last calls")).toHaveLength(2);
  expect(textOf(one(".notes"))).toBe("Pays by transfer. Olga Ops, 2 Nov 2026 Delete Pays by transfer.");
  expect(text()).toContain("Person, since 1 Nov 2026");
});

const planned = {
  price_every: "month",
  currency: "EUR",
  next_payment_currency: "EUR",
  next_payment_at: "2026-12-11T00:00:00.000Z",
  next_payment_state: "planned",
} as const;

test("what needs the operator is first, with one action", async () => {
  answer("PATCH /subscriptions/{subscription_id}", () => json(subscription()));
  await open(
    [subscription({ id: "s2", state: "submitted", display_name: "Scale" })],
    {},
    {
      ...planned,
      next_payment_minor: 11_979,
      next_payment_state: "unpaid",
    },
  );
  expect(names("heading")[1]).toBe("2 things need you");
  expect(text()).toContain("Requests Scale Since 2 Nov 2026 Its keys are refused until you approve it.");
  expect(text()).toContain("€119.79 unpaid late since 11 Dec 2026");
  await press("Approve Scale");
  expect(sent("PATCH /subscriptions/s2").map(({ body }) => body)).toEqual([
    { state: "active", state_comment: null },
  ]);
});

test("credits are added in two presses", async () => {
  answer("POST /subscriptions/{id}/credits", () => json({ remaining: 560 }));
  await open([subscription()]);
  await press("Add credits");
  await type("Credits", "500");
  expect(names("button")).toContain("Add 500 credits");
  await confirm();
  expect(sent("POST /subscriptions/sub-1/credits")[0]?.body).toMatchObject({ change: 500 });
});

test("a note is added and deleted", async () => {
  answer("POST /users/{id}/notes", () => json(note("n2")));
  answer("DELETE /users/{id}/notes/{note_id}", () => json({ status: "success", id: "n1" }));
  await open([subscription()], { note: "by telephone" });
  expect(textOf(one(".notes"))).toContain("by telephone Of the account’s record");
  await press("Add note");
  await type("Note", "Asked for an offer.");
  await confirm();
  const [added] = sent("POST /users/ada/notes");
  expect(added!.body).toEqual({ text: "Asked for an offer." });
  expect(toast()).toBe("Note added");
  await press("Delete Pays by transfer.");
  await confirm();
  expect(sent("DELETE /users/ada/notes/n1")).toHaveLength(1);
});

test("an open tab is in the address, and the audit of a person is one press away", async () => {
  await open([subscription()]);
  await click(get("tab", "Activity"));
  expect(address()).toBe("/customers/ada?tab=activity");
  const [, entry] = cells("Entries");
  expect(entry?.map((cell) => cell.split(" Details")[0])).toEqual([
    "20:00:00",
    "Ada Byron",
    "Updated the user",
    "Ada Byron",
    "192.0.2.7",
  ]);
  await click(get("tab", "Overview"));
  expect(address()).toBe("/customers/ada");
});

test("calls have figures, and the most used subscription's are first", async () => {
  await open(
    [
      subscription({ id: "small", display_name: "Small", credits: credits(99) }),
      subscription({ id: "large", display_name: "Large", credits: unlimited }),
      subscription({ id: "used", display_name: "Used", credits: credits(10) }),
    ],
    {},
    {},
    "calls",
  );
  expect(facts(one("dl.figs"))).toEqual([
    ["Credits left", "Unlimited of 3 subscriptions"],
    ["Used", "98 credits in total"],
    ["Calls", "1,248 in 30 days, 96.2% successful"],
    ["Blocked", "3 401, 402, 403 and 429"],
    ["Last call", "21:00:00 from 192.0.2.7"],
  ]);
  const chosen = () => sent("GET /reports/timeseries").map(({ query }) => query.subscriptionId);
  expect(chosen()).toEqual(["used"]);
  await click(get("button", "Small"));
  expect(chosen()).toEqual(["used", "small"]);
});

test("keys are those of active subscriptions", async () => {
  await open([subscription({ state: "suspended" })], {}, {}, "keys");
  expect(text()).toContain("No keys Only active subscriptions have keys.");
});

test("an unknown customer is a failure", async () => {
  refuse("GET /users/{user_id}", 404, "User eva not found.");
  await show(<CustomerPage params={{ userId: "eva" }} />, { as: operator() });
  expect(textOf(get("alert"))).toStartWith("Could not load the customer User eva not found.");
});

test("features add sections and links, members only to an organization", async () => {
  setPageParts([
    { user: { title: "Added", pathOf: (id) => `/money?user=${id}` } },
    { customer: { tab: "overview", Section: ({ userId }) => <p>Company of {userId}</p> } },
    {
      billingRows: {
        key: "papers",
        what: "Could not load them",
        load: async (id) => ({
          rows: [{ ids: ["p"], at: "2026-11", month: "2026-11", number: id }],
          total: 1,
        }),
      },
    },
    { customer: { tab: "members", Section: () => <p>Nobody</p> } },
  ]);
  await open([]);
  expect(text()).toContain("Company of ada");
  await open([], {}, {}, "billing");
  expect(cells("Invoices and statements, newest first")[1]?.slice(0, 2)).toEqual(["November 2026", "ada"]);
  expect(get("link", "Added").getAttribute("href")).toBe("/console/money?user=ada");
  expect(names("tab")).not.toContain("Members");
});

test("an organization has members", async () => {
  setPageParts([{ customer: { tab: "members", Section: () => <p>Sam Ofori</p> } }]);
  await open([], { kind: "organization" }, { kind: "organization", members: 3, first_member: "Sam Ofori" });
  await click(get("tab", "Members 3"));
  expect(text()).toContain("Organization · Sam Ofori and 2 others Active");
  await follow("Customers");
  expect(address()).toBe("/customers");
});
