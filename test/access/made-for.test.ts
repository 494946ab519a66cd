import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { insertOperatorToken } from "../../src/access/identity.ts";
import { byAppCode } from "../../src/access/proof.ts";
import { digestToken } from "../../src/access/tokens.ts";
import { dayMs } from "../../src/base/durations.ts";
import { sql } from "../../src/database/sql.ts";
import { asker, sessionOf, signedIn } from "../callers.ts";
import { embedded, kinds, problem, signUp, startService, type TestService, testStart } from "../harness.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

for (const kind of kinds)
  describe.skipIf(kind.missing)(`what tokens are made for, on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    test("a token does what it was made for, and the list says so", async () => {
      const account = await signUp(service);
      const ask = asker(service, await signedIn(service, account));
      const path = `/users/${account.userId}`;
      const made = await ask("POST", `${path}/token?for=money&name=top-up`);
      const { token } = made.body as { token: string };
      const program = asker(service, bearer(token));
      expect((await program("GET", path)).status).toBe(200);
      const overage = `/subscriptions/${account.subscriptionId}/overage`;
      expect((await program("PUT", overage, { cap_minor: null })).status).not.toBe(403);
      const refused = await program("PATCH", path, { first_name: "Changed" });
      expect(refused.body).toEqual(
        problem(
          "insufficient_scope",
          403,
          "Token not made for this",
          "This token was not made for `change`. Make one with `for=change`, or sign in. Nothing was changed.",
          refused,
        ),
      );
      expect(refused.headers.get("www-authenticate")).toBe('Bearer error="insufficient_scope"');
      const listed = (await ask("GET", `${path}/tokens`)).body as { made_for: string[] }[];
      expect(listed.map(({ made_for }) => made_for)).toEqual([["read", "money"]]);
    });

    test("a token of before does all but change who may enter, and says when it ends", async () => {
      const account = await signUp(service);
      const ask = asker(service, await signedIn(service, account));
      const path = `/users/${account.userId}`;
      const { token } = (await ask("POST", `${path}/token`)).body as { token: string };
      expect((await service.ask("GET", path, { headers: bearer(token) })).headers.get("sunset")).toBeNull();
      await service.app.database.run(sql`
        update access_token set made_for = null, strength = null where digest = ${digestToken(token)}`);
      const got = await service.ask("PATCH", path, { headers: bearer(token), json: { first_name: "B" } });
      expect([got.status, got.headers.get("deprecation"), got.headers.get("sunset")]).toEqual([
        200,
        "@1795910400",
        new Date(testStart + 30 * dayMs).toUTCString(),
      ]);
      const closing = await service.ask("POST", `${path}/closing`, { headers: bearer(token) });
      expect(closing.body).toMatchObject({ code: "insufficient_scope" });
      const checks = await service.ask("GET", "/system/checks", { headers: service.operatorHeaders });
      const items = (checks.body as { checks: { name: string; found: string }[] }).checks;
      expect(items.find(({ name }) => name === "access tokens")?.found).toBe(
        "1 are of an earlier version, and may do all but change who enters accounts, until 2026-12-21",
      );
    });

    test("a token is never stronger than the session that made it", async () => {
      const owner = await signUp(service);
      await service.app.database.run(sql`
        update app_user set role = 'operator', operator_role = 'owner' where id = ${owner.userId}`);
      const ask = asker(service, await signedIn(service, owner));
      const { token } = (await ask("POST", `/users/${owner.userId}/token`)).body as { token: string };
      expect((await service.ask("GET", "/users/", { headers: bearer(token) })).status).toBe(200);
      const { identity } = service.app;
      Object.assign(identity, { operatorSecondFactor: "twoFactor" });
      try {
        const refused = await service.ask("GET", "/users/", { headers: bearer(token) });
        expect(refused.body).toMatchObject({ code: "insufficient_scope" });
        const strong = asker(service, bearer(await sessionOf(service, owner.userId, byAppCode)));
        const { token: next } = (await strong("POST", `/users/${owner.userId}/token`)).body as {
          token: string;
        };
        expect((await service.ask("GET", "/users/", { headers: bearer(next) })).status).toBe(200);
      } finally {
        Object.assign(identity, { operatorSecondFactor: undefined });
      }
    });

    test("a token cannot be made for what its session has not proved", async () => {
      const account = await signUp(service);
      const ask = asker(service, await signedIn(service, account));
      const refused = await ask("POST", `/users/${account.userId}/token?for=read,enter`);
      expect(refused.status).toBe(422);
      service.advance(16 * 60_000);
      expect((await ask("POST", `/users/${account.userId}/token?for=read`)).status).toBe(401);
    });

    test("a narrowed operator token changes no one's way in", async () => {
      const account = await signUp(service);
      const token = await service.app.database.transaction((tx) =>
        insertOperatorToken(tx, service.app.clock(), ["read", "change"]),
      );
      const ask = asker(service, bearer(token));
      expect((await ask("GET", `/users/${account.userId}`)).status).toBe(200);
      expect((await ask("PATCH", `/users/${account.userId}`, { first_name: "B" })).status).toBe(200);
      for (const patch of [
        { password: "another password" },
        { email: "b@example.com" },
        { state: "blocked" },
      ])
        expect((await ask("PATCH", `/users/${account.userId}`, patch)).body).toMatchObject({
          code: "insufficient_scope",
        });
      expect((await ask("POST", `/users/${account.userId}/resetLink`)).status).toBe(403);
    });
  });

test("a token in the settings ends those that the service has made", async () => {
  const service = await startService(embedded[0]!);
  expect((await service.ask("GET", "/users/", { headers: service.operatorHeaders })).status).toBe(200);
  Object.assign(service.app.identity, { operatorDigest: digestToken("a token of the settings, 24 or more") });
  expect((await service.ask("GET", "/users/", { headers: service.operatorHeaders })).status).toBe(401);
  await service.end();
});
