import { expect, test } from "bun:test";
import { confirm, press, type } from "../../../../test/console/dom/act.ts";
import { get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { UserActions } from "./user-actions.tsx";

setUp();

const open = (more = {}) => show(<UserActions user={user(more)} name="Ada Byron" />, { as: operator() });

test.each([
  [{}, ["Create reset link", "Block", "Delete user"]],
  [{ state: "blocked" }, ["Create reset link", "Unblock", "Delete user"]],
  [{ id: "op" }, ["Create reset link"]],
  [{ state: "deleted" }, []],
])("the actions on %p", async (more, actions) => {
  await open(more);
  expect(names("button")).toEqual(actions);
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
  await open();
  await press("Delete user");
  await type("Type ada@example.com to confirm", "ada@example.com");
  await confirm();
  expect(sent("DELETE /users/ada")).toHaveLength(1);
  expect([toast(), text().includes("Delete Ada")]).toEqual(["User deleted", false]);
});

test("a user without an email is confirmed by ID", async () => {
  await open({ email: "" });
  await press("Delete user");
  expect(has("textbox", "Type ada to confirm")).toBe(true);
});
