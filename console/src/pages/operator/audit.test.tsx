import { beforeEach, expect, test } from "bun:test";
import { choose, press, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, elapse, setUp, show } from "../../../../test/console/dom/page.ts";
import { apiRecord, auditRecord, operator, product, user } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Audit } from "./audit.tsx";

setUp();
beforeEach(() => {
  respond("get", "/users/", [user()]);
  respond("get", "/products", [product()]);
  respond("get", "/apis", [apiRecord()]);
});

const open = (at = "/settings/audit") => show(<Audit />, { as: operator(), at });

test("entries name actor, action and object", async () => {
  respond("get", "/audit", [
    auditRecord(),
    auditRecord({ id: "a2", actor: "client", actor_name: null, action: "user.create" }),
  ]);
  await open();
  expect(cells("Entries").map((row) => row.map((cell) => cell.split(" Details")[0]))).toEqual([
    ["Time", "Person", "Action", "Object", "IP address"],
    ["20:00:00", "Ada Byron", "Updated the user", "Ada Byron", "192.0.2.7"],
    ["20:00:00", "A visitor", "Signed up", "Ada Byron", "192.0.2.7"],
  ]);
  expect(names("link")).toEqual(["Ada Byron", "Ada Byron", "Ada Byron"]);
});

test("the address filters the log", async () => {
  respond("get", "/audit", []);
  await open("/settings/audit?action=user.update&actor=/users/ada&page=2");
  expect(sent("GET /audit").map(({ query }) => query)).toEqual([
    { page: "2", page_size: "50", action: "user.update", actor: "/users/ada" },
  ]);
  expect(text()).toContain("No matching entries");
});

test("a chosen action goes into the address", async () => {
  respond("get", "/audit", []);
  await open();
  await choose("Action", "ledger.check");
  expect(address()).toBe("/settings/audit?action=ledger.check");
  expect(sent("GET /audit").at(-1)?.query).toEqual({ page: "1", page_size: "50", action: "ledger.check" });
});

test("filters can be cleared; they show names", async () => {
  respond("get", "/audit", [auditRecord()]);
  await open("/settings/audit?object=/users/ada&actor=/users/ada&range=7d&action=user.update");
  await press("Clear filters: by Ada Byron, of Ada Byron");
  expect(address()).toBe("/settings/audit");
  expect(names("button").filter((name) => name.startsWith("Clear"))).toEqual([]);
});

test("a person is found by name", async () => {
  respond("get", "/audit", []);
  await open();
  await type("Person", "by");
  await elapse(250);
  expect(sent("GET /users/").at(-1)?.query).toEqual({ page: "1", page_size: "8", text: "by" });
  await type("Person", "Ada Byron, ada@example.com");
  expect(address()).toBe("/settings/audit?actor=%2Fusers%2Fada");
  expect(control("Person").value).toBe("");
});

test("an object is found by name", async () => {
  respond("get", "/audit", []);
  await open();
  await type("Object", "Plan Trial");
  expect(address()).toBe("/settings/audit?object=%2Fproducts%2Ftrial");
  await type("Object", "Dataset Liens");
  expect(address()).toBe("/settings/audit?object=%2Fdatasets%2Flien");
});

test("a range of time filters the log", async () => {
  respond("get", "/audit", []);
  await open();
  await press("Last 7 days");
  expect(address()).toBe("/settings/audit?range=7d");
  expect(sent("GET /audit").at(-1)?.query).toEqual({
    page: "1",
    page_size: "50",
    timestamp_ge: "2026-11-14T21:20:05.000Z",
    timestamp_le: "2026-11-21T21:20:05.000Z",
  });
});

test("a failure is shown", async () => {
  refuse("GET /audit", 403, "Operators only.");
  await open();
  expect(textOf(get("alert"))).toStartWith("Could not load the audit log Operators only.");
});
