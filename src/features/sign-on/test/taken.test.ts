import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker, signedIn, trySignIn } from "../../../../test/callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { identitiesOf } from "../identities.ts";
import { type HostileIssuer, hostileIssuer, tokenOf } from "./hostile-issuer.ts";
import { begin, bodyOf, broughtBy, finish, sentIn } from "./sign-on-scene.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`an address taken before its owner came, on ${kind.dialect}`, () => {
    let issuer: HostileIssuer;
    let service: TestService;
    beforeAll(async () => {
      issuer = hostileIssuer();
      service = await startService(kind, {
        VINGATE_OIDC_CUSTOMERS: `${issuer.url} vingate`,
        VINGATE_OIDC_CUSTOMERS_SECRET: "secret-of-tests",
        VINGATE_OIDC_CUSTOMERS_NAME: "Acme SSO",
        VINGATE_OIDC_CUSTOMERS_SIGNUP: "on",
        // Nothing listens there: the mails of this test are not read.
        VINGATE_SMTP_URL: "smtp://127.0.0.1:1",
        VINGATE_MAIL_FROM: "Lotdata <billing@lotdata.example>",
      });
    });
    afterAll(async () => {
      await service.end();
      await issuer.end();
    });

    /** The provider calls the address that of one of its users. */
    async function signOn(subject: string, email: string) {
      const begun = await begin(service);
      const claims = issuer.claims({ sub: subject, email, nonce: sentIn(begun, "nonce") });
      issuer.issues(tokenOf(claims, issuer.key));
      return finish(service, broughtBy(begun));
    }

    const proverOf = async (id: string) =>
      ((await asker(service, service.operatorHeaders)("GET", `/users/${id}`)).body as Record<string, unknown>)
        .email_proved_by;

    const look = (key: string) =>
      service.ask("GET", "/vin-decoder/5J6RW2H59JL990075", { headers: { "x-authkey": key } });

    const enters = async ({ email, password, key }: Account) =>
      [(await trySignIn(service, email, password)).status, (await look(key)).status] as const;

    test("a provider's verified address takes an unproved account: all of before ends", async () => {
      const account = await signUp(service, "Victim@example.com");
      const stranger = await signedIn(service, account);
      // By its events the stranger could follow what the owner does.
      await service.change(sql`
        insert into webhook (id, user_id, url, description, types, credit_thresholds, sealed, state, created_at, updated_at)
        values ('spy', ${account.userId}, 'https://stranger.example/', '', '[]', '[]', ${new Uint8Array(1)}, 'active', 1, 1)`);
      expect(await enters(account)).toEqual([200, 200]);
      expect(await proverOf(account.userId)).toBe(null);
      const got = await signOn("victim", "victim@EXAMPLE.com");
      const { user, token } = bodyOf<{ user: { id: string; email_confirmed: boolean }; token: string }>(got);
      expect([user.id, user.email_confirmed]).toEqual([account.userId, true]);
      expect(await enters(account)).toEqual([401, 401]);
      expect((await asker(service, stranger)("GET", "/subscriptions")).status).toBe(401);
      const own = asker(service, { authorization: `Bearer ${token}` });
      expect((await own("GET", "/subscriptions")).status).toBe(200);
      expect((await own("GET", `/users/${user.id}`)).body).not.toHaveProperty("email_proved_by");
      expect((await identitiesOf(service.app.database, user.id)).map(({ subject }) => subject)).toEqual([
        "victim",
      ]);
      expect((await own("GET", "/webhooks")).body).toEqual([]);
      expect(await proverOf(user.id)).toBe("provider");
      const repeated = bodyOf<{ user: { id: string } }>(await signOn("victim", "other@example.com"));
      expect(repeated.user.id).toBe(user.id);
    });

    test("an account that is proved, has paid or is an operator's is not taken", async () => {
      const proved = await signUp(service);
      await service.change(sql`update app_user set proved_at = 1 where id = ${proved.userId}`);
      const paid = await signUp(service);
      await service.change(sql`
        insert into paper (id, account_id, kind, series, number, month, currency, net_minor, tax_minor, gross_minor,
          body, issued_at)
        values (${paid.userId}, ${paid.userId}, 'invoice', 'A', ${paid.userId}, '2026-11', 'EUR', 1, 0, 1, '{}', 1)`);
      const paying = await signUp(service);
      await service.change(sql`
        insert into payment (id, account_id, subscription_id, kind, terms, net_minor, minor, currency, state, provider,
          reference, is_charged, attempts, next_at, received_minor, refunded_minor, disputed_minor, credits, removed,
          owed, collected, set_aside, credited_minor, created_at, paid_at, updated_at)
        values (${paying.userId}, ${paying.userId}, ${paying.subscriptionId}, 'package', '{}', 1, 1, 'EUR', 'paid',
          'manual', ${paying.userId}, 0, 0, ${Number.MAX_SAFE_INTEGER}, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1)`);
      const operator = await signUp(service);
      await service.change(
        sql`update app_user set role = 'operator', operator_role = 'data' where id = ${operator.userId}`,
      );
      for (const one of [proved, paid, paying, operator]) {
        const got = await signOn(one.userId, one.email);
        expect(got).toMatchObject({ status: 409, body: { code: "conflict" } });
        expect(got.text).toContain(
          "Sign in to it with its password, and link single sign-on under Security.",
        );
        expect((await enters(one))[0]).toBe(200);
        expect(await identitiesOf(service.app.database, one.userId)).toEqual([]);
      }
    });

    test("a blocked account stays blocked", async () => {
      const account = await signUp(service);
      await service.change(sql`update app_user set state = 'blocked' where id = ${account.userId}`);
      expect((await signOn(account.userId, account.email)).body).toMatchObject({
        status: 403,
        detail: "This account is blocked.",
      });
    });

    test("who proved an address is noted", async () => {
      const { user } = bodyOf<{ user: { id: string } }>(await signOn("new", "new@example.com"));
      expect(await proverOf(user.id)).toBe("provider");
      const made = await asker(service, service.operatorHeaders)("PUT", "/users/made", {
        email: "made@example.com",
        first_name: "Made",
        last_name: "User",
        password: "a good password",
      });
      expect(made.body).toMatchObject({ email_proved_by: "operator" });
    });
  });

test("an account that was made while no mail was sent is unproved, and is not taken while none is", async () => {
  const issuer = hostileIssuer();
  const service = await startService(undefined, {
    VINGATE_OIDC_CUSTOMERS: `${issuer.url} vingate`,
    VINGATE_OIDC_CUSTOMERS_SECRET: "secret-of-tests",
    VINGATE_OIDC_CUSTOMERS_SIGNUP: "on",
  });
  try {
    const { userId, email } = await signUp(service);
    const operator = asker(service, service.operatorHeaders);
    expect((await operator("GET", `/users/${userId}`)).body).toMatchObject({ email_proved_by: null });
    const begun = await begin(service);
    const claims = issuer.claims({ sub: "one", email, nonce: sentIn(begun, "nonce") });
    issuer.issues(tokenOf(claims, issuer.key));
    expect((await finish(service, broughtBy(begun))).status).toBe(409);
  } finally {
    await service.end();
    await issuer.end();
  }
});
