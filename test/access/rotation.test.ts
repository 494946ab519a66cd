import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { MasterKeys } from "../../src/access/rotation/master-keys.ts";
import { addSigningKey, SigningKeys } from "../../src/access/rotation/signing-keys.ts";
import { createVault, type Vault } from "../../src/access/vault.ts";
import { rotateMasterKey } from "../../src/cli/rotate/master-key.ts";
import { rotateOperatorToken } from "../../src/cli/rotate/operator-token.ts";
import { sql } from "../../src/database/sql.ts";
import { loadServices } from "../../src/feature.ts";
import { features } from "../../src/features.ts";
import { masterKeyCheck } from "../../src/management/system/checks/secrets-check.ts";
import { beat } from "../../src/management/system/node-heartbeat.ts";
import type { Inspected } from "../../src/running/check.ts";
import { SharedCertificate } from "../../src/server/certificates/shared-certificate.ts";
import { kinds, signUp, startService, type TestService, testStart } from "../harness.ts";

const sealed = (await loadServices(features)).flatMap((service) => service.sealed ?? []);

const keyOf = (service: TestService) =>
  createVault(
    Buffer.from(readFileSync(join(service.app.config.dataDir, "master.key"), "utf8").trim(), "hex"),
  );

for (const kind of kinds)
  describe.skipIf(kind.missing)(`rotation on ${kind.dialect}`, () => {
    let service: TestService;
    let beating: NodeJS.Timeout;
    beforeAll(async () => {
      service = await startService(kind);
      await beat(service.app);
      beating = setInterval(() => void beat(service.app).catch(() => undefined), 50);
    }, 180_000);
    afterAll(async () => {
      clearInterval(beating);
      await beat(service.app);
      await service.end();
    });
    const operator = (method: string, path: string, json?: unknown, more: Record<string, string> = {}) =>
      service.ask(method, path, {
        headers: { ...service.operatorHeaders, ...more },
        ...(json !== undefined && { json }),
      });
    const rotate = (stopAt?: string) => {
      const said: string[] = [];
      const say = (line: string) => {
        said.push(line);
        if (stopAt !== undefined && line.includes(stopAt)) throw new Error("killed");
      };
      return rotateMasterKey(service.app.database, service.app.config, {
        sealed,
        keyFile: undefined,
        startMs: 0,
        say,
      }).then(
        (code) => ({ code, said }),
        (error) => ({ code: (error as Error).message, said }),
      );
    };
    const sealedBy = async (vault: ReturnType<typeof createVault>, open: boolean) => {
      const rows = await service.app.database.all<{ context: string; sealed: Uint8Array }>(sql`
        select 'subscription_key/' || subscription_id || '/' || slot as context, sealed from subscription_key
        union all select 'api_auth/' || id, auth_sealed from api where auth_sealed is not null
        union all select id, answer from idempotency where answer is not null
        union all select 'webhook/' || id, sealed from webhook
        union all select 'webhook/' || id, former_sealed from webhook
        union all select 'acme_account/' || names, account_sealed from acme_certificate
        union all select 'acme_key/' || names, key_sealed from acme_certificate`);
      expect(rows.length).toBeGreaterThan(3);
      return rows.every(({ context, sealed }) => {
        try {
          vault.open(sealed, context);
          return open;
        } catch {
          return !open;
        }
      });
    };

    test("every stored secret is sealed by the next key, and opens as before", async () => {
      const account = await signUp(service);
      const api = { name: "a", display_name: "A", path: "a", auth: { header: "X-Key", value: "s3cret" } };
      const webhook = await operator("POST", "/webhooks", {
        url: "http://127.0.0.1:9/",
        types: ["key.replaced"],
      });
      await operator("POST", `/webhooks/${(webhook.body as { id: string }).id}/regenerateSecret`);
      const idempotent = { "idempotency-key": "once" };
      const made = await operator("POST", "/apis", api, idempotent);
      const names = ["api.example.com"];
      const certificate = (vault: Vault) =>
        new SharedCertificate(service.app.database, vault, names, "https://authority.example/dir");
      await certificate(service.app.identity.vault).claim(0, 1, async () => "an account's key");
      await certificate(service.app.identity.vault).issued({ cert: "a chain", key: "its key" }, 1);
      const former = keyOf(service);
      expect(await sealedBy(former, true)).toBe(true);
      const image = service.app.identity.secrets.images.sign("x.jpg", testStart);

      const stopped = await rotate("secrets were sealed");
      expect(stopped.code).toBe("killed");
      const { config, database } = service.app;
      const found = await masterKeyCheck.run({ config, database } as unknown as Inspected);
      expect(found.found).toBe("A rotation has not ended: the previous and the next key are valid");
      // Both keys are valid: what is made now opens with either.
      const during = await signUp(service);
      const { code, said } = await rotate();
      expect([code, said.at(0), said.at(-1)]).toEqual([
        0,
        "A rotation is under way and continues.",
        "The previous master key is no longer needed. Make a backup: older backups need the previous key.",
      ]);
      const next = keyOf(service);
      expect(next.check).not.toBe(former.check);
      expect([await sealedBy(next, true), await sealedBy(former, false)]).toEqual([true, true]);
      for (const { subscriptionId, key } of [account, during]) {
        const shown = await operator("POST", `/subscriptions/${subscriptionId}/listSecrets`);
        expect((shown.body as { primary_key: string }).primary_key).toBe(key);
      }
      expect((await operator("POST", "/apis", api, idempotent)).body).toEqual(made.body);
      expect(service.app.identity.secrets.images.admits("x.jpg", image, testStart + 1000)).toBe(true);
      const keys = await MasterKeys.open(config);
      const start = (check: string) =>
        database.transaction(async (tx) => {
          await tx.run(sql`update setting set value = ${check} where name = 'master_key_check'`);
          await keys.require(tx);
        });
      const at = new Date(service.app.clock()).toISOString();
      await expect(start(former.check)).rejects.toThrow(
        `the database is of before the master key was rotated, at ${at}: it is sealed by the former key. Set VINGATE_MASTER_KEY to that key, or put it into master.key, and start; then run "vingate rotate master-key --key-file FILE" with a file of the current key. Or restore a later backup.`,
      );
      await expect(start("another")).rejects.toThrow("is not the one this database was set up with");
      const left = await service.app.database.all<{ name: string }>(
        sql`select name from setting where name in ('master_key_rotation', 'master_key_check') order by name`,
      );
      expect(left).toEqual([{ name: "master_key_check" }]);
      const audited = await service.app.database.all<{ action: string }>(
        sql`select action from audit_log where action = 'system.rotate_master_key'`,
      );
      expect(audited).toHaveLength(1);
      expect(said.join()).not.toContain(
        readFileSync(join(service.app.config.dataDir, "master.key"), "utf8").trim(),
      );
    }, 180_000);

    test("a second rotation begins with the key of the first, at the same node", async () => {
      const former = keyOf(service);
      expect((await rotate()).code).toBe(0);
      const next = keyOf(service);
      expect(next.check).not.toBe(former.check);
      expect([await sealedBy(next, true), await sealedBy(former, false)]).toEqual([true, true]);
    }, 180_000);

    test("a node that does not notice stops the rotation before anything is sealed", async () => {
      const former = keyOf(service);
      await beat(service.app);
      await service.change(sql`
        insert into node (instance, name, role, address, build, journal_id, started_at, seen_at, waiting_calls,
          waiting_bytes, delay_us, memory_bytes, streams)
        select 'former', 'former/1', role, address, build, 'j', started_at, seen_at + 60000, 0, 0, 0, 0, 0 from node
        where instance = ${service.app.process.instance}`);
      expect((await rotate()).code).toBe("node former/1 runs a version that cannot rotate; upgrade it first");
      expect(await sealedBy(former, true)).toBe(true);
      await service.change(sql`delete from node where instance = 'former'`);
    });

    test("a new operator token holds at every node; former ones expire", async () => {
      const read = (token: string) =>
        service.ask("GET", "/users/", { headers: { authorization: `Bearer ${token}` } });
      const file = join(service.app.config.dataDir, "operator-token");
      const token = await rotateOperatorToken(service.app.database, {
        now: testStart,
        graceMs: 60_000,
        file,
      });
      expect(readFileSync(file, "utf8")).toBe(`${token}\n`);
      const statuses = async () => [
        (await read(token)).status,
        (await read(service.firstRun.operator_token)).status,
      ];
      expect(await statuses()).toEqual([200, 200]);
      service.advance(61_000);
      expect(await statuses()).toEqual([200, 401]);
      unlinkSync(file);
      expect(existsSync(file)).toBe(false);
    });

    test("a new signing key begins later, and former addresses keep their hour", async () => {
      const { database, identity } = service.app;
      const { vault } = identity;
      const [old, next] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
      await database.run(sql`delete from setting where name = 'signing_keys'`);
      const [node, other] = [new SigningKeys(old, "http://a"), new SigningKeys(old, "http://a")];
      const add = (secret: Uint8Array, now: number, revoke = false) =>
        database.transaction((tx) => addSigningKey(tx, vault, { secret, former: old, now, revoke }));
      const from = await add(next, testStart);
      await node.refresh(database, vault);
      // The other node has not noticed: both sign with the former key until then.
      const before = node.sign("x", from - 1);
      expect(other.admits("x", before, from - 1)).toBe(true);
      await other.refresh(database, vault);
      const after = node.sign("x", from);
      expect(after.split("&")[0]).not.toBe(before.split("&")[0]);
      expect([other.admits("x", after, from), other.admits("x", before, from + 3_599_000)]).toEqual([
        true,
        true,
      ]);
      const hour = 3_600_000;
      await add(new Uint8Array(32).fill(3), from + 2 * hour);
      await node.refresh(database, vault);
      expect(node.admits("x", before, from - 1 + hour)).toBe(false);
      await add(new Uint8Array(32).fill(4), from + 2 * hour, true);
      await node.refresh(database, vault);
      expect(node.admits("x", node.sign("x", from + 2 * hour), from + 2 * hour)).toBe(true);
      expect(node.admits("x", after, from)).toBe(false);
    });
  });
