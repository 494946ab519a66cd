import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker, issues, signedIn, trySignIn } from "../callers.ts";
import { type Account, kinds, problem, signUp, startService, type TestService } from "../harness.ts";
import { until } from "../until.ts";

type Token = { token: string; expires_at: string };
type Reset = { reset_link: string; reset_token: string; expires_at: string };
const dayMs = 86_400_000;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`tokens and reset links on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    let operator: Asker;
    let stranger: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      account = await signUp(service);
      operator = asker(service, service.operatorHeaders);
      stranger = asker(service, service.clientHeaders);
    });
    afterAll(() => service.end());

    const status = async (token: string, path = `/users/${account.userId}`) =>
      (await service.ask("GET", path, { headers: { authorization: token } })).status;
    const link = async (to: Account) =>
      (await operator("POST", `/users/${to.userId}/resetLink`)).body as Reset;

    test("an access token works for 30 days", async () => {
      const by = asker(service, await signedIn(service, account));
      const got = await by("POST", `/users/${account.userId}/token`);
      expect([got.status, got.headers.get("cache-control")]).toEqual([200, "no-store"]);
      const { token, expires_at } = got.body as Token;
      expect(got.body).toEqual({ token, expires_at });
      expect(token).toMatch(/^vgt_[0-9A-Za-z]{38}$/);
      expect(expires_at).toBe(new Date(service.app.clock() + 30 * dayMs).toISOString());
      expect([await status(token), await status(`Bearer ${token}`)]).toEqual([200, 200]);
      service.advance(30 * dayMs - 1);
      expect(await status(token)).toBe(200);
      service.advance(1);
      expect(await status(token)).toBe(401);
    });

    test("access tokens are listed and revoked; another user's are 404", async () => {
      const owner = await signUp(service);
      const path = `/users/${owner.userId}`;
      const by = asker(service, await signedIn(service, owner));
      const other = asker(service, await signedIn(service, account));
      const { token, expires_at } = (await by("POST", `${path}/token?name=nightly%20report`)).body as Token;
      const list = async () => (await by("GET", `${path}/tokens`)).body as { id: string }[];
      const [made] = await list();
      const created_at = new Date(service.app.clock()).toISOString();
      const shown: object = {
        id: made!.id,
        name: "nightly report",
        created_at,
        expires_at,
        last_used_at: null,
        made_for: ["read", "change", "show", "money", "secrets"],
      };
      expect<object | undefined>(made).toEqual(shown);
      service.advance(90_000);
      expect(await status(token, path)).toBe(200);
      const last_used_at = new Date(service.app.clock()).toISOString();
      // The call does not wait until its use is written.
      await until(
        async () => Bun.deepEquals(await list(), [{ ...made, last_used_at }]),
        "the use is written",
      );
      expect<object[]>(await list()).toEqual([{ ...made!, last_used_at }]);
      const { token: second } = (await by("POST", `${path}/token`)).body as Token;
      const got = await by("GET", `${path}/tokens?page_size=1`);
      expect(got.headers.get("x-total-count")).toBe("2");
      expect(got.body).toMatchObject([{ name: null }]);
      for (const secret of [token, second]) expect(got.text).not.toContain(secret);

      expect((await other("GET", `${path}/tokens`)).status).toBe(404);
      expect((await other("DELETE", `${path}/tokens/${made!.id}`)).status).toBe(404);
      expect((await other("DELETE", `/users/${account.userId}/tokens/${made!.id}`)).status).toBe(404);
      const revoked = await by("DELETE", `${path}/tokens/${made!.id}`);
      expect([revoked.status, revoked.body]).toEqual([200, { status: "success", id: made!.id }]);
      const again = await by("DELETE", `${path}/tokens/${made!.id}`);
      const detail = `User ${owner.userId} has no access token ${made!.id}.`;
      expect(again.body).toEqual(problem("not_found", 404, "Not found", detail, again));
      expect([await status(token, path), await status(second, path)]).toEqual([401, 200]);
    });

    test("a customer has 20 access tokens; tokens cannot create tokens", async () => {
      const owner = await signUp(service);
      const path = `/users/${owner.userId}/token`;
      const by = asker(service, await signedIn(service, owner));
      const { token } = (await by("POST", path)).body as Token;
      const refused = await service.ask("POST", path, { headers: { authorization: token } });
      const detail =
        "Access tokens cannot do this: sign in, and call it with the session. Nothing was changed.";
      expect(refused.body).toEqual(
        problem("insufficient_scope", 403, "Token not made for this", detail, refused),
      );
      const statuses: number[] = [];
      for (let made = 1; made < 21; made++) statuses.push((await by("POST", path)).status);
      expect(statuses).toEqual([...new Array(19).fill(200), 409]);
      expect((await operator("POST", path)).status).toBe(200);
      service.advance(30 * dayMs);
      expect((await asker(service, await signedIn(service, owner))("POST", path)).status).toBe(200);
    });

    test("a new password ends all other sessions and tokens", async () => {
      const owner = await signUp(service);
      const path = `/users/${owner.userId}`;
      const [mine, other] = [await signedIn(service, owner), await signedIn(service, owner)];
      const made = await service.ask("POST", `${path}/token`, { headers: mine });
      const headers = [mine, other, { authorization: (made.body as Token).token }];
      const alive = () => Promise.all(headers.map(({ authorization }) => status(authorization!, path)));
      const { reset_token } = await link(owner);
      expect(await alive()).toEqual([200, 200, 200]);
      const password = "a password of its own";
      const json = { password, current_password: owner.password };
      expect((await service.ask("PATCH", path, { headers: mine, json })).status).toBe(200);
      expect(await alive()).toEqual([200, 401, 401]);
      expect((await stranger("POST", "/auth/reset", { reset_token, password })).status).toBe(403);
      expect((await operator("PATCH", path, { password: "set by the operator" })).status).toBe(200);
      expect(await alive()).toEqual([401, 401, 401]);
      const put = { email: owner.email, first_name: "A", last_name: "B", password: "put by the operator" };
      const session = (await signedIn(service, { ...owner, password: "set by the operator" })).authorization!;
      const minted = (await operator("POST", `${path}/token`)).body as Token;
      expect((await operator("PUT", path, put)).status).toBe(200);
      expect([await status(session, path), await status(minted.token, path)]).toEqual([401, 401]);
    });

    test("changing one's own email needs the current password", async () => {
      const owner = await signUp(service);
      const path = `/users/${owner.userId}`;
      const by = asker(service, await signedIn(service, owner));
      const { token } = (await by("POST", `${path}/token`)).body as Token;
      const byToken = asker(service, { authorization: token });
      const email = `moved.${owner.email}`;
      expect((await byToken("PATCH", path, { email, current_password: owner.password })).body).toMatchObject({
        code: "insufficient_scope",
      });
      const refused = await by("PATCH", path, { email });
      const detail = "A new password or email also needs current_password. Nothing was changed.";
      expect(refused.body).toEqual(problem("forbidden", 403, "Forbidden", detail, refused));
      expect((await by("PATCH", path, { email, current_password: "wrong" })).status).toBe(403);
      expect((await by("PATCH", path, { email: owner.email.toUpperCase() })).status).toBe(200);
      const moved = await by("PATCH", path, { email, current_password: owner.password });
      expect([moved.status, (moved.body as { email: string }).email]).toEqual([200, email]);
      expect((await operator("PATCH", path, { email: owner.email })).status).toBe(200);

      const admin = { email: service.firstRun.operator_email, password: service.firstRun.operator_password };
      const byAdmin = asker(service, await signedIn(service, admin));
      const [own] = (await byAdmin("GET", `/users/?email=${admin.email}`)).body as { id: string }[];
      const replaced = { email: "thief@example.com", first_name: "A", last_name: "B", role: "operator" };
      expect((await byAdmin("PATCH", `/users/${own!.id}`, { password: "a thief's password" })).status).toBe(
        403,
      );
      expect((await byAdmin("PUT", `/users/${own!.id}`, replaced)).status).toBe(403);
      expect((await byAdmin("PATCH", path, { email: `again.${owner.email}` })).status).toBe(200);
    });

    test("logging out ends a token without reading a body", async () => {
      const headers = { ...service.operatorHeaders, "content-type": "application/json" };
      const path = `/users/${account.userId}/token`;
      const got = await service.ask("POST", path, { headers, body: "{not json" });
      const { token } = got.body as Token;
      await service.ask("POST", "/auth/logout", { headers: { authorization: token } });
      expect(await status(token)).toBe(401);
    });

    test("an operator's user may do what the operator token may", async () => {
      const operatorUser = await signedIn(service, {
        email: service.firstRun.operator_email,
        password: service.firstRun.operator_password,
      });
      const by = asker(service, operatorUser);
      expect((await by("GET", "/users/")).status).toBe(200);
      const made = (await by("POST", `/users/${account.userId}/token`)).body as Token;
      expect([await status(made.token), await status(made.token, "/users/")]).toEqual([200, 403]);
    });

    test("a reset link sets a password once, and ends every session and token", async () => {
      const target = await signUp(service);
      const path = `/users/${target.userId}`;
      const session = (await signedIn(service, target)).authorization!;
      const { token } = (await operator("POST", `${path}/token`)).body as Token;
      const earlier = await link(target);
      const made = await link(target);
      expect(made).toEqual({
        reset_link: `${service.app.config.publicUrl}/console/reset#${made.reset_token}`,
        reset_token: made.reset_token,
        expires_at: new Date(service.app.clock() + dayMs).toISOString(),
      });
      const password = "chosen after the reset";
      const reset = (reset_token: string) => stranger("POST", "/auth/reset", { reset_token, password });
      // Both are valid; of two that are used at once one is.
      const both = await Promise.all([reset(made.reset_token), reset(earlier.reset_token)]);
      expect(both.map((got) => got.status).sort()).toEqual([200, 403]);
      const refused = await reset(earlier.reset_token);
      const detail = "The reset link is invalid, used or expired. Ask the operator for a new one.";
      expect(refused.body).toEqual(problem("forbidden", 403, "Forbidden", detail, refused));
      expect([await status(session, path), await status(token, path)]).toEqual([401, 401]);
      expect((await trySignIn(service, target.email, target.password)).status).toBe(401);
      expect((await trySignIn(service, target.email, password)).status).toBe(200);
    });

    test("a reset link expires after 24 hours and is no credential", async () => {
      const target = await signUp(service);
      const { reset_token } = await link(target);
      expect(await status(reset_token)).toBe(401);
      service.advance(dayMs);
      const json = { reset_token, password: "chosen too late" };
      expect((await stranger("POST", "/auth/reset", json)).status).toBe(403);
      expect((await operator("POST", "/users/nobody/resetLink")).status).toBe(404);
      const short = await stranger("POST", "/auth/reset", { reset_token: 5, password: "short" });
      expect(issues(short)).toEqual(["string_type body reset_token", "string_too_short body password"]);
      expect(short.text).not.toContain('"short"');
    });

    test("a refused reset does not repeat its token", async () => {
      const { reset_token } = await link(await signUp(service));
      const password = "a good password";
      for (const body of [
        { token: reset_token, password },
        { [reset_token]: 1 },
        { reset_token: [reset_token] },
        [reset_token],
        reset_token,
      ]) {
        const got = await stranger("POST", "/auth/reset", body);
        expect([got.status, got.text.includes(reset_token)]).toEqual([422, false]);
      }
    });

    test("reset tokens have the limits of passwords", async () => {
      const json = { reset_token: "a guess", password: "a good password" };
      const guess = () =>
        service.ask("POST", "/auth/reset", { headers: service.clientHeaders, json, from: "198.51.100.40" });
      const statuses: number[] = [];
      for (let i = 0; i < 61; i++) statuses.push((await guess()).status);
      expect(statuses).toEqual([...new Array(60).fill(403), 429]);
    });

    test("the audit log names actors and contains no secret", async () => {
      const { token } = (await operator("POST", `/users/${account.userId}/token`)).body as Token;
      const { reset_token } = await link(account);
      const audit = await operator("GET", `/audit?object=/users/${account.userId}`);
      const actions = (audit.body as { action: string }[]).map((entry) => entry.action);
      expect(actions.slice(0, 2).sort()).toEqual(["user.create_reset_link", "user.create_token"]);
      for (const secret of [token, reset_token]) expect(audit.text).not.toContain(secret);
      for (const secret of ["vgt_", "vgr_"]) expect(service.logged.join("")).not.toContain(secret);
    });
  });
}
