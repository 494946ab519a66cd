import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayMs, hourMs } from "../../src/base/durations.ts";
import { loadConfig } from "../../src/config.ts";
import { databaseClock } from "../../src/database/clock.ts";
import { storeDamage } from "../../src/database/damage.ts";
import type { Queries } from "../../src/database/database.ts";
import { migrations } from "../../src/database/migrations.ts";
import { sql } from "../../src/database/sql.ts";
import { storeBackup, storeBackupFault } from "../../src/management/system/backup-state.ts";
import { type Finding, type Inspected, ok, runChecks } from "../../src/management/system/checks/check.ts";
import { allChecks } from "../../src/management/system/checks/checks.ts";
import { kinds, startService, type TestService } from "../harness.ts";

const now = Date.UTC(2026, 10, 21);
const folder = mkdtempSync(join(tmpdir(), "vingate-checks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inspected = (settings: Record<string, string> = {}, more: Partial<Inspected> = {}): Inspected => ({
  config: loadConfig({ VINGATE_DATA_DIR: folder, ...settings }),
  clock: () => now,
  database: undefined,
  vinData: undefined,
  serves: false,
  compare: async () => ok("compared"),
  ...more,
});

/** What the check of a name finds. */
async function find(name: string, at: Inspected): Promise<Finding> {
  const [result] = await runChecks(
    allChecks.filter((check) => check.name === name),
    at,
  );
  const { name: _, ...finding } = result!;
  return finding;
}
const stateOf = async (name: string, at: Inspected) => (await find(name, at)).state;

test("every finding but a good one says what to do", async () => {
  const results = await runChecks(allChecks, inspected());
  expect(results.map(({ name }) => name)).toEqual(allChecks.map(({ name }) => name));
  for (const { name, state, found, advice } of results) {
    expect([name, found.length > 2 && !found.endsWith(".")]).toEqual([name, true]);
    expect([name, (advice === null) === (state === "ok")]).toEqual([name, true]);
  }
});

test("a check that fails is a warning", async () => {
  const failing = { name: "broken", run: () => Promise.reject(new Error("out of order")) };
  const slow = { name: "slow", run: () => new Promise<Finding>(() => undefined), milliseconds: 1 };
  expect(await runChecks([failing, slow], inspected())).toEqual([
    {
      name: "broken",
      state: "warning",
      found: "Not checked: out of order",
      advice: "See the log, and run the checks again.",
    },
    {
      name: "slow",
      state: "warning",
      found: "Not checked: it took too long",
      advice: "See the log, and run the checks again.",
    },
  ]);
});

const hosts = { VINGATE_HOST: "0.0.0.0", VINGATE_PUBLIC_URL: "https://api.example.com" };
const proxied = { VINGATE_PUBLIC_URL: "https://api.example.com" };

test.each([
  ["settings", {}, "ok"],
  ["settings", { VINGATE_PORT: "tcp://10.0.0.1:80" }, "warning"],
  ["settings", { VINGATE_WORKERS: "9" }, "warning"],
  ["public URL", {}, "ok"],
  ["public URL", hosts, "ok"],
  ["public URL", { ...hosts, VINGATE_PUBLIC_URL: "http://api.example.com" }, "warning"],
  ["public URL", { VINGATE_HOST: "0.0.0.0" }, "fault"],
  ["public URL", { VINGATE_HOST: "0.0.0.0", VINGATE_PUBLIC_URL: "http://localhost:8080" }, "fault"],
  ["public URL", proxied, "fault"],
  ["public URL", { ...proxied, VINGATE_TRUSTED_PROXIES: "127.0.0.1" }, "ok"],
  ["proxies", { VINGATE_TRUSTED_PROXIES: "127.0.0.1" }, "ok"],
  ["proxies", { VINGATE_TRUSTED_PROXIES: "0.0.0.0/0" }, "fault"],
  ["proxies", { VINGATE_TRUSTED_PROXIES: "::/0" }, "fault"],
  ["disk", { VINGATE_DISK_RESERVE: "0" }, "ok"],
  ["disk", { VINGATE_DISK_RESERVE: "900T" }, "fault"],
  ["files", {}, "ok"],
  ["files", { VINGATE_DATA_DIR: join(folder, "missing") }, "fault"],
  ["certificate", {}, "ok"],
  [
    "certificate",
    { VINGATE_TLS_CERT: join(folder, "no.pem"), VINGATE_TLS_KEY: join(folder, "no.key") },
    "fault",
  ],
] as const)("%s with %p: %s", async (name, settings, state) => {
  expect(await stateOf(name, inspected(settings))).toBe(state);
});

