import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker, signedIn } from "../../../../test/callers.ts";
import {
  type Account,
  kinds,
  signUp,
  startService,
  type TestService,
  testStart,
} from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { insertIdentity } from "../identities.ts";
import { type HostileIssuer, hostileIssuer, tokenOf } from "./hostile-issuer.ts";
import { type Begun, begin, bodyOf, broughtBy, identityOf, sentIn } from "./sign-on-scene.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`step-up by single sign-on on ${kind.dialect}`, () => {
    let issuer: HostileIssuer;
    let service: TestService;
    let account: Account;
    let ask: ReturnType<typeof asker>;
    beforeAll(async () => {
      issuer = hostileIssuer();
      service = await startService(kind, {
        VINGATE_OIDC_CUSTOMERS: `${issuer.url} vingate`,
        VINGATE_OIDC_CUSTOMERS_SECRET: "secret-of-tests",
        VINGATE_OIDC_CUSTOMERS_NAME: "Acme SSO",
      });
      account = await signUp(service);
      ask = asker(service, await signedIn(service, account));
      const other = await signUp(service);
      await insertIdentity(service.app.database, identityOf(account, issuer.url, "lena"));
      await insertIdentity(service.app.database, identityOf(other, issuer.url, "eve"));
    });
    afterAll(async () => {
      await service.end();
      await issuer.end();
    });

    const startStepUp = async () => bodyOf<Begun>(await ask("POST", "/auth/step-up/sign-on/start"));

    /** Comes back from the provider with the claim that `claims.sub` signed in there. */
    function comeBack(begun: Begun, claims: object) {
      issuer.issues(tokenOf(issuer.claims({ nonce: sentIn(begun, "nonce"), ...claims }), issuer.key));
      return ask("POST", "/auth/step-up/sign-on", broughtBy(begun));
    }

    /** Whether the session may do what needs a step-up. */
    async function isProved(): Promise<boolean> {
      const { status, body } = await ask("POST", `/users/${account.userId}/identities/start`);
      if (status === 401) expect(body).toMatchObject({ code: "step_up_required" });
      return status === 200;
    }
    const forget = () => service.app.database.run(sql`update access_token set proved_one = 0`);

    test("the provider is requested to ask again, and proves it for 15 minutes", async () => {
      await forget();
      expect(await isProved()).toBe(false);
      const begun = await startStepUp();
      expect([sentIn(begun, "prompt"), sentIn(begun, "max_age")]).toEqual(["login", "900"]);
      const got = await comeBack(begun, { sub: "lena" });
      expect([got.status, got.body]).toEqual([200, { status: "success" }]);
      expect(await isProved()).toBe(true);
      const repeated = await comeBack(begun, { sub: "lena" });
      expect(repeated).toMatchObject({ status: 403, body: { code: "forbidden" } });
    });

    test("another person at the provider, an old sign-in there, and an answer for something else prove nothing", async () => {
      await comeBack(await startStepUp(), { sub: "lena" });
      const link = bodyOf<Begun>(await ask("POST", `/users/${account.userId}/identities/start`));
      await forget();
      const eve = await comeBack(await startStepUp(), { sub: "eve" });
      expect(eve).toMatchObject({ status: 403, body: { code: "forbidden" } });
      expect(eve.text).toContain("as somebody whose identity is not linked with you");
      const old = { sub: "lena", auth_time: testStart / 1000 - 3600 };
      for (const claims of [old, { sub: "lena", auth_time: undefined }]) {
        const got = await comeBack(await startStepUp(), claims);
        expect(got).toMatchObject({ status: 403, body: { code: "forbidden" } });
        expect(got.text).toContain("did not say that you signed in there just now");
      }
      for (const other of [link, await begin(service)])
        expect((await comeBack(other, { sub: "lena" })).status).toBe(403);
      expect(await isProved()).toBe(false);
    });

    test("a user without a password learns that single sign-on proves it", async () => {
      await forget();
      await service.app.database.run(
        sql`update app_user set password_hash = null where id = ${account.userId}`,
      );
      const { body } = await ask("POST", `/users/${account.userId}/identities/start`);
      expect(body).toMatchObject({ code: "step_up_required", methods: ["single_sign_on"] });
    });

    test("a step-up of one user serves no other, and without an identity there is none", async () => {
      const third = await signUp(service);
      const asThird = asker(service, await signedIn(service, third));
      expect((await asThird("POST", "/auth/step-up/sign-on/start")).body).toMatchObject({
        status: 409,
        detail: "No identity of single sign-on is linked with you. Use your password.",
      });
      const begun = await startStepUp();
      issuer.issues(tokenOf(issuer.claims({ sub: "lena", nonce: sentIn(begun, "nonce") }), issuer.key));
      expect((await asThird("POST", "/auth/step-up/sign-on", broughtBy(begun))).status).toBe(403);
    });
  });
