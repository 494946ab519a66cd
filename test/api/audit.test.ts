import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { purgeAudit, recordAudit } from "../../src/access/audit.ts";
import { sql } from "../../src/database/sql.ts";
import type { Caller } from "../../src/http/caller.ts";
import { signedIn } from "../callers.ts";
import { freshProof } from "../fresh-proof.ts";
import {
  type Got,
  kinds,
  signUp,
  startService,
  type TestService,
  testOrigin,
  testStart,
} from "../harness.ts";

const day = 86_400_000;
const ada: Caller = {
  kind: "user",
  userId: "ada",
  personId: "ada",
  role: "customer",
  memberRole: "owner",
  proof: freshProof,
  digest: "d",
};

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`audit on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
      const entry = { address: "203.0.113.9", requestId: "r1" };
      await service.app.database.transaction(async (tx) => {
        // Other entries of the start and of sign-ups are older than the tested ones.
        await recordAudit(tx, {
          ...entry,
          at: testStart + 1,
          actor: { kind: "operator" },
          action: "test.create",
          object: "/tests/a",
          after: { name: "A", primary_key: "vgk_x", auth: { header: "h", value: "upstream" } },
        });
        await recordAudit(tx, {
          ...entry,
          at: testStart + 2,
          actor: ada,
          action: "test.update",
          object: "/tests/a",
          before: { name: "A" },
          after: { name: "B" },
        });
        await recordAudit(tx, {
          ...entry,
          at: testStart + 3,
          actor: ada,
          action: "test.delete",
          object: "/tests/a",
        });
        await recordAudit(tx, {
          ...entry,
          at: testStart - 401 * day,
          actor: ada,
          action: "test.old",
          object: "/tests/b",
        });
      });
    });
    afterAll(() => service.end());

    const get = (query: string, headers = service.operatorHeaders): Promise<Got> =>
      service.ask("GET", `/audit${query}`, { headers });
    const actions = async (query: string) =>
      ((await get(query)).body as { action: string }[]).map(({ action }) => action);

    test("newest first, with what changed and without secrets", async () => {
      const got = await get("?object=/tests/a");
      expect(got.headers.get("x-total-count")).toBe("3");
      const [, updated, created] = got.body as Record<string, unknown>[];
      expect(updated).toEqual({
        id: updated?.id,
        timestamp: "2026-11-21T00:00:00.002Z",
        actor: "/users/ada",
        actor_name: null,
        action: "test.update",
        object: "/tests/a",
        object_name: null,
        object_owner: null,
        ip_address: "203.0.113.9",
        request_id: "r1",
        before: { name: "A" },
        after: { name: "B" },
      });
      expect([created?.actor, created?.before, created?.after]).toEqual([
        "operator",
        null,
        { name: "A", primary_key: "[redacted]", auth: { header: "h", value: "[redacted]" } },
      ]);
    });

    test("users, subscriptions, products and APIs have names", async () => {
      const account = await signUp(service);
      const { userId, subscriptionId } = account;
      const headers = await signedIn(service, account);
      await service.ask("PATCH", `/subscriptions/${subscriptionId}`, {
        headers,
        json: { display_name: "Fleet" },
      });
      const operator = (method: string, path: string, json?: object) =>
        service.ask(method, path, { headers: service.operatorHeaders, ...(json && { json }) });
      await operator("POST", "/products/named", { display_name: "Fleet plan" });
      await operator("PUT", "/products/named/apis/lien");
      await operator("PATCH", "/apis/lien", { display_name: "Liens" });
      const entries = (await get("?page_size=5&timestamp_le=2026-11-21T00:00:00Z")).body as Record<
        string,
        string | null
      >[];
      expect(entries.map((one) => [one.actor_name, one.action, one.object_name, one.object_owner])).toEqual([
        [null, "api.update", "Liens", null],
        [null, "product_api.add", "Fleet plan", null],
        [null, "product.create", "Fleet plan", null],
        ["Ada Byron", "subscription.update", "Fleet, Ada Byron", `/users/${userId}`],
        [null, "user.create", "Ada Byron", null],
      ]);
      await operator("DELETE", `/users/${userId}`);
      const [deleted] = (await get(`?object=/users/${userId}&action=user.delete`)).body as {
        object_name: string;
      }[];
      expect(deleted?.object_name).toBeNull();
    });

    test("filters by actor, action, object and time; in pages", async () => {
      expect(await actions("?actor=/users/ada")).toEqual(["test.delete", "test.update", "test.old"]);
      expect(await actions("?actor=ada")).toEqual([]);
      expect(await actions("?action=test.create")).toEqual(["test.create"]);
      const window = "timestamp_ge=2026-11-21T00:00:00.001Z&timestamp_le=2026-11-21T00:00:00.002Z";
      expect(await actions(`?${window}`)).toEqual(["test.update", "test.create"]);
      const page = await get("?object=/tests/a&page=2&page_size=1");
      expect((page.body as { action: string }[]).map(({ action }) => action)).toEqual(["test.update"]);
      expect(page.headers.get("link")).toStartWith(
        `<${testOrigin}/audit?object=%2Ftests%2Fa&page=1&page_size=1>; rel="first"`,
      );
      expect(await actions("?page=1000000000&page_size=1000")).toEqual([]);
      for (const query of ["?page=0", "?page_size=1001", "?actor=%00", "?timestamp_ge=never"])
        expect((await get(query)).status).toBe(422);
    });

    test("an entry keeps changed members, at most 4 KiB", async () => {
      const { userId } = await signUp(service);
      const path = `/users/${userId}`;
      const patch = (json: object) => service.ask("PATCH", path, { headers: service.operatorHeaders, json });
      await patch({ plan: { name: "gold", seats: 5 }, color: "red" });
      await patch({ plan: { name: "gold", seats: 6 }, first_name: "Augusta" });
      await patch({ color: "red" });
      for (const text of ["x".repeat(15_000), "é".repeat(7000)]) await patch({ text });
      const rows = await service.app.database.all<{ before: string; after: string }>(
        sql`select before, after from audit_log where object = ${path} and action = 'user.update' order by at, id`,
      );
      expect(rows.slice(0, 3).map(({ before, after }) => [JSON.parse(before), JSON.parse(after)])).toEqual([
        [{ attributes: {} }, { attributes: { plan: { name: "gold", seats: 5 }, color: "red" } }],
        [
          { first_name: "Ada", attributes: { plan: { seats: 5 } } },
          { first_name: "Augusta", attributes: { plan: { seats: 6 } } },
        ],
        [{}, {}],
      ]);
      for (const { before, after } of rows)
        expect(Buffer.byteLength(before) + Buffer.byteLength(after)).toBeLessThanOrEqual(4096);
      expect(JSON.parse(rows[3]!.after)).toEqual({ attributes: { text: `${"x".repeat(1000)}…` } });
    });

    test("only the operator may read it", async () => {
      const account = await signUp(service);
      const headers = await signedIn(service, account);
      expect((await get("", headers)).status).toBe(403);
      expect((await get("", service.clientHeaders)).status).toBe(403);
      expect((await service.ask("GET", "/audit")).status).toBe(401);
    });

    test("an entry and its change are one transaction", async () => {
      const failed = service.app.database.transaction(async (tx) => {
        await recordAudit(tx, {
          at: testStart + 9,
          actor: ada,
          action: "test.failed",
          object: "/tests/a",
          address: "::1",
          requestId: "r2",
        });
        throw new Error("the change failed");
      });
      await expect(failed).rejects.toThrow("the change failed");
      expect(await actions("?action=test.failed")).toEqual([]);
    });

    test("entries older than 400 days are removed", async () => {
      expect(await purgeAudit(service.app.database, testStart)).toBe(1);
      expect(await actions("?action=test.old")).toEqual([]);
      expect((await actions("?object=/tests/a")).length).toBe(3);
    });
  });
}
