import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { asker, signedIn } from "../../../../test/callers.ts";
import { kinds, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { identitiesOf, insertIdentity } from "../identities.ts";
import { type HostileIssuer, hostileIssuer, tokenOf } from "./hostile-issuer.ts";
import { begin, bodyOf, broughtBy, finish, identityOf, sentIn } from "./sign-on-scene.ts";

const seconds = () => Math.floor(Date.now() / 1000);

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a hostile issuer on ${kind.dialect}`, () => {
    let issuer: HostileIssuer;
    let service: TestService;
    beforeAll(async () => {
      issuer = hostileIssuer();
      service = await startService(kind, {
        VINGATE_OIDC_CUSTOMERS: `${issuer.url} vingate`,
        VINGATE_OIDC_CUSTOMERS_SECRET: "secret-of-tests",
        VINGATE_OIDC_CUSTOMERS_NAME: "Acme SSO",
        VINGATE_OIDC_CUSTOMERS_SIGNUP: "on",
      });
      const account = await signUp(service, "lena@example.com");
      await insertIdentity(service.app.database, identityOf(account, new URL(issuer.url).href, "other form"));
      await insertIdentity(service.app.database, identityOf(account, issuer.url, "lena"));
    });
    beforeEach(() => issuer.answers(() => undefined));
    afterAll(async () => {
      await service.end();
      await issuer.end();
    });

    /** A sign-in whose ID token has other claims, another header or another key than it should. */
    async function attempt(claims: object, header?: Record<string, unknown>, key = issuer.key) {
      const begun = await begin(service);
      const all = issuer.claims({ sub: "lena", nonce: sentIn(begun, "nonce"), ...claims });
      issuer.issues(tokenOf(all, header?.alg === "none" ? undefined : key, header));
      return finish(service, broughtBy(begun));
    }

    const refused = (status = 401) => ({
      status,
      body: expect.objectContaining({
        detail: "The answer of Acme SSO is not valid. Nothing was changed. Begin again.",
      }),
    });

    test("a right answer signs in, and sends the code verifier and the secret once", async () => {
      issuer.seen.length = 0;
      const begun = await begin(service);
      issuer.issues(tokenOf(issuer.claims({ sub: "lena", nonce: sentIn(begun, "nonce") }), issuer.key));
      const got = await finish(service, broughtBy(begun));
      expect(got.body).toMatchObject({ user: { email: "lena@example.com" } });
      const { token } = bodyOf<{ token: string }>(got);
      const sessions = await service.ask(
        "GET",
        `/users/${(got.body as { user: { id: string } }).user.id}/sessions`,
        {
          headers: { authorization: `Bearer ${token}` },
        },
      );
      expect(sessions.body).toMatchObject([{ method: "single_sign_on", is_this: true }]);
      const sent = issuer.seen.find(({ path }) => path === "/token")!.sent;
      expect(sent.get("redirect_uri")).toBe("http://vingate.test/console/sign-on/callback");
      const challenge = Buffer.from(
        await crypto.subtle.digest("SHA-256", Buffer.from(sent.get("code_verifier") ?? "")),
      ).toString("base64url");
      expect(challenge).toBe(sentIn(begun, "code_challenge"));
    });

    test("another nonce, issuer, audience, time, key or no signature is refused", async () => {
      expect(await attempt({ nonce: "another" })).toMatchObject(refused());
      expect(await attempt({ iss: "https://id.example.com" })).toMatchObject(refused());
      expect(await attempt({ aud: "another client" })).toMatchObject(refused());
      expect(await attempt({ exp: seconds() - 600, iat: seconds() - 900 })).toMatchObject(refused());
      expect(await attempt({}, undefined, issuer.strangeKey)).toMatchObject(refused());
      expect(await attempt({}, { alg: "none" })).toMatchObject(refused());
      expect(await attempt({ sub: "not one\nsubject" })).toMatchObject(refused());
      const reasons = service.logged.slice(-7).map((line) => JSON.parse(line).reason);
      expect(reasons).toEqual([
        expect.stringContaining('"nonce"'),
        expect.stringContaining('"iss"'),
        expect.stringContaining('"aud"'),
        expect.stringContaining('"exp"'),
        expect.stringContaining("signature verification failed"),
        expect.stringContaining('unsupported JWS "alg"'),
        "the ID token has no subject that can be used",
      ]);
    });

    test("an answer of another issuer is refused before its code is sent", async () => {
      const begun = await begin(service);
      issuer.seen.length = 0;
      const got = await finish(service, { ...broughtBy(begun), iss: "https://id.example.com" });
      expect(got).toMatchObject(refused());
      expect(issuer.seen).toEqual([]);
    });

    test("a state fits only the browser that began it, and does not end when another sends it", async () => {
      const [own, other] = [await begin(service), await begin(service)];
      const mixed = await finish(service, { ...broughtBy(own), attempt_token: other.attempt_token });
      expect(mixed).toMatchObject({ status: 401, body: { code: "invalid_credential" } });
      expect(mixed.text).toContain("began in another browser");
      issuer.issues(tokenOf(issuer.claims({ sub: "lena", nonce: sentIn(own, "nonce") }), issuer.key));
      expect((await finish(service, broughtBy(own))).status).toBe(200);
      // The nonce is of the first one.
      expect((await finish(service, broughtBy(other))).status).toBe(401);
    });

    test("of 64 finishes of one attempt one signs in, and one asks the issuer", async () => {
      const begun = await begin(service);
      issuer.issues(tokenOf(issuer.claims({ sub: "lena", nonce: sentIn(begun, "nonce") }), issuer.key));
      issuer.seen.length = 0;
      const all = await Promise.all(Array.from({ length: 64 }, () => finish(service, broughtBy(begun))));
      expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 63 }, () => 401)]);
      expect(issuer.seen.filter(({ path }) => path === "/token").length).toBe(1);
    });

    test("an attempt ends after ten minutes", async () => {
      const begun = await begin(service);
      service.advance(600_000);
      expect((await finish(service, broughtBy(begun))).status).toBe(401);
    });

    test("a code that the issuer has seen before is refused", async () => {
      issuer.answers((path) =>
        path === "/token" ? Response.json({ error: "invalid_grant" }, { status: 400 }) : undefined,
      );
      expect(await finish(service, broughtBy(await begin(service)))).toMatchObject(refused());
    });

    test("a verified address links nothing, and opens no second account", async () => {
      const got = await attempt({ sub: "somebody else" });
      expect(got).toMatchObject({ status: 409, body: { code: "conflict" } });
      expect(got.text).toContain("Sign in to it with its password, and link single sign-on under Security.");
      expect((await attempt({ sub: "new", email: "new@example.com", email_verified: "true" })).status).toBe(
        403,
      );
      const known = await service.app.database.all(sql`select 1 as one from identity`);
      expect(known.length).toBe(2);
    });

    test("a new identity with a verified address opens one account, without a password", async () => {
      const claims = { sub: "ann", email: "ann@example.com", given_name: "Ann", family_name: "Lee" };
      const first = await attempt(claims);
      expect(first.body).toMatchObject({
        user: { email: "ann@example.com", first_name: "Ann", last_name: "Lee" },
      });
      const { user, token } = bodyOf<{ user: { id: string }; token: string }>(first);
      const repeated = await attempt({ ...claims, email: "another@example.com" });
      expect(repeated.body).toMatchObject({ user: { id: user.id, email: "ann@example.com" } });
      const ask = asker(service, { authorization: `Bearer ${token}` });
      const [one] = bodyOf<{ id: string }[]>(await ask("GET", `/users/${user.id}/identities`));
      // Without a password it is the only way in.
      expect(await ask("DELETE", `/users/${user.id}/identities/${one!.id}`)).toMatchObject({ status: 409 });
      expect(await identitiesOf(service.app.database, user.id)).toHaveLength(1);
    });

    test("a sign-in at the issuer long ago proves nothing now", async () => {
      const old = bodyOf<{ token: string; user: { id: string } }>(
        await attempt({ auth_time: Math.floor(service.app.clock() / 1000) - 3600 }),
      );
      const ask = asker(service, { authorization: `Bearer ${old.token}` });
      expect(await ask("POST", `/users/${old.user.id}/identities/start`)).toMatchObject({
        status: 401,
        body: { code: "step_up_required" },
      });
    });

    test("a deleted user's identities are deleted", async () => {
      const { user } = bodyOf<{ user: { id: string } }>(
        await attempt({ sub: "bob", email: "bob@example.com" }),
      );
      await service.ask("DELETE", `/users/${user.id}`, { headers: service.operatorHeaders });
      expect(await identitiesOf(service.app.database, user.id)).toEqual([]);
    });

    test("linking needs the browser and the session that began it", async () => {
      const [own, other] = [await signUp(service), await signUp(service)];
      const asOwn = asker(service, await signedIn(service, own));
      const asOther = asker(service, await signedIn(service, other));
      const path = `/users/${own.userId}/identities`;
      const answered = async () => {
        const begun = bodyOf<{ url: string; attempt_token: string }>(await asOwn("POST", `${path}/start`));
        issuer.issues(tokenOf(issuer.claims({ sub: "linked", nonce: sentIn(begun, "nonce") }), issuer.key));
        return broughtBy(begun);
      };
      const stolen = await asOther("POST", `/users/${other.userId}/identities`, await answered());
      expect(stolen).toMatchObject({ status: 403 });
      // It is for a link, not for a sign-in.
      expect((await finish(service, await answered())).status).toBe(401);
      expect((await asOther("POST", path, await answered())).status).toBe(404);
      const linked = await asOwn("POST", path, await answered());
      expect(linked.body).toMatchObject({
        provider: "Acme SSO",
        email: "lena@example.com",
        last_used_at: null,
      });
      expect((await asOwn("POST", path, await answered())).body).toEqual(linked.body);
      expect((await attempt({ sub: "linked" })).body).toMatchObject({ user: { id: own.userId } });
      const { id } = bodyOf<{ id: string }>(linked);
      expect((await asOther("DELETE", `${path}/${id}`)).status).toBe(404);
      expect((await asOwn("DELETE", `${path}/${id}`)).body).toEqual({ status: "success", id });
      expect((await attempt({ sub: "linked", email: own.email })).status).toBe(409);
      const entries = await service.app.database.all<{ action: string }>(sql`
        select action from audit_log where object = ${`/users/${own.userId}`} and action like 'user.%link%'
        order by id`);
      expect(entries.map(({ action }) => action)).toEqual(["user.link_identity", "user.unlink_identity"]);
    });

    test("nothing that the issuer sent is in the log", () => {
      expect(service.logged.join("\n")).not.toMatch(/secret-of-tests|eyJ|a code|lena/);
    });
  });
