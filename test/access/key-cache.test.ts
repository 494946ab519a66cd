import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { noteCredits } from "../../src/access/keys/added-credits.ts";
import { changesSince, lastChange, noteChange, purgeChanges } from "../../src/access/keys/changes.ts";
import type { KeyAccess } from "../../src/access/keys/key-access.ts";
import { KeyCache } from "../../src/access/keys/key-cache.ts";
import { sql } from "../../src/database/sql.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";
import { until } from "../until.ts";
import { watched } from "./watched-database.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`the key cache on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    const open: KeyCache[] = [];
    beforeAll(async () => {
      service = await startService(kind);
      account = await signUp(service);
    });
    afterAll(async () => {
      for (const cache of open) cache.close();
      await service.end();
    });

    /** Another node's cache, which polls only on request. */
    async function node() {
      const { database, seen } = watched(service.app.database);
      const received: (string | undefined)[] = [];
      let now = 0;
      const cache = new KeyCache({
        database,
        clock: service.app.clock,
        staleMs: 60_000,
        changed: (object) => void received.push(object),
        monotonic: () => now,
      });
      cache.close();
      open.push(cache);
      await cache.refresh();
      // What others read before the first position may be older.
      expect(received.splice(0)).toEqual([undefined]);
      const pass = (milliseconds: number) => {
        now += milliseconds;
      };
      return { cache, seen, received, pass };
    }

    const codeOf = async (found: () => unknown): Promise<string> => {
      try {
        await found();
        return "found";
      } catch (error) {
        return (error as { code?: string }).code ?? (error as Error).name;
      }
    };

    test("a key is read once, then found without a statement", async () => {
      const { cache, seen } = await node();
      const first = await cache.find(account.key);
      expect(first.caller).toEqual({
        kind: "subscription",
        subscriptionId: account.subscriptionId,
        userId: account.userId,
        productId: "trial",
      });
      const { statements } = seen;
      expect(cache.find(account.key)).toBe(first);
      expect(cache.find(` ${account.key} `)).toBe(first);
      expect(seen.statements).toBe(statements);
    });

    test("credits that are added leave known keys known, and are heard", async () => {
      const { cache, seen, received } = await node();
      const first = await cache.find(account.key);
      await service.app.database.transaction((tx) => noteCredits(tx, [account.subscriptionId, "other"]));
      await cache.refresh();
      expect(received).toEqual([`/credits/${account.subscriptionId},other`]);
      const { statements } = seen;
      expect(cache.find(account.key)).toBe(first);
      expect(seen.statements).toBe(statements);
    });

    test("unknown keys are cached; mistyped ones are not looked up", async () => {
      const { cache, seen } = await node();
      const before = seen.statements;
      expect(await codeOf(() => cache.find(null))).toBe("not_authenticated");
      expect(await codeOf(() => cache.find(`${account.key.slice(0, -1)}-`))).toBe("invalid_credential");
      expect(await codeOf(() => cache.find(`${account.key}, ${account.key}`))).toBe("invalid_credential");
      expect(seen.statements).toBe(before);
      for (const _ of [1, 2, 3])
        expect(await codeOf(() => cache.find("another-issuer-key"))).toBe("invalid_credential");
      expect(seen.statements).toBe(before + 1);
    });

    test("simultaneous keys are read in one statement", async () => {
      const { cache, seen } = await node();
      await cache.find(account.key);
      const { statements } = seen;
      const unknown = Array.from({ length: 7 }, (_, index) =>
        codeOf(() => cache.find(`another-key-${index}`)),
      );
      expect((await cache.find(account.secondaryKey)).caller.subscriptionId).toBe(account.subscriptionId);
      expect(await Promise.all(unknown)).toEqual(new Array(7).fill("invalid_credential"));
      expect(seen.statements).toBe(statements + 1);
      const gate = Promise.withResolvers<void>();
      seen.hold = gate.promise;
      const first = codeOf(() => cache.find("another-key-7"));
      await until(() => seen.statements === statements + 2, "the first key is read");
      const later = ["8", "9"].map((last) => codeOf(() => cache.find(`another-key-${last}`)));
      // Time for a statement too many.
      await Bun.sleep(20);
      expect(seen.statements).toBe(statements + 2);
      seen.hold = undefined;
      gate.resolve();
      await Promise.all([first, ...later]);
      // For SQLite, rows are sent in fixed numbers, each with its own statement.
      expect(seen.statements).toBe(statements + (kind.dialect === "sqlite" ? 4 : 3));
    });

    test("wrong keys without number displace no key, and delay no new one", async () => {
      const { cache, seen } = await node();
      const known = await cache.find(account.key);
      const wrong = Array.from({ length: 12_000 }, (_, index) =>
        codeOf(() => cache.find(`wrong-key-${index}`)),
      );
      expect((await cache.find(account.secondaryKey)).caller.subscriptionId).toBe(account.subscriptionId);
      expect(new Set(await Promise.all(wrong))).toEqual(new Set(["invalid_credential"]));
      const { statements } = seen;
      expect(cache.find(account.key)).toBe(known);
      expect(cache.find(account.secondaryKey)).toHaveProperty("keyExpiresAt", null);
      expect(cache.state.entries).toBe(2);
      expect(seen.statements).toBe(statements);
    });

    test("changes remove only their own keys, and are published once", async () => {
      const other = await signUp(service);
      const { cache, seen, received } = await node();
      await cache.find(account.key);
      const kept = await cache.find(other.key);
      await service.ask("POST", `/subscriptions/${account.subscriptionId}/regeneratePrimaryKey`, {
        headers: service.operatorHeaders,
      });
      const withdrawn = account.key;
      expect(await codeOf(() => cache.find(withdrawn))).toBe("found");
      await cache.refresh();
      expect(received).toEqual([`/subscriptions/${account.subscriptionId}`]);
      expect(await codeOf(() => cache.find(withdrawn))).toBe("invalid_credential");
      const { statements } = seen;
      expect(cache.find(other.key)).toBe(kept);
      expect(seen.statements).toBe(statements);
      expect((await cache.find(account.secondaryKey)).caller.subscriptionId).toBe(account.subscriptionId);
      account = other;
    });

    test("a change of the product, its APIs or the owner reaches the keys of their subscriptions", async () => {
      const headers = service.operatorHeaders;
      const { cache } = await node();
      const grant = () => cache.find(account.key) as Promise<KeyAccess>;
      expect((await grant()).apis.has("vin-decoder")).toBe(true);
      await service.ask("DELETE", "/products/trial/apis/vin-decoder", { headers });
      await cache.refresh();
      expect((await grant()).apis.has("vin-decoder")).toBe(false);
      await service.ask("PUT", "/products/trial/apis/vin-decoder", { headers });
      const policy = { quota: { calls: 5, renewal: "day" } };
      await service.ask("PUT", "/products/trial/policies/policy", { headers, json: { policy } });
      await cache.refresh();
      expect((await grant()).policy.quota).toEqual({ calls: 5, renewal: "day" });
      await service.ask("PUT", "/products/trial/policies/policy", { headers, json: { policy: {} } });
      await service.ask("PATCH", `/users/${account.userId}`, { headers, json: { state: "blocked" } });
      await cache.refresh();
      expect((await grant()).userState).toBe("blocked");
      await service.ask("PATCH", `/users/${account.userId}`, { headers, json: { state: "active" } });
    });

    test("a key that changed during its read is read again", async () => {
      const { cache, seen } = await node();
      const gate = Promise.withResolvers<void>();
      seen.hold = gate.promise;
      const { statements } = seen;
      const reading = cache.find(account.key);
      await until(() => seen.statements > statements, "the key is read");
      seen.hold = undefined;
      const id = account.subscriptionId;
      await service.app.database.transaction(async (tx) => {
        await tx.run(sql`update subscription set state = 'suspended' where id = ${id}`);
        await noteChange(tx, `/subscriptions/${id}`);
      });
      await cache.refresh();
      gate.resolve();
      expect((await reading).state).toBe("suspended");
      expect((cache.find(account.key) as KeyAccess).state).toBe("suspended");
      await service.change(sql`update subscription set state = 'active' where id = ${id}`);
    });

    test("a node that missed purged changes forgets all keys", async () => {
      const { cache, received } = await node();
      await cache.find(account.key);
      for (const _ of [1, 2]) await service.app.database.transaction((tx) => noteChange(tx, "/users/nobody"));
      await service.app.database.run(sql`
        delete from access_change where version < (select version from access_version where id = 1)`);
      await cache.refresh();
      expect(received).toEqual([undefined]);
      expect(await codeOf(() => cache.find(account.key))).toBe("found");
    });

    test("without the database, known keys are served for a limited time", async () => {
      const { cache, seen, pass } = await node();
      const known = await cache.find(account.key);
      seen.away = true;
      expect(await codeOf(() => cache.find(account.secondaryKey))).toBe("DatabaseUnavailable");
      pass(59_999);
      expect(cache.find(account.key)).toBe(known);
      pass(1);
      expect(await codeOf(() => cache.find(account.key))).toBe("DatabaseUnavailable");
      expect(await codeOf(() => cache.find("another-issuer-key"))).toBe("DatabaseUnavailable");
      seen.away = false;
      expect(await cache.find(account.key)).toEqual(known);
    });

    test("a key replaced with grace expires on time", async () => {
      const { cache } = await node();
      await service.ask("POST", `/subscriptions/${account.subscriptionId}/regeneratePrimaryKey`, {
        headers: service.operatorHeaders,
        json: { grace_seconds: 60 },
      });
      await cache.refresh();
      expect(await codeOf(() => cache.find(account.key))).toBe("found");
      service.advance(60_000);
      expect(await codeOf(() => cache.find(account.key))).toBe("invalid_credential");
    });

    test("notices a database that lost changes and reused their numbers", async () => {
      const { database } = service.app;
      const account = await signUp(service);
      const path = `/subscriptions/${account.subscriptionId}`;
      const setState = async (state: string) => {
        const { operatorHeaders: headers } = service;
        expect((await service.ask("PATCH", path, { headers, json: { state } })).status).toBe(200);
      };
      const before = await lastChange(database);
      const { cache, received } = await node();
      await cache.refresh();
      await setState("suspended");
      await cache.refresh();
      expect((await cache.find(account.key)).state).toBe("suspended");
      // The promoted replica does not have this change.
      await database.run(sql`update subscription set state = 'active' where id = ${account.subscriptionId}`);
      await database.run(sql`delete from access_change where version > ${before.version}`);
      await database.run(sql`update access_version set version = ${before.version}`);
      await cache.refresh();
      expect((await cache.find(account.key)).state).toBe("active");
      for (const lost of ["/users/lost", "/users/lost-too"])
        await database.transaction((tx) => noteChange(tx, lost));
      await cache.refresh();
      received.length = 0;
      await database.run(sql`delete from access_change where version > ${before.version}`);
      await database.run(sql`update access_version set version = ${before.version}`);
      await setState("suspended");
      await database.transaction((tx) => noteChange(tx, "/users/another"));
      // According to the numbers, nothing has changed.
      await cache.refresh();
      expect(received).toEqual([undefined]);
      expect((await cache.find(account.key)).state).toBe("suspended");
    });

    test("change numbers become visible in order; old changes are removed", async () => {
      const { database } = service.app;
      const start = await lastChange(database);
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          database.transaction((tx) => noteChange(tx, `/users/${index}`)),
        ),
      );
      const { position, objects } = await changesSince(database, start);
      expect([position.version, objects?.length]).toEqual([start.version + 20, 20]);
      await purgeChanges(database);
      expect((await changesSince(database, start)).objects?.length).toBe(20);
      await database.run(sql`update access_version set version = version + 20000`);
      await purgeChanges(database);
      const row = await database.get<{ kept: number }>(sql`select count(*) as kept from access_change`);
      expect(row!.kept).toBe(0);
    });
  });
}
