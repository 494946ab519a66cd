import { expect, test } from "bun:test";
import { account, permissionsOf, signInFor } from "../../../../test/console/dom/account-records.ts";
import { choose, confirm, press, type } from "../../../../test/console/dom/act.ts";
import { control, get, has, names, options, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { CustomerActions } from "./customer-actions.tsx";

setUp();

async function open(more = {}, subscriptions = [subscription()]) {
  respond("get", "/users/{id}/subscriptions", subscriptions);
  await show(<CustomerActions user={user(more)} name="Ada Byron" />, { as: operator() });
}

const own = ["More", "Create reset link", "Download everything"];
const danger = ["Suspend calls", "Block", "Close account"];

test.each([
  [{}, ["View as", ...own, ...danger]],
  [{ state: "blocked" }, ["View as", ...own, "Unblock", "Suspend calls", "Close account"]],
  // It has no password.
  [{ kind: "organization" }, ["View as", "More", "Download everything", ...danger]],
  [{ id: "op" }, [...own, "Suspend calls"]],
  [{ state: "deleted" }, []],
] as const)("the actions on %p", async (more, actions) => {
  await open(more);
  expect(names("button")).toEqual([...actions]);
});

test("nothing is suspended where nothing is active", async () => {
  await open({}, [subscription({ state: "suspended" })]);
  expect(names("button")).not.toContain("Suspend calls");
});

test.each([
  ["support", ["View as", "More"]],
  ["billing", ["More", "Suspend calls"]],
  ["data", ["More"]],
] as const)("the actions of an operator with the role %p", async (operatorRole, actions) => {
  const permissions = permissionsOf({ role: "operator", operatorRole });
  signInFor([account({ id: "op", member_role: null, permissions })], operator());
  respond("get", "/users/{id}/subscriptions", [subscription()]);
  await show(<CustomerActions user={user()} name="Ada Byron" />);
  expect(names("button")).toEqual([...actions]);
  expect(get("link", "Send mail").getAttribute("href")).toBe("mailto:ada@example.com");
});

test("calls are suspended with one reason", async () => {
  answer("PATCH /subscriptions/{subscription_id}", () => json(subscription()));
  await open({}, [
    subscription({ id: "one" }),
    subscription({ id: "two" }),
    subscription({ id: "three", state: "suspended" }),
  ]);
  await press("Suspend calls");
  await type("Reason (shown to the customer)", "Card was stolen");
  await confirm();
  const body = { state: "suspended", state_comment: "Card was stolen" };
  expect(sent("PATCH /subscriptions/{subscription_id}").map((one) => [one.path, one.body])).toEqual([
    ["/subscriptions/one", body],
    ["/subscriptions/two", body],
  ]);
  expect(toast()).toBe("Calls suspended");
});

test("a view as the customer needs a reason", async () => {
  respond("put", "/auth/account", []);
  await open();
  await press("View as");
  expect(control("Reason").required).toBe(true);
  await type("Reason", "Ticket 4471");
  await confirm();
  expect(sent("PUT /auth/account").map(({ body }) => body)).toEqual([
    { account_id: "ada", reason: "Ticket 4471" },
  ]);
});

test("a view of an organization can be that of a member", async () => {
  respond("put", "/auth/account", []);
  answer("GET /organizations/{id}/members", () =>
    json([{ user_id: "sam", name: "Sam Ofori" }], 200, { "x-total-count": "1" }),
  );
  await open({ kind: "organization" });
  await press("View as");
  expect(options("Account").map(([id]) => id)).toEqual(["ada", "sam"]);
  await choose("Account", "sam");
  await type("Reason", "Ticket 4471");
  await confirm();
  expect(sent("PUT /auth/account")[0]?.body).toEqual({ account_id: "sam", reason: "Ticket 4471" });
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
  expect(toast()).toBe("Customer blocked");
});

test("a user is unblocked immediately, or the reason is reported", async () => {
  answer("PATCH /users/{user_id}", () => json(user()));
  await open({ state: "blocked" });
  await press("Unblock");
  expect(sent("PATCH /users/ada").map(({ body }) => body)).toEqual([{ state: "active" }]);
  expect(toast()).toBe("Customer unblocked");
  refuse("PATCH /users/{user_id}", 409, "It is deleted.");
  await press("Unblock");
  expect(toast()).toBe("It is deleted.");
});

test("an account is closed after the email is typed", async () => {
  answer("DELETE /users/{user_id}", () => new Response(null, { status: 204 }));
  await open();
  await press("Close account");
  await type("Type ada@example.com to confirm", "ada@example.com");
  await confirm();
  expect(sent("DELETE /users/ada")).toHaveLength(1);
  expect([toast(), text().includes("Close the account of Ada")]).toEqual(["Account closed", false]);
});

test("an account without an email is confirmed by ID", async () => {
  await open({ email: "" });
  await press("Close account");
  expect(has("textbox", "Type ada to confirm")).toBe(true);
});
