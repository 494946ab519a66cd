import { beforeEach, expect, spyOn, test } from "bun:test";
import { confirm, press } from "../../../../test/console/dom/act.ts";
import { cells, get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { sessionStore } from "../../api/session.ts";
import { SignIn } from "../../pages/public/sign-in.tsx";
import { setPageParts } from "../../parts/page-parts.ts";
import { type Attempt, leaveFor, takeAttempt } from "./attempt.ts";
import { Callback } from "./callback.tsx";
import { Identities } from "./identities.tsx";
import { ProveWithSignOn } from "./prove.tsx";
import { SignInWith } from "./sign-in-with.tsx";

setUp();

const provider = "https://id.example.com/authorize?state=s1";
const session = { token: "t1", expires_at: "2027-01-01T00:00:00Z", user: user() };
const identity = {
  id: "i1",
  issuer: "https://id.example.com",
  provider: "Acme Fleet SSO",
  email: "lena@acmefleet.example",
  linked_at: "2026-09-12T08:00:00Z",
  last_used_at: null,
};
const back = "/sign-on/callback?code=c1&state=s1&iss=https%3A%2F%2Fid.example.com";
const brought = { attempt_token: "a1", state: "s1", code: "c1", iss: "https://id.example.com" };

beforeEach(() => {
  setPageParts([{ signInWith: SignInWith }]);
  respond("get", "/auth/sign-on", [
    { id: "customers", name: "Acme Fleet SSO" },
    { id: "operators", name: "Lotdata SSO" },
  ]);
});

/** Presses a button that leaves the console; resolves to where it leads. */
async function leaveBy(label: string): Promise<string | undefined> {
  const leave = spyOn(location, "assign").mockImplementation(() => {});
  await press(label);
  const [to] = leave.mock.calls[0] ?? [];
  leave.mockRestore();
  return to?.toString();
}

test("a button leaves for the provider, which this tab alone can come back from", async () => {
  respond("post", "/auth/sign-on/start", { url: provider, attempt_token: "a1" });
  await show(<SignIn />, { at: "/sign-in?next=%2Fkeys" });
  expect(names("button").slice(0, 2)).toEqual([
    "Continue with Acme Fleet SSO",
    "Operators: continue with Lotdata SSO",
  ]);
  expect(await leaveBy("Continue with Acme Fleet SSO")).toBe(provider);
  expect(sent("POST /auth/sign-on/start")[0]?.body).toEqual({ provider: "customers" });
  expect(takeAttempt()).toEqual({ token: "a1", next: "/keys" });
  expect(takeAttempt()).toBeUndefined();
});

const began = (rest: Omit<Attempt, "token"> = {}) => {
  const leave = spyOn(location, "assign").mockImplementation(() => {});
  leaveFor({ url: provider, attempt_token: "a1" }, rest);
  leave.mockRestore();
};

test("the answer signs in, once, and opens the page that was wanted", async () => {
  respond("post", "/auth/sign-on/finish", session);
  began({ next: "/keys" });
  await show(<Callback />, { at: back });
  expect(sent("POST /auth/sign-on/finish").map(({ body }) => body)).toEqual([brought]);
  expect([sessionStore.get(), address(), takeAttempt()]).toEqual([session, "/keys", undefined]);
});

test("an answer to another tab is not sent", async () => {
  await show(<Callback />, { at: back });
  expect(textOf(get("alert"))).toBe(
    "This sign-in began in another tab, or was finished before. Begin again.",
  );
  expect(sent("POST /auth/sign-on/finish")).toEqual([]);
});

test("a refusal is shown, and the code is no longer in the address", async () => {
  refuse("POST /auth/sign-on/finish", 403, "No account is linked with this identity of Acme Fleet SSO.");
  began();
  await show(<Callback />, { at: back });
  expect([textOf(get("heading")), textOf(get("alert")), address()]).toEqual([
    "Single sign-on did not work",
    "No account is linked with this identity of Acme Fleet SSO.",
    "/sign-on/callback",
  ]);
  expect([sessionStore.get(), has("link", "Back to sign-in")]).toEqual([undefined, true]);
});

test("a provider that does not answer is shown beside the password", async () => {
  refuse("POST /auth/sign-on/start", 409, "This service has no single sign-on for you.");
  await show(<SignIn />, { at: "/sign-in" });
  await press("Continue with Acme Fleet SSO");
  expect([textOf(get("alert")), has("button", "Sign in")]).toEqual([
    "This service has no single sign-on for you.",
    true,
  ]);
});

test("the signed-in user leaves to link an identity", async () => {
  respond("get", "/users/{id}/identities", []);
  respond("post", "/users/{id}/identities/start", { url: provider, attempt_token: "a1" });
  await show(<Identities />, { as: user() });
  expect(text()).toContain("No identity is linked.");
  expect(await leaveBy("Link Acme Fleet SSO")).toBe(provider);
  expect(takeAttempt()).toEqual({ token: "a1", userId: user().id });
});

test("the answer to a link links", async () => {
  respond("post", "/users/{id}/identities", identity);
  began({ userId: user().id });
  await show(<Callback />, { as: user(), at: back });
  expect(sent("POST /users/{id}/identities").map(({ body }) => body)).toEqual([brought]);
  expect([toast(), address()]).toEqual(["Single sign-on linked", "/me?tab=security"]);
});

test("an identity is unlinked after a question", async () => {
  respond("get", "/users/{id}/identities", [identity]);
  await show(<Identities />, { as: user() });
  expect(cells("Identities")[1]?.slice(0, 4)).toEqual([
    "Acme Fleet SSO",
    "lena@acmefleet.example",
    "12 Sep 2026",
    "Never",
  ]);
  refuse("DELETE /users/{id}/identities/{identity_id}", 409, "This is the only way to sign in.");
  await press("Unlink lena@acmefleet.example");
  await confirm();
  expect(textOf(get("alert"))).toContain("This is the only way to sign in.");
});

test("without a provider there is no section", async () => {
  respond("get", "/auth/sign-on", []);
  respond("get", "/users/{id}/identities", []);
  await show(<Identities />, { as: user() });
  expect(text()).toBe("");
});

test("a user without a password proves at the provider who it is, and comes back to the page", async () => {
  respond("get", "/users/{id}/identities", [identity]);
  respond("post", "/auth/step-up/sign-on/start", { url: provider, attempt_token: "a1" });
  respond("post", "/auth/step-up/sign-on", { status: "success" });
  await show(<ProveWithSignOn />, { as: user(), at: "/keys?x=1" });
  expect(await leaveBy("Continue with Acme Fleet SSO")).toBe(provider);
  await show(<Callback />, { at: back });
  expect(sent("POST /auth/step-up/sign-on").map(({ body }) => body)).toEqual([brought]);
  expect([address(), toast()]).toEqual(["/keys?x=1", "Confirmed. Repeat the last step."]);
});

test.each([
  [[]],
  [[{ ...identity, provider: null }]],
])("without an identity of a provider that is set up, nothing is offered: %j", async (identities) => {
  respond("get", "/users/{id}/identities", identities);
  await show(<ProveWithSignOn />, { as: user() });
  expect(names("button")).toEqual([]);
});
