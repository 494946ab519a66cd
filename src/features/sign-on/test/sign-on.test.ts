import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker, signedIn } from "../../../../test/callers.ts";
import { type Account, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { insertIdentity } from "../identities.ts";
import { realIssuer } from "./real-issuer.ts";
import { type Begun, begin, bodyOf, finish, identityOf } from "./sign-on-scene.ts";

const callback = "http://vingate.test/console/sign-on/callback";

describe("single sign-on", () => {
  let issuer: Awaited<ReturnType<typeof realIssuer>>;
  let service: TestService;
  beforeAll(async () => {
    issuer = await realIssuer(callback);
    service = await startService(undefined, {
      VINGATE_OIDC_CUSTOMERS: `${issuer.url} customers`,
      VINGATE_OIDC_CUSTOMERS_SECRET: "secret-of-customers",
      VINGATE_OIDC_CUSTOMERS_NAME: "Acme SSO",
      VINGATE_OIDC_OPERATORS: `${issuer.url} operators`,
      VINGATE_OIDC_OPERATORS_SECRET: "secret-of-operators",
      VINGATE_OPERATOR_SECOND_FACTOR: "required",
    });
  });
  afterAll(async () => {
    await service.end();
    await issuer.end();
  });

  /** Signs in at the provider as an account of it, and brings back what it answers. */
  async function through(begun: Begun, subject: string, more?: object) {
    const { state, code, iss } = (await issuer.visit(begun.url, subject, more)) as Record<
      "state" | "code" | "iss",
      string
    >;
    return { attempt_token: begun.attempt_token, state, code, iss };
  }

  const signIn = async (subject: string, provider?: string, more?: object) =>
    finish(service, await through(await begin(service, provider), subject, more));

  async function operator(subject: string): Promise<Account> {
    const account = await signUp(service);
    await service.app.database.run(sql`
      update app_user set role = 'operator', operator_role = 'owner' where id = ${account.userId}`);
    await insertIdentity(service.app.database, identityOf(account, issuer.url, subject));
    return account;
  }

  test("the providers are listed with their names", async () => {
    expect((await service.ask("GET", "/auth/sign-on", { headers: service.clientHeaders })).body).toEqual([
      { id: "customers", name: "Acme SSO" },
      { id: "operators", name: "single sign-on" },
    ]);
  });

  test("an unknown identity is refused with what to do; a linked one signs in until it is unlinked", async () => {
    const account = await signUp(service, "lena@example.com");
    const unknown = await signIn("lena");
    expect(unknown).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(unknown.text).toContain("Sign in another way and link it under Security.");
    const ask = asker(service, await signedIn(service, account));
    const path = `/users/${account.userId}/identities`;
    const begun = bodyOf<Begun>(await ask("POST", `${path}/start`));
    const linked = bodyOf<{ id: string }>(await ask("POST", path, await through(begun, "lena")));
    const got = await signIn("lena");
    expect(got.body).toMatchObject({ user: { id: account.userId, email: "lena@example.com" } });
    const { token } = bodyOf<{ token: string }>(got);
    const own = asker(service, { authorization: `Bearer ${token}` });
    expect((await own("GET", "/subscriptions")).status).toBe(200);
    expect((await own("GET", path)).body).toEqual([
      {
        id: linked.id,
        issuer: issuer.url,
        provider: "Acme SSO",
        // From the endpoint of users: this provider keeps it out of the ID token.
        email: "lena@example.com",
        linked_at: "2026-11-21T00:00:00.000Z",
        last_used_at: "2026-11-21T00:00:00.000Z",
      },
    ]);
    // This provider does not state when the user signed in, so that is no fresh proof.
    expect((await own("DELETE", `${path}/${linked.id}`)).body).toMatchObject({ code: "step_up_required" });
    expect((await ask("DELETE", `${path}/${linked.id}`)).status).toBe(200);
    expect((await signIn("lena")).status).toBe(403);
  });

  test("a blocked user does not sign in", async () => {
    const account = await signUp(service);
    await insertIdentity(service.app.database, identityOf(account, issuer.url, "blocked"));
    const set = (state: string) =>
      service.ask("PATCH", `/users/${account.userId}`, { headers: service.operatorHeaders, json: { state } });
    await set("blocked");
    expect((await signIn("blocked")).body).toMatchObject({ status: 403, detail: "This account is blocked." });
    await set("active");
    expect((await signIn("blocked")).status).toBe(200);
  });

  test("the code of another attempt, and one that was used, are refused", async () => {
    const account = await signUp(service);
    await insertIdentity(service.app.database, identityOf(account, issuer.url, "ann"));
    const [first, second] = [await begin(service), await begin(service)];
    const answer = await through(first, "ann");
    // The provider compares the verifier.
    const injected = { ...(await through(second, "ann")), code: answer.code };
    expect((await finish(service, injected)).status).toBe(401);
    const third = await through(await begin(service), "ann");
    expect((await finish(service, third)).status).toBe(200);
    const replayed = { ...(await through(await begin(service), "ann")), code: third.code };
    expect((await finish(service, replayed)).status).toBe(401);
  });

  test("a user who does not allow it is sent back", async () => {
    const begun = await begin(service);
    const state = new URL(begun.url).searchParams.get("state") ?? "";
    const denied = { attempt_token: begun.attempt_token, state, error: "access_denied", iss: issuer.url };
    const got = await finish(service, denied);
    expect(got.body).toMatchObject({
      status: 401,
      detail: "Acme SSO did not allow it. Nothing was changed. Begin again, or use your password.",
    });
  });

  test("operators need a second factor that the provider names, and only their own provider", async () => {
    await operator("olga");
    const weak = bodyOf<{ token: string }>(await signIn("olga", "operators"));
    const asked = await asker(service, { authorization: `Bearer ${weak.token}` })("GET", "/users/");
    expect(asked).toMatchObject({ status: 401, body: { code: "step_up_required", required: "two_factor" } });
    const { token } = bodyOf<{ token: string }>(await signIn("olga", "operators", { amr: ["pwd", "mfa"] }));
    const ask = asker(service, { authorization: `Bearer ${token}` });
    expect((await ask("GET", "/users")).status).toBe(200);
    // Customers' provider never signs operators in, though it is the same issuer here.
    expect((await signIn("olga", "customers", { amr: ["pwd", "mfa"] })).status).toBe(403);
  });

  test("a provider that does not answer is a 503 with words, also without single sign-on", async () => {
    const dead = await startService(undefined, {
      VINGATE_OIDC_CUSTOMERS: "http://127.0.0.1:1 vingate",
      VINGATE_OIDC_CUSTOMERS_SECRET: "secret-of-customers",
    });
    try {
      const start = (provider: string) =>
        dead.ask("POST", "/auth/sign-on/start", { headers: dead.clientHeaders, json: { provider } });
      expect((await start("customers")).body).toMatchObject({
        status: 503,
        detail:
          "single sign-on does not answer, or not as it should. Nothing was changed. Try again, or use your password.",
      });
      expect((await start("operators")).body).toMatchObject({ status: 409, code: "conflict" });
    } finally {
      await dead.end();
    }
  });
});
