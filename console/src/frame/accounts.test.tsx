import { expect, test } from "bun:test";
import { account, chosenId, organization, signInFor } from "../../../test/console/dom/account-records.ts";
import { choose, press } from "../../../test/console/dom/act.ts";
import { control, has, one, options, text, textOf } from "../../../test/console/dom/find.ts";
import { address, setUp, show, step, toast } from "../../../test/console/dom/page.ts";
import { operator, user } from "../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../test/console/dom/service.ts";
import { readAccounts, resumed } from "../api/accounts.ts";
import { api } from "../api/client.ts";
import { sessionStore } from "../api/session.ts";
import { signIn } from "../api/sign-in.ts";
import { queryClient } from "../parts/query-client.ts";
import { Shell } from "./shell.tsx";

setUp();

const open = () => show(<Shell>Content</Shell>, { at: "/keys" });
const own = account({ is_chosen: false });
const acme = organization({ member_role: "billing" });
const both = [own, acme];
const atHome = [account(), organization({ is_chosen: false })];

test("one account needs no choice, and no word for its owner", async () => {
  signInFor([account()]);
  await open();
  expect(has("combobox", "Account")).toBe(false);
  expect(textOf(one(".who summary"))).toBe("Ada Byron ada@example.com");
});

test("the account is the first thing of the side bar, the role is beside the name", async () => {
  signInFor(both);
  await open();
  expect(options("Account")).toEqual([
    ["ada", "Ada Byron (personal)"],
    ["acme", "Acme Fleet"],
  ]);
  expect(control("Account").value).toBe("acme");
  expect(textOf(one(".who summary"))).toBe("Ada Byron Billing · ada@example.com");
  expect(one(".side").children[1]).toBe(one(".acct"));
});

test("another account replaces all that is shown", async () => {
  signInFor(both);
  queryClient.setQueryData(["products"], "of Acme");
  respond("put", "/auth/account", atHome);
  await open();
  await choose("Account", "ada");
  expect(sent("PUT /auth/account").map(({ body }) => body)).toEqual([{ account_id: "ada" }]);
  expect([chosenId(), address(), queryClient.getQueryData(["products"])]).toEqual([
    "ada",
    "/home",
    undefined,
  ]);
});

test("a refused choice changes nothing", async () => {
  signInFor(both);
  refuse("PUT /auth/account", 404, "User acme not found.");
  await open();
  await choose("Account", "ada");
  expect([chosenId(), address(), toast()]).toEqual(["acme", "/keys", "User acme not found."]);
});

test("an ended membership leads to the own account, with a notice", async () => {
  signInFor(both);
  refuse("GET /apis", 403, "You are not a member any more.", "membership_ended");
  respond("put", "/auth/account", [account()]);
  await open();
  await step(() => Promise.all([api.GET("/apis"), api.GET("/apis")]));
  expect(sent("PUT /auth/account").map(({ body }) => body)).toEqual([{ account_id: "ada" }]);
  expect([chosenId(), address(), toast()]).toEqual([
    "ada",
    "/home",
    "You are no longer a member of Acme Fleet. This is your own account.",
  ]);
});

test("an operator sees the account of a customer, and ends that", async () => {
  const visited = account({ is_visit: true, visit_reason: "Ticket 4471", member_role: null });
  signInFor([account({ id: "op", is_chosen: false, member_role: null }), visited], operator());
  respond("put", "/auth/account", [account({ id: "op", member_role: null })]);
  await open();
  expect(textOf(one(".visit"))).toBe("You see Ada Byron’s account, read only. Reason: Ticket 4471 End view");
  expect(has("navigation", "Portal")).toBe(true);
  await press("End view");
  expect(sent("PUT /auth/account").map(({ body }) => body)).toEqual([{ account_id: "op" }]);
  expect([has("navigation", "Console"), text().includes("read only")]).toEqual([true, false]);
});

test("accounts that cannot be read leave the page as it is", async () => {
  signInFor(both);
  refuse("GET /auth/accounts", 500, "Broken.");
  await readAccounts();
  expect(sessionStore.get()?.accounts).toEqual(both);
});

test("a renewed session acts for the same account", async () => {
  signInFor(both);
  const session = { token: "new", expires_at: "2027-01-01T00:00:00Z", user: user() };
  respond("post", "/auth/signin", session);
  answer("PUT /auth/account", ({ headers }) =>
    headers.get("authorization") === "Bearer new" ? json(both) : json({}, 401),
  );
  await signIn("ada@example.com", "correct horse");
  expect(sessionStore.get()).toEqual({ ...session, accounts: both });
  // Nothing of one user is kept for another.
  const other = { ...session, user: user({ id: "eve" }) };
  expect(await resumed(other, sessionStore.get())).toEqual(other);
});
