import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { has, messageOf, text } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { keys, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { keysOf } from "../../api/queries.ts";
import { setPageParts } from "../../parts/page-parts.ts";
import { queryClient } from "../../parts/query-client.ts";
import { SignUp } from "./sign-up.tsx";

setUp();

const values = {
  "First name": "Ada",
  "Last name": "Byron",
  Email: "ada@example.com",
  Password: "correct horse",
};

async function signUp(at = "/sign-up") {
  await show(<SignUp />, { at });
  for (const [label, value] of Object.entries(values)) await type(label, value);
  await press("Create account");
}

test("a new user is signed in and sees the first key", async () => {
  answer("POST /auth/signup", () => json({ user: user(), subscription: subscription(), keys: keys() }, 201));
  respond("post", "/auth/signin", { token: "t", expires_at: "2027-01-01T00:00:00Z", user: user() });
  await signUp();
  expect(sent("POST /auth/signup").map(({ body, headers }) => [body, headers.get("authorization")])).toEqual([
    [
      { first_name: "Ada", last_name: "Byron", email: "ada@example.com", password: "correct horse" },
      "Bearer public",
    ],
  ]);
  expect(queryClient.getQueryData(keysOf("sub-1").queryKey)).toEqual(keys());
  expect(address()).toBe("/home?start=1");
});

test("the plan that was chosen before is bought after sign-up", async () => {
  setPageParts([{ afterSignUp: async (plan, subscription) => `/buy?${subscription}=${plan}` }]);
  answer("POST /auth/signup", () => json({ user: user(), subscription: subscription(), keys: keys() }, 201));
  respond("post", "/auth/signin", { token: "t", expires_at: "2027-01-01T00:00:00Z", user: user() });
  await signUp("/sign-up?plan=growth");
  expect(address()).toBe("/buy?sub-1=growth");
});

test("the page that was requested before opens after sign-up, and none of another site", async () => {
  answer("POST /auth/signup", () => json({ user: user(), subscription: subscription(), keys: keys() }, 201));
  respond("post", "/auth/signin", { token: "t", expires_at: "2027-01-01T00:00:00Z", user: user() });
  await signUp("/sign-up?next=%2Finvitations%2Faccept");
  expect(address()).toBe("/invitations/accept");
  await signUp("/sign-up?next=%2F%2Felsewhere.test");
  expect(address()).toBe("/home?start=1");
});

test("a taken email is shown at its field", async () => {
  refuse("POST /auth/signup", 409, "This email is taken.");
  await signUp();
  expect([messageOf("Email"), has("alert"), address()]).toEqual(["This email is taken.", false, "/sign-up"]);
});

test("a weak password is shown at its field", async () => {
  refuse("POST /auth/signup", 422, [{ loc: ["body", "password"], msg: "Too common." }]);
  await signUp();
  expect(messageOf("Password")).toBe("Too common.");
});

test("a closed sign-up says who creates accounts", async () => {
  answer("GET /identity", () => json({ client_token: "public", sign_up: "closed" }));
  await show(<SignUp />);
  expect(text()).toContain("Sign-up is closed The operator creates accounts.");
  expect(has("textbox")).toBe(false);
});
