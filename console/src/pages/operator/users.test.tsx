import { expect, test } from "bun:test";
import { choose, confirm, press, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { keys, operator, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Users } from "./users.tsx";

setUp();

async function open(all = [user()], at = "/customers") {
  respond("get", "/users/", all);
  await show(<Users />, { as: operator(), at });
}

test("users have name, role, state and the day of sign-up", async () => {
  await open([user(), user({ id: "x", first_name: "", last_name: "", email: "", state: "deleted" })]);
  expect(cells("Users, newest first")).toEqual([
    ["Name", "Role", "State", "Signed up"],
    ["Ada Byron ada@example.com", "Customer", "Active", "1 Nov 2026"],
    ["Deleted user", "Customer", "Deleted", "1 Nov 2026"],
  ]);
});

test("a search goes into the address", async () => {
  await open([user()], "/customers?page=3");
  await type("Name or email", " ada ");
  await press("Search");
  expect(address()).toBe("/customers?text=ada");
  expect(sent("GET /users/").at(-1)?.query).toEqual({ page: "1", page_size: "50", text: "ada" });
});

test("a search without result can be cleared", async () => {
  await open([], "/customers?text=eva&state=active");
  expect(text()).toContain("No matching users The search compares the beginnings of words");
  await press("Clear filters");
  expect([address(), control("Name or email").value]).toEqual(["/customers", ""]);
});

test("a created user is opened", async () => {
  await open();
  answer("POST /users/signup", () =>
    json({ user: user({ id: "eva" }), subscription: subscription(), keys: keys() }, 201),
  );
  await press("Create user");
  const values = { "First name": "Eva", "Last name": "Curie", Email: "eva@example.com" };
  for (const [label, value] of Object.entries(values)) await type(label, value);
  await confirm();
  expect(sent("POST /users/signup").map(({ body }) => body)).toEqual([
    { first_name: "Eva", last_name: "Curie", email: "eva@example.com" },
  ]);
  expect(address()).toBe("/customers/eva");
});

test("a taken email keeps the dialog", async () => {
  await open();
  refuse("POST /users/signup", 409, "This email is taken.");
  await press("Create user");
  for (const label of ["First name", "Last name"]) await type(label, "A");
  await type("Email", "ada@example.com");
  await confirm();
  expect([textOf(get("alert")), address()]).toEqual(["This email is taken.", "/customers"]);
});

test("a failure is shown", async () => {
  refuse("GET /users/", 403, "Operators only.");
  await show(<Users />, { as: operator(), at: "/customers" });
  expect(textOf(get("alert"))).toStartWith("Could not load the users Operators only.");
});

test("a second operator is created without a subscription", async () => {
  await open([]);
  answer("POST /users/{id}", ({ path }) => json(user({ id: path.slice(7), role: "operator" })));
  await press("Create user");
  await choose("Role", "operator");
  expect(text()).toContain("An operator sees and changes everything in this console.");
  await type("First name", "Grace");
  await type("Last name", "Hopper");
  await type("Email", "grace@example.com");
  await confirm();
  const [request] = sent("POST /users/{id}");
  expect(request?.path).toMatch(/^\/users\/operator-[a-z0-9]{16}$/);
  expect(request?.body).toEqual({
    first_name: "Grace",
    last_name: "Hopper",
    email: "grace@example.com",
    role: "operator",
    state: "active",
    note: null,
  });
  expect(address()).toBe(request!.path.replace("/users/", "/customers/"));
});