test("files with secrets that others can read are named", async () => {
  const file = join(folder, "first-run.json");
  writeFileSync(file, "{}", { mode: 0o600 });
  expect(await stateOf("files", inspected())).toBe("ok");
  chmodSync(file, 0o640);
  expect(await find("files", inspected())).toEqual({
    state: "fault",
    found: `Others can read ${file}`,
    advice: `Run chmod 600 "${file}".`,
  });
  rmSync(file);
  const database = join(folder, "vingate.db");
  writeFileSync(database, "", { mode: 0o644 });
  chmodSync(folder, 0o755);
  expect(await stateOf("files", inspected())).toBe("warning");
  chmodSync(folder, 0o700);
  expect(await stateOf("files", inspected())).toBe("ok");
  rmSync(database);
});

test("a certificate is checked for its key and its time", async () => {
  const certificates = join(import.meta.dir, "..", "server", "processes", "certificates");
  const [tlsCert, tlsKey] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const install = (key: string) => {
    copyFileSync(join(certificates, "first.crt"), tlsCert);
    copyFileSync(join(certificates, `${key}.key`), tlsKey);
    chmodSync(tlsKey, 0o600);
  };
  install("first");
  const { validTo } = new X509Certificate(readFileSync(tlsCert));
  const settings = { VINGATE_TLS_CERT: tlsCert, VINGATE_TLS_KEY: tlsKey };
  const before = (days: number) => inspected(settings, { clock: () => Date.parse(validTo) - days * dayMs });
  expect(await find("certificate", before(20))).toEqual(ok(`It is valid until ${validTo}`));
  expect(await find("certificate", before(10))).toEqual({
    state: "warning",
    found: `It expires on ${validTo}`,
    advice: "Renew it, and send SIGHUP to the service.",
  });
  expect(await stateOf("certificate", before(-1))).toBe("fault");
  install("second");
  expect((await find("certificate", before(20))).found).toBe(`${tlsKey} is not the key of ${tlsCert}`);
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`checks of a database on ${kind.dialect}`, () => {
    let service: TestService;
    let database: Queries;
    beforeAll(async () => {
      service = await startService(kind);
      database = service.app.database;
    });
    afterAll(() => service.end());
    const at = (more: Partial<Inspected> = {}) => inspected({}, { database, clock: Date.now, ...more });
    const schema = migrations.at(-1)!.id;

    test("a sound one is ok", async () => {
      for (const name of ["database", "connections", "clock", "nodes", "ledger"])
        expect([name, await stateOf(name, at())]).toEqual([name, "ok"]);
      const remote = loadConfig({
        VINGATE_DATABASE_URL: "postgres://vingate@db.example/vingate",
        VINGATE_MASTER_KEY: "0".repeat(64),
      });
      const expected = kind.dialect === "sqlite" ? "ok" : "warning";
      expect(await stateOf("database", at({ config: remote }))).toBe(expected);
      const version = kind.dialect === "sqlite" ? "SQLite" : /^PostgreSQL \d+/;
      expect((await find("database", at())).found).toMatch(version);
    });

    test("one that cannot be used, is damaged or has another schema", async () => {
      const lost = { database: undefined, databaseFault: "no database at /data" };
      expect((await find("database", at(lost))).found).toBe("no database at /data");
      expect((await find("clock", at(lost))).found).toBe("Not checked: the database cannot be used");
      await storeDamage(database, "page 7 is never used\npage 8 too");
      expect((await find("database", at())).found).toBe("It is damaged: page 7 is never used");
      await storeDamage(database, "");
      await database.run(sql`insert into migration (id, checksum, applied_at) values ('9999-later', '', 0)`);
      expect(await stateOf("database", at())).toBe("warning");
      await database.run(sql`delete from migration where id = '9999-later'`);
      expect((await find("database", at())).found).toContain(`schema ${schema}`);
    });

    test("more workers than the server has connections for", async () => {
      const found = await find("connections", inspected({ VINGATE_WORKERS: "64" }, { database }));
      if (kind.dialect === "sqlite") return expect(found).toEqual(ok("SQLite needs none"));
      expect(found).toMatchObject({
        state: "fault",
        found: expect.stringMatching(/; 2\d\d can be needed, and/),
      });
      const pooled = { VINGATE_WORKERS: "64", VINGATE_DATABASE_POOLER: "true" };
      expect(await find("connections", inspected(pooled, { database }))).toEqual(ok("A pooler has them"));
    });

    test("clocks that differ are named", async () => {
      const skewed = await find("clock", at({ clock: () => Date.now() + 60_000 }));
      expect(skewed.state).toBe("warning");
      expect(skewed.found).toMatch(/^this machine: (59|60)[.\d]* s from the database's$/);
    });

    test("nodes of two versions, and silent ones", async () => {
      const add = (instance: string, build: string, silentMs: number) =>
        database.run(sql`
          insert into node (instance, name, role, address, build, journal_id, started_at, seen_at, waiting_calls,
            waiting_bytes, delay_us, memory_bytes, streams, clock_skew_ms)
          values (${instance}, ${`host/${instance}`}, 'single', '', ${build}, '', 0,
            ${databaseClock(database)} - ${silentMs}, 0, 0, 0, 0, 0, 0)`);
      await add("1", "0.2.0", 0);
      expect(await find("nodes", at())).toEqual(ok("1 alive"));
      await add("2", "0.3.0", 0);
      expect((await find("nodes", at())).found).toBe("They run 0.2.0 and 0.3.0");
      await database.run(sql`update node set seen_at = seen_at - 60000 where instance = '2'`);
      expect((await find("nodes", at())).found).toBe("host/2 ended without a goodbye within the last hour");
      await database.run(sql`delete from node`);
    });

    test("vehicle data that are old", async () => {
      const vinData = (version: string) => at({ vinData: { source: "vPIC", version }, clock: () => now });
      expect(await find("vehicle data", vinData("2026-10"))).toEqual(ok("vPIC 2026-10"));
      expect(await stateOf("vehicle data", vinData("2026-01"))).toBe("warning");
      const loaded = now - 500 * dayMs;
      await database.run(sql`
        insert into dataset (family, state, name, version, source, licence, record_count, checksum, loaded_at)
        values ('lien', 'current', 'own', '1', 's', 'l', 1, 'c', ${loaded})`);
      expect((await find("vehicle data", vinData("2026-10"))).found).toBe("Not imported for 400 days: lien");
      await database.run(sql`delete from dataset where family = 'lien'`);
    });

    test("backups that are missing, late, failed or on the same disk", async () => {
      const of = (settings: Record<string, string>) => find("backups", inspected(settings, { database }));
      const backup = (hoursAgo: number) =>
        storeBackup(database, { at: now - hoursAgo * hourMs, file: "/b/one.backup", bytes: 1, seconds: 1 });
      const scheduled = { VINGATE_BACKUP_DIR: join(folder, "elsewhere") };
      expect((await of({})).found).toBe("None is scheduled. None was made yet");
      expect(await of(scheduled)).toEqual(ok("None was made yet"));
      await backup(20);
      const recent = ok("The last one is 20 hours old: /b/one.backup");
      expect([await of({}), await of(scheduled)]).toEqual([recent, recent]);
      expect(await of({ VINGATE_BACKUP_DIR: folder })).toMatchObject({
        state: "warning",
        found: `${folder} is on the disk of ${folder}: who loses one loses both`,
      });
      await storeBackupFault(database, "The disk is full.");
      expect(await of(scheduled)).toMatchObject({
        state: "fault",
        found: "The disk is full. The last one is 20 hours old: /b/one.backup",
      });
      await backup(200);
      expect([(await of({})).state, (await of(scheduled)).state]).toEqual(["warning", "fault"]);
    });

    test("who answers at the port and at the public URL", async () => {
      let identity: object = { client_token: service.firstRun.client_token };
      const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => Response.json(identity) });
      const settings = { VINGATE_PORT: String(server.port) };
      const port = () => inspected(settings, { database });
      expect(await stateOf("port", port())).toBe("ok");
      expect(await stateOf("public URL leads here", port())).toBe("ok");
      identity = { client_token: "of another installation" };
      expect(await find("port", port())).toEqual({
        state: "fault",
        found: `Another program answers at 127.0.0.1:${server.port}`,
        advice: "End it, or set VINGATE_PORT to a free port.",
      });
      expect(await stateOf("public URL leads here", port())).toBe("fault");
      await server.stop(true);
      expect(await stateOf("port", port())).toBe("ok");
      const serving = inspected(settings, { database, serves: true });
      expect(await stateOf("public URL leads here", serving)).toBe("warning");
    });

    test("the operation shows every check and the last comparison", async () => {
      const read = async () => {
        const got = await service.ask("GET", "/system/checks", { headers: service.operatorHeaders });
        return got.body as { checked_at: string; checks: (Finding & { name: string })[] };
      };
      const before = await read();
      expect(before.checks.map(({ name }) => name)).toEqual(allChecks.map(({ name }) => name));
      expect(before.checks.at(-1)).toEqual({
        name: "ledger",
        ...ok("The consistency check has not run yet"),
      });
      expect(before.checked_at).toBe("2026-11-21T00:00:00.000Z");
    });
  });
