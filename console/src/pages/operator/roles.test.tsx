import { beforeEach, expect, test } from "bun:test";
import type { OperatorRole } from "../../../../src/http/caller.ts";
import { account, permissionsOf, signInFor } from "../../../../test/console/dom/account-records.ts";
import { choose, type } from "../../../../test/console/dom/act.ts";
import { cells, get, has, options, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Roles } from "./roles.tsx";

setUp();

const olga = {
  id: "op",
  name: "Olga Ops",
  email: "op@example.com",
  operator_role: "owner" as const,
  state: "active" as const,
  second_factor: "passkey" as const,
  last_active_at: "2026-11-21T21:15:00Z",
};
const marek = {
  ...olga,
  id: "marek",
  name: "Marek Dvořák",
  email: "m@example.com",
  operator_role: "billing" as const,
  second_factor: null,
  last_active_at: null,
};
const callers = (visitor: "yes" | "no", members: "yes" | "own", others: "yes" | "no") => ({
  visitor,
  member: { owner: members, developer: members, billing: others },
  operator: { owner: "yes" as const, support: others, billing: others, data: others },
});
const ofKeys = callers("no", "own", "no");
const permissions = [
  { permission: "keys.view", text: "View and copy keys", callers: ofKeys },
  { permission: "keys.change", text: "Rotate keys", callers: ofKeys },
];
const operations = [
  { id: "readKeys", path: "/keys", summary: "List keys", area: "Lookups and keys", callers: ofKeys },
  {
    id: "readPrices",
    path: "/prices",
    summary: "List prices",
    area: "Offers",
    callers: callers("yes", "yes", "yes"),
  },
].map((one) => ({ ...one, method: "GET", permission: null }));

beforeEach(() => {
  respond("get", "/operators", [olga, marek]);
  respond("get", "/roles", { areas: [{ area: "Lookups and keys", permissions }], operations });
});

const open = (operatorRole: OperatorRole = "owner") => {
  const permissions = permissionsOf({ role: "operator", operatorRole });
  signInFor(
    [account({ id: "op", member_role: null, permissions })],
    operator({ operator_role: operatorRole }),
  );
  return show(<Roles />);
};

test("operators are listed with their roles", async () => {
  await open();
  expect(get("heading", "2 operators, 4 roles")).toBeDefined();
  expect(text()).toContain("Generated from the 2 operations of the API; it cannot be edited here.");
  expect(cells("Operators")).toEqual([
    ["Operator", "Role", "Second factor", "Last active", "State"],
    ["Olga Ops (you) op@example.com", "Owner", "Passkey", "21:15:00", "Active"],
    ["Marek Dvořák m@example.com", "Owner Support Billing Data", "None", "Never", "Active"],
  ]);
});

test("the matrix shows permissions of all callers, or operations, and is searched", async () => {
  await open();
  const rows = () => cells("Operations by role");
  expect(rows().find(([name]) => name === "View and copy keys")).toEqual([
    "View and copy keys",
    ...["no", "own", "own", "no", "yes", "no", "no", "no"],
  ]);
  await type("Search", "COPY");
  expect(
    rows()
      .slice(2)
      .map(([name]) => name),
  ).toEqual(["Lookups and keys", "View and copy keys"]);
  await type("Search", "");
  await choose("Show", "operations");
  expect(options("Area").map(([value]) => value)).toEqual(["", "Lookups and keys", "Offers"]);
  await choose("Area", "Offers");
  expect(rows().slice(2)).toEqual([["Offers"], ["List prices", ...Array(8).fill("yes")]]);
  await type("Search", "nothing");
  expect(text()).toContain("Nothing found. Change the search.");
});

test("an owner changes the role of another operator, or sees why not", async () => {
  respond("patch", "/users/{user_id}", operator({ id: "marek" }));
  await open();
  await choose("Role of Marek Dvořák", "data");
  expect(sent("PATCH /users/marek").map(({ body }) => body)).toEqual([{ operator_role: "data" }]);
  expect(toast()).toBe("Marek Dvořák is now Data");
  refuse("PATCH /users/{user_id}", 409, "The last owner cannot be removed.");
  await choose("Role of Marek Dvořák", "support");
  expect(toast()).toBe("The last owner cannot be removed.");
});

test.each(["support", "billing"] as const)("an operator with the role %p changes none", async (role) => {
  await open(role);
  expect(cells("Operators")[2]?.[1]).toBe("Billing");
});

test("a role that may not list users sees the matrix alone", async () => {
  await open("data");
  expect([has("table", "Operators"), has("table", "Operations by role")]).toEqual([false, true]);
  expect(sent("GET /users/")).toEqual([]);
});
