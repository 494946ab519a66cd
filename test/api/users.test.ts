import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { type Asker, asker, signedIn, trySignIn } from "../callers.ts";
import {
  type Account,
  kinds,
  problem,
  signUp,
  startService,
  type TestService,
  testStart,
} from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

type Body = Record<string, unknown>;
const at = new Date(testStart).toISOString();
const names = { first_name: "Grace", last_name: "Hopper" };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`users on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      account = await signUp(service);
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(() => service.end());

    test("an operator creates an account with a generated password", async () => {
      const json = { email: "opened@example.com", ...names, note: "by telephone" };
      const got = await operator("POST", "/users/signup", json);
      const body = got.body as { user: Body; subscription: Body; keys: Body; password: string };
      expect([got.status, got.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(body.user).toEqual({
        id: body.user.id,
        email: "opened@example.com",
        ...names,
        role: "customer",
        state: "active",
        attributes: {},
        email_confirmed: true,
        language: "en",
        email_proved_by: "operator",
        kind: "person",
        operator_role: null,
        note: "by telephone",
        registered_at: at,
        updated_at: at,
      });
      expect(body.subscription).toMatchObject({ scope: "/products/trial", credits: { remaining: 15 } });
      expect(Object.keys(body)).toEqual(["user", "subscription", "keys", "password"]);
      expect((await trySignIn(service, "opened@example.com", body.password)).status).toBe(200);
      const chosen = { email: "chosen@example.com", ...names, password: "a good password" };
      expect(Object.keys((await operator("POST", "/users/signup", chosen)).body as Body)).toEqual([
        "user",
        "subscription",
        "keys",
      ]);
      expect((await operator("POST", "/users/signup", chosen)).status).toBe(409);
    });

    test("POST creates each ID and email once", async () => {
      const made = await operator("POST", "/users/grace.1", { email: "grace@example.com", ...names });
      expect(made.body).toEqual({
        id: "grace.1",
        email: "grace@example.com",
        ...names,
        role: "customer",
        state: "active",
        attributes: {},
        email_confirmed: true,
        language: "en",
        email_proved_by: "operator",
        kind: "person",
        operator_role: null,
        note: null,
        registered_at: at,
        updated_at: at,
      });
      const again = await operator("POST", "/users/grace.1", { email: "other@example.com", ...names });
      expect(again.body).toEqual(problem("conflict", 409, "Conflict", "User grace.1 already exists.", again));
      const taken = await operator("POST", "/users/grace.2", { email: "GRACE@example.com", ...names });
      expect(taken.body).toEqual(
        problem("conflict", 409, "Conflict", "An account with this email already exists.", taken),
      );
      // Without a password sign-in is impossible.
      expect((await trySignIn(service, "grace@example.com", "a good password")).status).toBe(401);
    });

    test("PUT creates and replaces; a pending or blocked user cannot sign in", async () => {
      const json = { email: "put@example.com", ...names, password: "a good password", state: "pending" };
      expect((await operator("PUT", "/users/put-1", json)).body).toMatchObject({
        state: "pending",
        note: null,
      });
      expect((await trySignIn(service, "put@example.com", "a good password")).status).toBe(403);
      service.advance(1000);
      const active = { email: "put@example.com", ...names, last_name: "H", note: "known" };
      const replaced = await operator("PUT", "/users/put-1", active);
      expect(replaced.body).toMatchObject({ ...active, state: "active", registered_at: at });
      expect((replaced.body as Body).updated_at).toBe(new Date(testStart + 1000).toISOString());
      const session = await signedIn(service, { email: "put@example.com", password: "a good password" });
      await operator("PUT", "/users/put-1", { ...active, state: "blocked" });
      expect((await service.ask("GET", "/users/put-1", { headers: session })).status).toBe(401);
      expect((await trySignIn(service, "put@example.com", "a good password")).status).toBe(403);
      const taken = await operator("PUT", "/users/put-1", { ...active, email: account.email });
      expect(taken.body).toEqual(
        problem("conflict", 409, "Conflict", "An account with this email already exists.", taken),
      );
    });

    test("simultaneous creates with one email: 200 and 409", async () => {
      const create = (id: string) =>
        operator("POST", `/users/${id}`, { email: "race@example.com", ...names });
      const statuses = (await Promise.all([create("race-1"), create("race-2")])).map((got) => got.status);
      expect(statuses.sort()).toEqual([200, 409]);
      const put = (id: string) => operator("PUT", `/users/${id}`, { email: "race2@example.com", ...names });
      const puts = (await Promise.all([put("race-3"), put("race-4")])).map((got) => got.status);
      expect(puts.sort()).toEqual([200, 409]);
    });

    test("blocking a user ends its sessions, and stops token and key until reactivation", async () => {
      const target = await signUp(service);
      const session = await signedIn(service, target);
      const made = await operator("POST", `/users/${target.userId}/token`);
      const token = { authorization: (made.body as { token: string }).token };
      const statuses = async () => [
        (await service.ask("GET", `/users/${target.userId}`, { headers: session })).status,
        (await service.ask("GET", `/users/${target.userId}`, { headers: token })).status,
        (await service.ask("GET", "/vin-decoder/1HGCM82633A004352", { headers: { "x-AuthKey": target.key } }))
          .status,
        (await service.ask("GET", "/", { headers: { "api-key": target.key } })).status,
      ];
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      await operator("PATCH", `/users/${target.userId}`, { state: "blocked" });
      expect(await statuses()).toEqual([401, 401, 401, 401]);
      await operator("PATCH", `/users/${target.userId}`, { state: "pending" });
      expect(await statuses()).toEqual([401, 401, 401, 401]);
      await operator("PATCH", `/users/${target.userId}`, { state: "active" });
      expect(await statuses()).toEqual([401, 200, 200, 200]);
    });

    test("DELETE removes personal data and can be repeated", async () => {
      const target = await signUp(service);
      const path = `/users/${target.userId}`;
      await operator("PATCH", path, { note: "a secret note", plan: "gold" });
      const first = await operator("DELETE", path);
      service.advance(5000);
      const second = await operator("DELETE", path);
      const shell = {
        id: target.userId,
        email: "",
        first_name: "",
        last_name: "",
        role: "customer",
        state: "deleted",
        attributes: {},
        email_confirmed: true,
        language: "en",
        email_proved_by: null,
        kind: "person",
        operator_role: null,
        note: null,
      };
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(first.body).toMatchObject(shell);
      expect(second.body).toEqual(first.body);
      expect((await operator("GET", path)).body).toEqual(first.body);
      expect((await operator("PATCH", path, { first_name: "X" })).status).toBe(409);
      expect((await operator("PUT", path, { email: "new@example.com", ...names })).status).toBe(409);
      expect((await operator("POST", path, { email: "new@example.com", ...names })).status).toBe(409);
      expect((await operator("POST", `${path}/token`)).status).toBe(409);
      expect((await operator("POST", `${path}/resetLink`)).status).toBe(409);
      const json = { scope: "/products/unlimited", owner_id: target.userId };
      expect((await operator("POST", "/subscriptions/for-nobody", json)).status).toBe(404);
      const subscriptions = (await operator("GET", `${path}/subscriptions`)).body as Body[];
      expect(subscriptions).toMatchObject([{ state: "cancelled", display_name: "Deleted account" }]);
      expect((await operator("POST", `/subscriptions/${target.subscriptionId}/listSecrets`)).status).toBe(
        409,
      );
      const audit = await operator("GET", `/audit?object=${path}`);
      for (const gone of [target.email, "a secret note", "gold"]) expect(audit.text).not.toContain(gone);
      expect((await operator("DELETE", "/users/no-such-user")).status).toBe(404);
    });

    test("DELETE removes only the user's addresses from the request log", async () => {
      const target = await signUp(service);
      const bystander = await signUp(service);
      const { database } = service.app;
      // Two calls per minute, so that there are many chunks.
      const calls = Array.from({ length: 1000 }, (_, index) =>
        callOf(index < 900 ? target : bystander, index * 30_000, { url: "/long" }),
      );
      await recordCalls(service, calls);
      await operator("DELETE", `/users/${target.userId}`);
      const left = await database.all(sql`
        select user_id, ip_address, count(*) as count from request_log where url = '/long'
        group by user_id, ip_address order by count`);
      expect(left).toEqual([
        { user_id: bystander.userId, ip_address: "203.0.113.9", count: 100 },
        { user_id: target.userId, ip_address: "", count: 900 },
      ]);
    });

    test("a PATCH during a DELETE leaves nothing behind", async () => {
      for (let round = 0; round < 10; round++) {
        const target = await signUp(service);
        const path = `/users/${target.userId}`;
        const [patched, deleted] = await Promise.all([
          operator("PATCH", path, { first_name: "Late", plan: "gold" }),
          operator("DELETE", path),
        ]);
        expect([200, 409]).toContain(patched.status);
        expect(deleted.status).toBe(200);
        expect((await operator("GET", path)).body).toMatchObject({
          first_name: "",
          attributes: {},
          state: "deleted",
        });
      }
    });

    test("lists are newest first, paged and filtered", async () => {
      const rows = await service.app.database.all<{ id: string }>(
        sql`select id from app_user where state <> 'deleted' order by registered_at desc, id desc`,
      );
      const wanted = rows.map((row) => row.id);
      const listed: string[] = [];
      const pages = Math.ceil(wanted.length / 3);
      for (let page = 1; page <= pages; page++) {
        const got = await operator("GET", `/users/?page=${page}&page_size=3`);
        expect(got.headers.get("x-total-count")).toBe(String(wanted.length));
        listed.push(...(got.body as { id: string }[]).map((user) => user.id));
      }
      expect(listed).toEqual(wanted);
      expect((await operator("GET", "/users")).headers.get("x-total-count")).toBe(String(wanted.length));
      const found = await operator("GET", `/users/?email=${account.email.toUpperCase()}`);
      expect((found.body as Body[]).map((user) => user.id)).toEqual([account.userId]);
      const blocked = (await operator("GET", "/users/?state=blocked")).body as Body[];
      expect(blocked.map((user) => user.id)).toEqual(["put-1"]);
      const deleted = await operator("GET", "/users/?state=deleted&page_size=2");
      expect([deleted.headers.get("x-total-count"), (deleted.body as Body[]).length]).toEqual(["12", 2]);
      expect(deleted.headers.get("link")).toContain('/users/?state=deleted&page=2&page_size=2>; rel="next"');
    });

    test("totals equal the rows", async () => {
      const counted = await service.app.database.all(sql`
        select 'user/' || state as name, count(*) as total from app_user group by state
        union all
        select 'subscription/' || state, count(*) from subscription where deleted_at is null group by state
        order by 1`);
      const kept = await service.app.database.all(
        sql`select name, total from list_total where total <> 0 order by name`,
      );
      expect(kept).toEqual(counted);
    });
  });
}
