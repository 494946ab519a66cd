import { beforeEach, expect, test } from "bun:test";
import { choose, press } from "../../../../test/console/dom/act.ts";
import { get, has, names, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { auditRecord, operator, user } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Audit } from "./audit.tsx";

setUp();
beforeEach(() => respond("get", "/users/", [user()]));

const open = (at = "/audit") => show(<Audit />, { as: operator(), at });

test("entries name actor, action and object", async () => {
  respond("get", "/audit", [
    auditRecord(),
    auditRecord({ id: "a2", actor: "client", action: "user.create" }),
  ]);
  await open();
  expect(texts("ol.aud li")).toEqual([
    "20:00:00 Ada Byron updated the user /users/ada, from 192.0.2.7",
    "20:00:00 A visitor created a user /users/ada, from 192.0.2.7",
  ]);
  expect(names("link")).toEqual(["Ada Byron", "/users/ada", "/users/ada"]);
});

test("the address filters the log", async () => {
  respond("get", "/audit", []);
  await open("/audit?action=user.update&actor=/users/ada&page=2");
  expect(sent("GET /audit").map(({ query }) => query)).toEqual([
    { page: "2", page_size: "50", action: "user.update", actor: "/users/ada" },
  ]);
  expect(text()).toContain("No matching entries");
});

test("a chosen action goes into the address", async () => {
  respond("get", "/audit", []);
  await open();
  await choose("Action", "ledger.check");
  expect(address()).toBe("/audit?action=ledger.check");
  expect(sent("GET /audit").at(-1)?.query).toEqual({ page: "1", page_size: "50", action: "ledger.check" });
});

test("a filter by object can be cleared", async () => {
  respond("get", "/audit", []);
  await open("/audit?object=/users/ada");
  await press("Clear filter: /users/ada");
  expect(address()).toBe("/audit");
  expect(has("button", "Clear filter: /users/ada")).toBe(false);
});

test("a failure is shown", async () => {
  refuse("GET /audit", 403, "Operators only.");
  await open();
  expect(textOf(get("alert"))).toStartWith("Could not load the audit log Operators only.");
});
