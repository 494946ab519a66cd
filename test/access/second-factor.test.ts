import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { sql } from "../../src/database/sql.ts";
import { asker, signedIn } from "../callers.ts";
import { type Account, kinds, problem, signUp, startService, type TestService } from "../harness.ts";

const stepMs = 30_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`second factors on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const codeOf = (app: TOTP) => app.generate({ timestamp: service.app.clock() });
    const wrongCode = (app: TOTP) => String((Number(codeOf(app)) + 500_000) % 1_000_000).padStart(6, "0");
    const signIn = ({ email, password }: Account, code?: string, from?: string) =>
      service.ask("POST", "/auth/signin", {
        headers: service.clientHeaders,
        json: { email, password, ...(code !== undefined && { code }) },
        ...(from && { from }),
      });

    /** A new user with app codes; its next code is of another step. */
    async function withAppCodes() {
      const account = await signUp(service);
      const headers = await signedIn(service, account);
      const ask = asker(service, headers);
      const path = `/users/${account.userId}/second-factor`;
      const begun = (await ask("POST", path)).body as { secret: string; uri: string };
      const app = new TOTP({ secret: Secret.fromBase32(begun.secret) });
      const confirmed = await ask("PUT", path, { code: codeOf(app) });
      expect(confirmed.status).toBe(200);
      const { recovery_codes: codes } = confirmed.body as { recovery_codes: string[] };
      service.advance(stepMs);
      return { account, ask, path, app, codes };
    }

    test("a code of the app turns it on, and each sign-in then needs one", async () => {
      const account = await signUp(service);
      const ask = asker(service, await signedIn(service, account));
      const path = `/users/${account.userId}/second-factor`;
      expect((await ask("GET", path)).body).toEqual({ on_since: null, recovery_codes_left: 0 });
      const { secret } = (await ask("POST", path)).body as { secret: string };
      const app = new TOTP({ secret: Secret.fromBase32(secret) });
      expect((await ask("PUT", path, { code: wrongCode(app) })).status).toBe(409);
      expect((await signIn(account)).status).toBe(200);
      const confirmed = await ask("PUT", path, { code: codeOf(app) });
      const { recovery_codes } = confirmed.body as { recovery_codes: string[] };
      expect(new Set(recovery_codes).size).toBe(10);
      for (const code of recovery_codes) expect(code).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}$/);
      const at = new Date(service.app.clock()).toISOString();
      expect((await ask("GET", path)).body).toEqual({ on_since: at, recovery_codes_left: 10 });
      const missing = await signIn(account);
      expect(missing.body).toEqual({
        ...problem(
          "second_factor_required",
          401,
          "Second factor required",
          "Enter the code of your app, or a recovery code.",
          missing,
        ),
        methods: ["app_code", "recovery_code"],
      });
      const wrongPassword = await signIn({ ...account, password: "not the password" }, "123456");
      expect(wrongPassword.body).toEqual(
        problem("invalid_credential", 401, "Invalid credential", "Wrong email or password.", wrongPassword),
      );
      service.advance(stepMs);
      expect((await signIn(account, codeOf(app))).status).toBe(200);
    });

    test("a code works once, also of 64 simultaneous sign-ins", async () => {
      const { account, app } = await withAppCodes();
      const code = codeOf(app);
      const racers = Array.from({ length: 64 }, (_, at) => signIn(account, code, `198.51.100.${at + 1}`));
      const statuses = (await Promise.all(racers)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toEqual([200]);
      expect((await signIn(account, code, "203.0.113.9")).status).not.toBe(200);
    });

    test("the code that turned the app on, and an older one, are refused at sign-in", async () => {
      const { account, app } = await withAppCodes();
      const older = app.generate({ timestamp: service.app.clock() - stepMs });
      expect((await signIn(account, older)).status).toBe(401);
      expect((await signIn(account, codeOf(app))).status).toBe(200);
    });

    test("wrong codes name the attempts left, then sign-in pauses", async () => {
      const { account, app } = await withAppCodes();
      const from = "198.51.100.77";
      const details: unknown[] = [];
      for (let i = 0; i < 6; i++) {
        const got = await signIn(account, wrongCode(app), from);
        details.push([got.status, (got.body as { attempts_left?: number }).attempts_left]);
      }
      expect(details).toEqual([
        [401, 4],
        [401, 3],
        [401, 2],
        [401, 1],
        [401, 0],
        [429, undefined],
      ]);
      expect((await signIn(account, codeOf(app), from)).status).toBe(429);
      // Its password alone does not count as a failure, nor does it end the pause.
      expect((await signIn(account, undefined, from)).status).toBe(401);
      service.advance(15 * 60_000);
      expect((await signIn(account, codeOf(app), from)).status).toBe(200);
    });

    test("codes of one user are counted from all addresses, and from this machine", async () => {
      const { account, app } = await withAppCodes();
      const statuses: number[] = [];
      for (let at = 0; at < 21; at++)
        statuses.push((await signIn(account, wrongCode(app), `203.0.113.${at + 1}`)).status);
      expect(statuses).toEqual([...new Array(20).fill(401), 429]);
      const local = await withAppCodes();
      const ofLocal: number[] = [];
      for (let i = 0; i < 6; i++) ofLocal.push((await signIn(local.account, wrongCode(local.app))).status);
      expect(ofLocal).toEqual([401, 401, 401, 401, 401, 429]);
    });

    test("a recovery code works once, in any case and without its hyphen", async () => {
      const { account, ask, path, codes } = await withAppCodes();
      const typed = codes[3]!.toUpperCase().replace("-", " ");
      expect((await signIn(account, typed)).status).toBe(200);
      expect((await signIn(account, codes[3])).status).toBe(401);
      expect((await ask("GET", path)).body).toMatchObject({ recovery_codes_left: 9 });
      const fresh = (await ask("POST", `${path}/recovery-codes`)).body as { recovery_codes: string[] };
      expect((await signIn(account, codes[4])).status).toBe(401);
      expect((await signIn(account, fresh.recovery_codes[0])).status).toBe(200);
      const methods = await service.app.database.all<{ method: string }>(sql`
        select method from access_token where user_id = ${account.userId} order by created_at, method`);
      expect(methods.map(({ method }) => method).sort()).toEqual([
        "password_code",
        "recovery_code",
        "recovery_code",
      ]);
    });

    test("another app replaces the former once a code confirms it", async () => {
      const { account, ask, path, app, codes } = await withAppCodes();
      const { secret } = (await ask("POST", path)).body as { secret: string };
      const other = new TOTP({ secret: Secret.fromBase32(secret) });
      expect((await signIn(account, codeOf(app))).status).toBe(200);
      expect((await ask("PUT", path, { code: codeOf(other) })).status).toBe(200);
      service.advance(stepMs);
      expect((await signIn(account, codeOf(app))).status).toBe(401);
      expect((await signIn(account, codes[0])).status).toBe(401);
      expect((await signIn(account, codeOf(other))).status).toBe(200);
      expect((await ask("DELETE", path)).body).toEqual({ on_since: null, recovery_codes_left: 0 });
      expect((await signIn(account)).status).toBe(200);
    });

    test("an operator resets a lost one, which ends the sessions", async () => {
      const { account, ask, path } = await withAppCodes();
      const got = await service.ask("DELETE", path, { headers: service.operatorHeaders });
      expect(got.body).toEqual({ on_since: null, recovery_codes_left: 0 });
      expect((await ask("GET", path)).status).toBe(401);
      expect((await signIn(account)).status).toBe(200);
      const audit = await service.ask("GET", `/audit?action=user.reset_second_factor`, {
        headers: service.operatorHeaders,
      });
      expect(audit.body).toEqual([
        expect.objectContaining({ object: `/users/${account.userId}`, actor: "operator" }),
      ]);
    });

    test("an access token, and other users, cannot change it", async () => {
      const { account, ask, path } = await withAppCodes();
      const { token } = (await ask("POST", `/users/${account.userId}/token`)).body as { token: string };
      const program = asker(service, { authorization: `Bearer ${token}` });
      const stranger = asker(service, await signedIn(service, await signUp(service)));
      for (const [caller, status] of [
        [program, 403],
        [stranger, 404],
      ] as const) {
        expect((await caller("POST", path)).status).toBe(status);
        expect((await caller("PUT", path, { code: "123456" })).status).toBe(status);
        expect((await caller("DELETE", path)).status).toBe(status);
        expect((await caller("POST", `${path}/recovery-codes`)).status).toBe(status);
      }
      expect((await ask("GET", path)).body).toMatchObject({ recovery_codes_left: 10 });
    });

    test("neither secrets nor codes are stored or logged as they are", async () => {
      const { app, codes, account } = await withAppCodes();
      const rows = await service.app.database.all(sql`
        select f.sealed, c.digest from second_factor f join recovery_code c on c.user_id = f.user_id
        where f.user_id = ${account.userId}`);
      const stored = rows.map((row) => JSON.stringify(row)).join() + service.logged.join("");
      for (const secret of [app.secret.base32, app.secret.hex, ...codes])
        expect(stored).not.toContain(secret);
    });
  });

test("operators without the required second factor can only add one", async () => {
  const service = await startService(kinds[0]!, { VINGATE_OPERATOR_SECOND_FACTOR: "required" });
  const account = await signUp(service);
  const bystander = await signUp(service);
  const { database } = service.app;
  await database.run(sql`
    update app_user set role = 'operator', operator_role = 'owner' where id = ${account.userId}`);
  const ask = asker(service, await signedIn(service, account));
  const refused = await ask("GET", "/users/");
  expect(refused.body).toEqual(
    problem(
      "step_up_required",
      401,
      "Confirm that it is you",
      "A second factor is needed here. Add one on the Security page. Nothing was changed.",
      refused,
      { required: "two_factor", max_age: null, methods: [] },
    ),
  );
  const others = `/users/${bystander.userId}`;
  expect((await ask("GET", others)).status).toBe(401);
  expect((await ask("PATCH", others, { first_name: "Changed" })).status).toBe(401);
  expect((await ask("PATCH", `/users/${account.userId}`, { role: "customer" })).status).toBe(401);
  expect((await ask("PUT", "/auth/account", { account_id: bystander.userId, reason: "Look" })).status).toBe(
    401,
  );
  // A token would outlive what the session lacks.
  expect((await ask("POST", `/users/${account.userId}/token`)).status).toBe(401);
  expect((await ask("GET", `/users/${account.userId}`)).status).toBe(200);
  const path = `/users/${account.userId}/second-factor`;
  const { secret } = (await ask("POST", path)).body as { secret: string };
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.app.clock() });
  expect((await ask("PUT", path, { code })).status).toBe(200);
  expect((await ask("GET", "/users/")).status).toBe(200);
  await ask("DELETE", path);
  expect((await ask("GET", "/users/")).status).toBe(401);
  expect((await service.ask("GET", "/users/", { headers: service.operatorHeaders })).status).toBe(200);
  await service.end();
});
