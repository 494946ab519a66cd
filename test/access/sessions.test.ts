import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { asker } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`sessions on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    async function signIn({ email, password }: Account, agent: string, from: string) {
      service.advance(1000);
      const got = await service.ask("POST", "/auth/signin", {
        headers: { ...service.clientHeaders, "user-agent": agent },
        json: { email, password },
        from,
      });
      return asker(service, { authorization: `Bearer ${(got.body as { token: string }).token}` });
    }
    type Listed = { id: string; is_this: boolean; agent: string }[];

    test("a user lists and ends its sessions, and no others", async () => {
      const account = await signUp(service);
      const other = await signUp(service);
      const path = `/users/${account.userId}/sessions`;
      const first = await signIn(account, "curl/8.17.0", "198.51.100.7");
      const firstAt = new Date(service.app.clock()).toISOString();
      const second = await signIn(account, firefox, "203.0.113.24");
      const secondAt = new Date(service.app.clock()).toISOString();
      const stranger = await signIn(other, firefox, "203.0.113.25");
      const listed = await second("GET", path);
      const [latest, oldest] = listed.body as Listed;
      expect(listed.body).toEqual([
        {
          id: latest!.id,
          method: "password",
          agent: "Firefox on Linux",
          address: "203.0.113.24",
          signed_in_at: secondAt,
          last_active_at: secondAt,
          is_this: true,
        },
        {
          id: oldest!.id,
          method: "password",
          agent: "curl",
          address: "198.51.100.7",
          signed_in_at: firstAt,
          last_active_at: firstAt,
          is_this: false,
        },
      ]);
      expect((await stranger("GET", path)).status).toBe(404);
      expect((await stranger("DELETE", path)).status).toBe(404);
      expect((await stranger("DELETE", `${path}/${oldest!.id}`)).status).toBe(404);
      expect((await stranger("DELETE", `/users/${other.userId}/sessions/${oldest!.id}`)).status).toBe(404);
      expect((await first("GET", path)).status).toBe(200);
      expect((await second("DELETE", `${path}/${oldest!.id}`)).body).toEqual({
        status: "success",
        id: oldest!.id,
      });
      expect((await first("GET", path)).status).toBe(401);
      expect((await second("DELETE", `${path}/${oldest!.id}`)).status).toBe(404);
    });

    test("a session keeps 300 characters of its agent", async () => {
      const account = await signUp(service);
      const signedIn = async (agent: string) => {
        const caller = await signIn(account, agent, "198.51.100.7");
        const listed = (await caller("GET", `/users/${account.userId}/sessions`)).body as Listed;
        return listed.find((one) => one.is_this)?.agent;
      };
      expect(await signedIn(`curl/8 ${" ".repeat(285)}Firefox/`)).toBe("Firefox");
      expect(await signedIn(`curl/8 ${" ".repeat(286)}Firefox/`)).toBe("curl");
    });

    test("ending all others keeps this one and access tokens", async () => {
      const account = await signUp(service);
      const path = `/users/${account.userId}/sessions`;
      const others = [
        await signIn(account, firefox, "198.51.100.8"),
        await signIn(account, "", "198.51.100.9"),
      ];
      const own = await signIn(account, firefox, "198.51.100.8");
      const { token } = (await own("POST", `/users/${account.userId}/token`)).body as { token: string };
      const program = asker(service, { authorization: `Bearer ${token}` });
      expect((await own("DELETE", path)).body).toEqual({ ended: 2 });
      for (const ended of others) expect((await ended("GET", path)).status).toBe(401);
      expect((await own("GET", path)).body as Listed).toHaveLength(1);
      expect((await program("GET", path)).body).toEqual([expect.objectContaining({ is_this: false })]);
    });

    test("operators end a customer's sessions, and only owners those of operators", async () => {
      const account = await signUp(service);
      const owner = await signUp(service);
      const support = await signUp(service);
      for (const [{ userId }, role] of [
        [owner, "owner"],
        [support, "support"],
      ] as const)
        await service.app.database.run(sql`
          update app_user set role = 'operator', operator_role = ${role} where id = ${userId}`);
      const customer = await signIn(account, firefox, "198.51.100.10");
      const asOwner = await signIn(owner, firefox, "198.51.100.11");
      const asSupport = await signIn(support, firefox, "198.51.100.12");
      expect((await asSupport("DELETE", `/users/${account.userId}/sessions`)).status).toBe(403);
      expect((await asSupport("GET", `/users/${owner.userId}/sessions`)).status).toBe(403);
      expect((await asOwner("DELETE", `/users/${account.userId}/sessions`)).body).toEqual({ ended: 1 });
      expect((await asOwner("DELETE", `/users/${support.userId}/sessions`)).body).toEqual({ ended: 1 });
      for (const ended of [customer, asSupport])
        expect((await ended("GET", "/auth/accounts")).status).toBe(401);
      const audit = await service.ask("GET", "/audit?action=user.end_sessions&page_size=2", {
        headers: service.operatorHeaders,
      });
      expect(audit.body).toEqual(
        [support, account].map(({ userId }) =>
          expect.objectContaining({
            actor: `/users/${owner.userId}`,
            object: `/users/${userId}`,
            after: { ended: 1 },
          }),
        ),
      );
    });
  });
