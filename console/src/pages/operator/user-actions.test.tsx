import { expect, test } from "bun:test";
import { account, permissionsOf, signInFor } from "../../../../test/console/dom/account-records.ts";
import { choose, confirm, press, type } from "../../../../test/console/dom/act.ts";
import { control, get, has, names, options, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, product, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { DeleteUser, UserActions } from "./user-actions.tsx";

setUp();

const open = (more = {}) => show(<UserActions user={user(more)} name="Ada Byron" />, { as: operator() });

const openDelete = (more = {}) => show(<DeleteUser user={user(more)} name="Ada Byron" />, { as: operator() });

test.each([{ id: "op" }, { state: "deleted" }] as const)("%p cannot be deleted", async (more) => {
  await openDelete(more);
  expect(names("button")).toEqual([]);
});

test.each([
  [{}, ["View as customer", "Add to a plan", "Edit user", "Create reset link", "Block"]],
  [{ state: "blocked" }, ["View as customer", "Add to a plan", "Edit user", "Create reset link", "Unblock"]],
  [{ id: "op" }, ["Add to a plan", "Create reset link"]],
  [{ state: "deleted" }, []],
])("the actions on %p", async (more, actions) => {
  await open(more);
  expect(names("button")).toEqual(actions);
});

test.each([
  ["support", ["View as customer"]],
  ["billing", ["Add to a plan"]],
  ["data", []],
] as const)("the actions of an operator with the role %p", async (operatorRole, actions) => {
  const permissions = permissionsOf({ role: "operator", operatorRole });
  signInFor([account({ id: "op", member_role: null, permissions })], operator());
  await show(
    <>
      <UserActions user={user()} name="Ada Byron" />
      <DeleteUser user={user()} name="Ada Byron" />
    </>,
  );
  expect(names("button")).toEqual([...actions]);
});

test("a view as the customer needs a reason", async () => {
  respond("put", "/auth/account", []);
  await open();
  await press("View as customer");
  expect(control("Reason").required).toBe(true);
  await type("Reason", "Ticket 4471");
  await confirm();
  expect(sent("PUT /auth/account").map(({ body }) => body)).toEqual([
    { account_id: "ada", reason: "Ticket 4471" },
  ]);
});

test("a reset link is shown once", async () => {
  respond("post", "/users/{id}/resetLink", {
    reset_link: "http://vingate.test/console/reset#abc",
    expires_at: "2026-11-22T21:20:05Z",
  } as never);
  await open();
  await press("Create reset link");
  expect(textOf(get("dialog"))).toContain("Anyone who opens it can set a new password for ada@example.com");
  await confirm();
  expect(sent("POST /users/ada/resetLink")).toHaveLength(1);
  expect(textOf(get("status", "Reset link"))).toBe("http://vingate.test/console/reset#abc");
  expect(textOf(get("dialog", "Reset link created"))).toContain("It expires on 22 Nov 2026, 21:20:05 UTC.");
  await confirm();
  expect(has("dialog")).toBe(false);
});

test("a user is blocked after a confirmation", async () => {
  answer("PATCH /users/{user_id}", () => json(user({ state: "blocked" })));
  await open();
  await press("Block");
  expect(textOf(get("dialog", "Block Ada Byron?"))).toContain("Sessions end.");
  await confirm();
  expect(sent("PATCH /users/ada").map(({ body }) => body)).toEqual([{ state: "blocked" }]);
  expect(toast()).toBe("User blocked");
});

test("a user is unblocked immediately, or the reason is reported", async () => {
  answer("PATCH /users/{user_id}", () => json(user()));
  await open({ state: "blocked" });
  await press("Unblock");
  expect(sent("PATCH /users/ada").map(({ body }) => body)).toEqual([{ state: "active" }]);
  expect(toast()).toBe("User unblocked");
  refuse("PATCH /users/{user_id}", 409, "It is deleted.");
  await press("Unblock");
  expect(toast()).toBe("It is deleted.");
});

test("a user is deleted after the email is typed", async () => {
  answer("DELETE /users/{user_id}", () => new Response(null, { status: 204 }));
  await openDelete();
  await press("Delete user");
  await type("Type ada@example.com to confirm", "ada@example.com");
  await confirm();
  expect(sent("DELETE /users/ada")).toHaveLength(1);
  expect([toast(), text().includes("Delete Ada")]).toEqual(["User deleted", false]);
});

test("a user without an email is confirmed by ID", async () => {
  await openDelete({ email: "" });
  await press("Delete user");
  expect(has("textbox", "Type ada to confirm")).toBe(true);
});

test("names, email and note are changed", async () => {
  answer("PATCH /users/{user_id}", () => json(user()));
  await open({ note: "Pilot" });
  respond("get", "/users/{user_id}", user({ note: "Pilot" }));
  await press("Edit user");
  await type("Last name", "Lovelace");
  expect(text()).not.toContain("signs in with the new email");
  await type("Email", "ada@lovelace.example");
  expect(text()).toContain("The user signs in with the new email from now on.");
  await type("Note", "");
  await confirm();
  expect(sent("PATCH /users/ada").map(({ body }) => body)).toEqual([
    { first_name: "Ada", last_name: "Lovelace", email: "ada@lovelace.example", note: null },
  ]);
  expect([toast(), has("dialog")]).toEqual(["User updated", false]);
});

test("a taken email is shown and the fields stay", async () => {
  refuse("PATCH /users/{user_id}", 409, "A user with this email exists.");
  await open();
  respond("get", "/users/{user_id}", user());
  await press("Edit user");
  await type("Email", "taken@example.com");
  await confirm();
  expect(textOf(get("alert"))).toBe("A user with this email exists.");
});

test("a user is put on any plan, once", async () => {
  respond("get", "/products", [
    product(),
    product({ id: "fleet", display_name: "Fleet", state: "not_published", credits_granted: null }),
  ]);
  refuse("POST /subscriptions/{id}", 503, "Try later.");
  await open();
  await press("Add to a plan");
  expect(options("Plan")).toEqual([
    ["trial", "Trial"],
    ["fleet", "Fleet (not published)"],
  ]);
  await choose("Plan", "fleet");
  expect(text()).toContain("Unlimited credits and two keys. It starts immediately and needs no approval.");
  await confirm();
  expect(textOf(get("alert"))).toBe("Try later.");
  answer("POST /subscriptions/{id}", () => json(subscription()));
  await type("Name", "Auctions");
  await confirm();
  const requests = sent("POST /subscriptions/{id}");
  expect(new Set(requests.map(({ path }) => path)).size).toBe(1);
  expect(requests.map(({ body }) => body)).toEqual(
    ["Fleet", "Auctions"].map((display_name) => ({
      scope: "/products/fleet",
      owner_id: "ada",
      display_name,
      state: "active",
    })),
  );
  expect(toast()).toBe("Ada Byron is on Fleet");
});
