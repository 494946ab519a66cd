import { expect, test } from "bun:test";
import { press, type } from "../../../../test/console/dom/act.ts";
import { control, get, has, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { sessionStore } from "../../api/session.ts";
import { SignIn } from "./sign-in.tsx";

setUp();

const session = { token: "t1", expires_at: "2027-01-01T00:00:00Z", user: user() };

async function signIn(at: string) {
  await show(<SignIn />, { at });
  await type("Email", "ada@example.com");
  await type("Password", "correct horse");
  await press("Sign in");
}

test.each([
  ["/sign-in", "/home"],
  ["/sign-in?next=%2Fkeys%3Fa%3D1", "/keys?a=1"],
  ["/sign-in?next=%2F%2Fevil.example", "/home"],
  ["/sign-in?next=https%3A%2F%2Fevil.example", "/home"],
])("after %p the user is at %p", async (at, next) => {
  respond("post", "/auth/signin", session);
  await signIn(at);
  expect(sent("POST /auth/signin")[0]?.body).toEqual({ email: "ada@example.com", password: "correct horse" });
  expect([sessionStore.get(), address()]).toEqual([session, next]);
});

test("the token of a mailed link is sent, with the code of an app too", async () => {
  refuse(
    "POST /auth/signin",
    401,
    "Enter the code of your app, or a recovery code.",
    "second_factor_required",
  );
  await signIn("/sign-in#vgr_a");
  respond("post", "/auth/signin", session);
  await type("Code", "491 200");
  await press("Sign in");
  expect(sent("POST /auth/signin").map(({ body }) => (body as { admit_token?: string }).admit_token)).toEqual(
    ["vgr_a", "vgr_a"],
  );
});

test.each([401, 429, 500])("a %p is shown and the typed email stays", async (status) => {
  refuse("POST /auth/signin", status, "Wrong email or password.");
  await signIn("/sign-in");
  expect(textOf(get("alert"))).toBe("Wrong email or password.");
  expect([control("Email").value, sessionStore.get()]).toEqual(["ada@example.com", undefined]);
});

test("an account with app codes is asked for one after the password", async () => {
  const detail = "Enter the code of your app, or a recovery code.";
  refuse("POST /auth/signin", 401, detail, "second_factor_required");
  await signIn("/sign-in");
  expect(get("heading").textContent).toBe("Enter your code");
  await type("Code", "491 20");
  await press("Sign in");
  expect(textOf(get("alert"))).toBe("5 digits; a code has 6.");
  expect(sent("POST /auth/signin")).toHaveLength(1);
  refuse("POST /auth/signin", 401, "Wrong or used code. 4 attempts left, then a pause of 15 minutes.");
  await type("Code", "491 200");
  await press("Sign in");
  expect(textOf(get("alert"))).toBe("Wrong or used code. 4 attempts left, then a pause of 15 minutes.");
  respond("post", "/auth/signin", session);
  await press("Use a recovery code");
  await type("Recovery code", "7kq2-m9xd");
  await press("Sign in");
  expect(sent("POST /auth/signin").map(({ body }) => (body as { code?: string }).code)).toEqual([
    undefined,
    "491200",
    "7kq2-m9xd",
  ]);
  expect([sessionStore.get(), address()]).toEqual([session, "/home"]);
});

test("an account with a passkey alone is asked for a recovery code after the password", async () => {
  answer("POST /auth/signin", () =>
    json({ code: "second_factor_required", methods: ["passkey", "recovery_code"] }, 401),
  );
  await signIn("/sign-in");
  expect([has("button", "Use a code of the app"), has("button", "Use a passkey")]).toEqual([false, true]);
  respond("post", "/auth/signin", session);
  await type("Recovery code", "7kq2-m9xd");
  await press("Sign in");
  expect((sent("POST /auth/signin").at(-1)?.body as { code?: string }).code).toBe("7kq2-m9xd");
  expect([sessionStore.get(), address()]).toEqual([session, "/home"]);
});
