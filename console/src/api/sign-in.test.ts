import { expect, test } from "bun:test";
import { setUp } from "../../../test/console/dom/page.ts";
import { user } from "../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../test/console/dom/service.ts";
import { sessionStore } from "./session.ts";
import { signIn } from "./sign-in.ts";

setUp();

const session = { token: "t1", expires_at: "2027-01-01T00:00:00Z", user: user() };

test("signing in sends the password with the public token", async () => {
  respond("post", "/auth/signin", session);
  expect(await signIn("ada@example.com", "correct horse")).toEqual(session);
  const [request] = sent("POST /auth/signin");
  expect(request?.body).toEqual({ email: "ada@example.com", password: "correct horse" });
  expect(request?.headers.get("authorization")).toBe("Bearer public");
  expect(sessionStore.get()).toEqual(session);
});

test.each([401, 429])("a %p leaves the user signed out", async (status) => {
  refuse("POST /auth/signin", status, "Wrong email or password.");
  await expect(signIn("ada@example.com", "wrong")).rejects.toMatchObject({ status });
  expect(sessionStore.get()).toBeUndefined();
});
