import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { minuteMs } from "../../src/base/durations.ts";
import { sql } from "../../src/database/sql.ts";
import { asker, sessionOf, trySignIn } from "../callers.ts";
import { kinds, problem, signUp, startService, type TestService } from "../harness.ts";
import { hostEntryToken } from "../host-entry.ts";

const password = "chosen on the host";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`entering from the host on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind, {
        VINGATE_OPERATOR_SECOND_FACTOR: "required",
        VINGATE_SMTP_URL: "smtp://127.0.0.1:9",
        VINGATE_MAIL_FROM: "Vingate <service@vingate.test>",
      });
    });
    afterAll(() => service.end());

    const enter = (token: string) =>
      service.ask("POST", "/auth/enter", {
        headers: service.clientHeaders,
        json: { entry_token: token, password },
      });

    /** An owner who has lost its app, and a session of it. */
    async function ownerWithoutApp() {
      const account = await signUp(service);
      const { database } = service.app;
      await database.run(sql`
        update app_user set role = 'operator', operator_role = 'owner' where id = ${account.userId}`);
      await database.run(sql`
        insert into second_factor (user_id, on_since, last_step) values (${account.userId}, 1, 0)`);
      return { ...account, session: await sessionOf(service, account.userId) };
    }

    test("a link sets the password once, and its session adds the factor that is required", async () => {
      const account = await ownerWithoutApp();
      const { userId, email } = account;
      const token = await hostEntryToken(service.app, userId);
      // Until it is opened nothing changes.
      const before = asker(service, { authorization: `Bearer ${account.session}` });
      expect((await before("GET", `/users/${userId}`)).status).toBe(200);
      const got = await enter(token);
      expect(got.body).toEqual({
        token: expect.stringMatching(/^vgs_/),
        expires_at: expect.any(String),
        user: expect.objectContaining({ id: userId, email }),
      });
      expect((await before("GET", `/users/${userId}`)).status).toBe(401);
      expect((await trySignIn(service, email, account.password)).status).toBe(401);
      expect((await trySignIn(service, email, password)).status).toBe(200);
      const ask = asker(service, { authorization: `Bearer ${(got.body as { token: string }).token}` });
      expect((await ask("GET", "/users/")).body).toMatchObject({ code: "step_up_required", methods: [] });
      const path = `/users/${userId}/second-factor`;
      const { secret } = (await ask("POST", path)).body as { secret: string };
      const app = new TOTP({ secret: Secret.fromBase32(secret) });
      const code = app.generate({ timestamp: service.app.clock() });
      expect((await ask("PUT", path, { code })).status).toBe(200);
      expect((await ask("GET", "/users/")).status).toBe(200);
      const again = await enter(token);
      expect(again.body).toEqual(
        problem(
          "forbidden",
          403,
          "Forbidden",
          "The link is invalid, used or expired. Print a new one with `vingate enter` on the host.",
          again,
        ),
      );
      const log = await service.app.database.all(sql`
        select action, actor from audit_log where object = ${`/users/${userId}`} and action like '%ent%'
        order by at, id`);
      expect(log).toEqual([
        { action: "user.create_entry_link", actor: "operator" },
        { action: "user.enter_from_host", actor: "client" },
      ]);
    });

    test("a link works for 15 minutes, and another one replaces it", async () => {
      const { userId } = await ownerWithoutApp();
      const replaced = await hostEntryToken(service.app, userId);
      const late = await hostEntryToken(service.app, userId);
      expect((await enter(replaced)).status).toBe(403);
      service.advance(15 * minuteMs);
      expect((await enter(late)).status).toBe(403);
      const last = await hostEntryToken(service.app, userId);
      service.advance(15 * minuteMs - 1);
      expect((await enter(last)).status).toBe(200);
    });

    test("a link ends with a reset, and opens no blocked account", async () => {
      const account = await ownerWithoutApp();
      const token = await hostEntryToken(service.app, account.userId);
      const state = (to: string) =>
        service.app.database.run(sql`update app_user set state = ${to} where id = ${account.userId}`);
      await state("blocked");
      expect((await enter(token)).status).toBe(403);
      await state("active");
      const operator = asker(service, service.operatorHeaders);
      expect((await operator("DELETE", `/users/${account.userId}/second-factor`)).status).toBe(200);
      expect((await enter(token)).status).toBe(403);
    });

    test("every owner is mailed, and the user", async () => {
      const owner = await ownerWithoutApp();
      const support = await ownerWithoutApp();
      const customer = await signUp(service);
      const { database } = service.app;
      await database.run(sql`update app_user set operator_role = 'support' where id = ${support.userId}`);
      await database.run(sql`delete from mail`);
      expect((await enter(await hostEntryToken(service.app, customer.userId))).status).toBe(200);
      const mailed = await database.all<{ address: string }>(sql`
        select address from mail where kind = 'entered_from_host'`);
      const addresses = mailed.map(({ address }) => address);
      expect(addresses).toEqual(
        expect.arrayContaining([owner.email, customer.email, service.firstRun.operator_email]),
      );
      expect(addresses).not.toContain(support.email);
    });
  });
