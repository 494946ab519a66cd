import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type Account,
  type Got,
  kinds,
  problem,
  signUp,
  startService,
  type TestService,
  testStart,
} from "../harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`accounts on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    beforeAll(async () => {
      service = await startService(kind);
      account = await signUp(service);
    });
    afterAll(() => service.end());

    const signIn = (email: string, password: string, from?: string) =>
      service.ask("POST", "/auth/signin", {
        headers: service.clientHeaders,
        json: { email, password },
        ...(from && { from }),
      });

    test("sign-up creates a user, a trial of 15 credits, and its keys", async () => {
      const got = await service.ask("POST", "/auth/signup", {
        headers: service.clientHeaders,
        json: {
          email: "Grace@Example.com",
          password: "a good password",
          first_name: "Grace",
          last_name: "Hopper",
        },
      });
      const at = new Date(testStart).toISOString();
      const body = got.body as { user: { id: string }; subscription: { id: string } };
      expect(got.status).toBe(200);
      expect(got.headers.get("cache-control")).toBe("no-store");
      expect(got.body).toEqual({
        user: {
          id: body.user.id,
          // A domain's case has no meaning and is not kept.
          email: "Grace@example.com",
          first_name: "Grace",
          last_name: "Hopper",
          role: "customer",
          state: "active",
          attributes: {},
          email_confirmed: true,
          language: "en",
          kind: "person",
          operator_role: null,
          registered_at: at,
          updated_at: at,
        },
        subscription: {
          id: body.subscription.id,
          owner_id: body.user.id,
          scope: "/products/trial",
          product_id: "trial",
          display_name: "Trial",
          state: "active",
          state_comment: null,
          created_at: at,
          start_at: at,
          expires_at: null,
          ended_at: null,
          credits: { granted: 15, used: 0, remaining: 15, unlimited: false },
        },
        keys: {
          primary_key: expect.stringMatching(/^vgk_[0-9A-Za-z]{38}$/),
          secondary_key: expect.stringMatching(/^vgk_[0-9A-Za-z]{38}$/),
          test_key: expect.stringMatching(/^vgk_test[0-9A-Za-z]{38}$/),
        },
      });
    });

    test("an email in any case is one account", async () => {
      const got = await service.ask("POST", "/auth/signup", {
        headers: service.clientHeaders,
        json: {
          email: account.email.toUpperCase(),
          password: "a good password",
          first_name: "A",
          last_name: "B",
        },
      });
      expect(got.status).toBe(409);
      expect(got.body).toEqual(
        problem("conflict", 409, "Conflict", "An account with this email already exists.", got),
      );
    });

    test("simultaneous sign-ups with one email create one account", async () => {
      const json = {
        email: "twice@example.com",
        password: "a good password",
        first_name: "A",
        last_name: "B",
      };
      const once = () => service.ask("POST", "/auth/signup", { headers: service.clientHeaders, json });
      const statuses = (await Promise.all([once(), once(), once()])).map((got) => got.status);
      expect(statuses.sort()).toEqual([200, 409, 409]);
    });

    test("an invalid sign-up answers 422 and shows no password", async () => {
      const got = await service.ask("POST", "/auth/signup", {
        headers: service.clientHeaders,
        json: { email: "ada@example.com", password: "short", first_name: "" },
      });
      expect(got.status).toBe(422);
      expect(got.body).toEqual({
        detail: [
          {
            type: "string_too_short",
            loc: ["body", "password"],
            msg: "String should have at least 10 characters",
            input: "[redacted]",
            ctx: { min_length: 10 },
          },
          {
            type: "string_too_short",
            loc: ["body", "first_name"],
            msg: "String should have at least 1 character",
            input: "",
            ctx: { min_length: 1 },
          },
          { type: "missing", loc: ["body", "last_name"], msg: "Field required", input: "[redacted]" },
        ],
      });
    });

    test("a common password is refused", async () => {
      const got = await service.ask("POST", "/auth/signup", {
        headers: service.clientHeaders,
        json: { email: "ada@example.com", password: "Password1234", first_name: "A", last_name: "B" },
      });
      expect(got.body).toEqual({
        detail: [
          {
            type: "value_error",
            loc: ["body", "password"],
            msg: "Value error, Password is too common; choose another",
            input: "[redacted]",
            ctx: { error: {} },
          },
        ],
      });
    });

    test("signing in gives a session that lasts until logout", async () => {
      const got = await signIn(account.email.toUpperCase(), account.password);
      const { token } = got.body as { token: string };
      expect(got.status).toBe(200);
      expect(got.body).toMatchObject({
        token: expect.stringMatching(/^vgs_[0-9A-Za-z]{38}$/),
        expires_at: new Date(testStart + 86_400_000).toISOString(),
        user: { id: account.userId, email: account.email },
      });
      const headers = { authorization: token };
      expect((await service.ask("POST", "/auth/logout", { headers })).body).toEqual({ status: "success" });
      const after = await service.ask("POST", "/auth/logout", { headers });
      expect(after.status).toBe(401);
      expect(after.body).toEqual(
        problem(
          "invalid_credential",
          401,
          "Invalid credential",
          "Invalid token: mistyped, expired or revoked.",
          after,
        ),
      );
    });

    test("a session ends after 24 hours", async () => {
      const { token } = (await signIn(account.email, account.password)).body as { token: string };
      service.advance(86_400_000);
      const got = await service.ask("POST", "/auth/logout", {
        headers: { authorization: `Bearer ${token}` },
      });
      service.advance(-86_400_000);
      expect(got.status).toBe(401);
    });

    test("an account has 50 sessions; another one ends the oldest", async () => {
      const target = await signUp(service);
      const authorized = (got: Got) => ({ authorization: (got.body as { token: string }).token });
      const statusOf = async (got: Got, { userId } = target) =>
        (await service.ask("GET", `/users/${userId}`, { headers: authorized(got) })).status;
      const other = await signIn(account.email, account.password);
      const sessions: Got[] = [];
      // No more passwords wait to be checked.
      for (const together of [1, 1, 1, 1, 24, 24]) {
        service.advance(1);
        const signIns = Array.from({ length: together }, () => signIn(target.email, target.password));
        sessions.push(...(await Promise.all(signIns)));
      }
      const program = await service.ask("POST", `/users/${target.userId}/token`, {
        headers: authorized(sessions.at(-1)!),
      });
      const statuses: number[] = [];
      for (const got of [...sessions, program]) statuses.push(await statusOf(got));
      service.advance(-6);
      expect(statuses).toEqual([401, 401, ...new Array(51).fill(200)]);
      expect(await statusOf(other, account)).toBe(200);
    });

    test("a wrong password and an unknown email are the same 401", async () => {
      const wrong = await signIn(account.email, "not the password");
      const unknown = await signIn("nobody@example.com", "not the password");
      expect([wrong.status, unknown.status]).toEqual([401, 401]);
      const detail = "Wrong email or password.";
      expect(wrong.body).toEqual(problem("invalid_credential", 401, "Invalid credential", detail, wrong));
      expect(unknown.body).toEqual(problem("invalid_credential", 401, "Invalid credential", detail, unknown));
      expect(wrong.headers.get("www-authenticate")).toBe('Bearer realm="vingate"');
    });

    test("five failures lock an account for its address, and for no other", async () => {
      const target = await signUp(service);
      const guesses = Array.from({ length: 8 }, () => signIn(target.email, "guess guess", "198.51.100.7"));
      const statuses = (await Promise.all(guesses)).map((got) => got.status);
      expect(statuses.sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
      const locked = await signIn(target.email, target.password, "198.51.100.7");
      expect(locked.status).toBe(429);
      expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(800);
      expect((await signIn(target.email, target.password, "198.51.100.8")).status).toBe(200);
    });

    test("20 sign-ups per hour and address; loopback is not limited", async () => {
      const attempt = (from: string) =>
        service.ask("POST", "/auth/signup", {
          headers: service.clientHeaders,
          json: { email: account.email, password: "a good password", first_name: "A", last_name: "B" },
          from,
        });
      const statuses: number[] = [];
      for (let i = 0; i < 21; i++) statuses.push((await attempt("198.51.100.20")).status);
      expect(statuses).toEqual([...new Array(20).fill(409), 429]);
      for (let i = 0; i < 21; i++) expect((await attempt("::ffff:127.0.0.1")).status).toBe(409);
    });

    test("the email check reports free addresses, ten times a minute", async () => {
      const check = (email: string, from?: string) =>
        service.ask("GET", `/auth/check-email?email=${encodeURIComponent(email)}`, {
          headers: service.clientHeaders,
          ...(from && { from }),
        });
      expect((await check("free@example.com")).body).toEqual({ email: "free@example.com", available: true });
      expect((await check(account.email)).body).toEqual({ email: account.email, available: false });
      const statuses: number[] = [];
      for (let i = 0; i < 11; i++) statuses.push((await check("free@example.com", "198.51.100.30")).status);
      expect(statuses).toEqual([...new Array(10).fill(200), 429]);
    });

    test("the credential is checked before parameters", async () => {
      expect((await service.ask("GET", "/auth/check-email")).status).toBe(401);
      const got = await service.ask("GET", "/auth/check-email", { headers: service.clientHeaders });
      expect(got.status).toBe(422);
      expect(got.body).toEqual({
        detail: [{ type: "missing", loc: ["query", "email"], msg: "Field required", input: null }],
      });
    });

    test("the client token may call no other operation", async () => {
      const got = await service.ask("POST", "/auth/logout", { headers: service.clientHeaders });
      expect(got.status).toBe(403);
      expect(got.body).toEqual(
        problem("forbidden", 403, "Forbidden", "Your role cannot call this operation.", got),
      );
    });

    test("passwords, tokens and keys are not in the log", () => {
      const log = service.logged.join("");
      for (const secret of [
        account.password,
        account.key,
        service.firstRun.operator_password,
        "vgs_",
        "vgk_",
      ])
        expect(log).not.toContain(secret);
    });
  });
}

test("closed sign-up is refused and shown by the identity", async () => {
  const service = await startService(kinds[0]!, { VINGATE_SIGNUP: "closed" });
  const got = await service.ask("POST", "/auth/signup", {
    headers: service.clientHeaders,
    json: { email: "a@example.com", password: "a good password", first_name: "A", last_name: "B" },
  });
  expect(got.status).toBe(403);
  expect((await service.ask("GET", "/identity")).body).toMatchObject({ sign_up: "closed" });
  await service.end();
});
