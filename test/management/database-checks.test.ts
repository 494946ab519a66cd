import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayMs, hourMs } from "../../src/base/durations.ts";
import { loadConfig } from "../../src/config.ts";
import { databaseClock } from "../../src/database/clock.ts";
import { storeDamage } from "../../src/database/damage.ts";
import type { Queries } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { features } from "../../src/features.ts";
import { storeBackup, storeBackupFault } from "../../src/management/system/backup-state.ts";
import { type Finding, fault, type Inspected, ok } from "../../src/running/check.ts";
import { allChecks } from "../all-checks.ts";
import { migrations } from "../database/migrations.ts";
import { kinds, startService, type TestService } from "../harness.ts";
import { find, inspected as inspect, now, stateOf } from "./checked.ts";

const folder = mkdtempSync(join(tmpdir(), "vingate-checks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inspected = (settings: Record<string, string> = {}, more: Partial<Inspected> = {}) =>
  inspect({ VINGATE_DATA_DIR: folder, ...settings }, more);

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
      const remote = loadConfig(
        {
          VINGATE_DATABASE_URL: "postgres://vingate@db.example/vingate",
          VINGATE_MASTER_KEY: "0".repeat(64),
        },
        features,
      );
      const expected = kind.dialect === "sqlite" ? "ok" : "warning";
      expect(await stateOf("database", at({ config: remote }))).toBe(expected);
      const version = kind.dialect === "sqlite" ? "SQLite" : /^PostgreSQL \d+/;
      expect((await find("database", at())).found).toMatch(version);
    });

    test("one that cannot be used, is damaged or has another schema", async () => {
      const lost = { database: undefined, databaseFinding: fault("no database at /data", "Start it.") };
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

    test("VIN data are named with source and age, and reduced ones as such", async () => {
      const vinData = (source: string, version: string) =>
        at({ vinData: { source, version, complete: source === "vpic" }, clock: () => now });
      const newest = "vingate import vpic gets NHTSA's newest and whole data";
      const advised = { found: expect.any(String), advice: `${newest}; repeat it each month.` };
      expect(await find("vehicle data", at())).toEqual(ok("The VIN data are not loaded yet"));
      expect(await find("vehicle data", vinData("vpic", "2026-10"))).toEqual(
        ok("The VIN data (vpic) are of October 2026, 51 days old"),
      );
      expect(await find("vehicle data", vinData("vpic", "2026-09"))).toEqual({
        ...advised,
        state: "warning",
        found: "The VIN data (vpic) are of September 2026, 2 months old. Models that are newer are missing",
      });
      const alone = { vinData: { source: "vpic", version: "2026-10", complete: true }, database: undefined };
      expect(await find("vehicle data", at({ ...alone, clock: () => now }))).toEqual(
        ok("The VIN data (vpic) are of October 2026, 51 days old"),
      );
      const reduced = "and reduced: they lack patterns and tables of vPIC";
      expect(await find("vehicle data", vinData("vpic-packaged", "2026-10"))).toEqual({
        state: "ok",
        found: `The VIN data (vpic-packaged) are of October 2026, 51 days old, ${reduced}`,
        advice: `${newest}.`,
      });
      expect(await find("vehicle data", vinData("vpic-packaged", "2026-03"))).toEqual({
        ...advised,
        state: "warning",
        found: `The VIN data (vpic-packaged) are of March 2026, 8 months old, ${reduced}. Models that are newer are missing`,
      });
    });

    test("VIN data are old after 60 days", async () => {
      const stateAt = (day: string) =>
        stateOf(
          "vehicle data",
          at({
            vinData: { source: "vpic", version: "2026-10", complete: true },
            clock: () => Date.parse(day),
          }),
        );
      expect([await stateAt("2026-11-30T23:59:59Z"), await stateAt("2026-12-01T00:00:00Z")]).toEqual([
        "ok",
        "warning",
      ]);
    });

    test("records that were not imported for long", async () => {
      const vinData = { source: "vpic", version: "2026-10", complete: true };
      const loaded = now - 500 * dayMs;
      await database.run(sql`
        insert into dataset (family, state, name, version, source, licence, record_count, checksum, loaded_at)
        values ('lien', 'current', 'own', '1', 's', 'l', 1, 'c', ${loaded})`);
      expect((await find("vehicle data", at({ vinData, clock: () => now }))).found).toBe(
        "Not imported for 400 days: lien",
      );
      await database.run(sql`delete from dataset where family = 'lien'`);
    });

    test("records that an older reader has read", async () => {
      const load = (family: string, name: string, source: string, reader: number, dataset: number) =>
        database.run(sql`
          insert into dataset (id, family, state, name, version, source, licence, record_count, checksum, reader, loaded_at)
          values (${dataset}, ${family}, 'current', ${name}, '1', ${source}, 'l', 1, 'c', ${reader}, ${now})`);
      const read = ok("The present reader has read all datasets");
      expect(await find("readers of records", at())).toEqual(read);
      await load("lien", "demo", "made by vingate demo", 0, 901);
      await load("plate", "own", "the operator", 1, 902);
      expect(await find("readers of records", at())).toEqual(read);
      await load("saleshistory", "ours", "the operator", 0, 903);
      await load("ymm-specs", "epa", "EPA", 0, 904);
      await database.run(sql`
        insert into import_run (id, family, source, input, mode, dry_run, node, state, started_at, renewed_at, stop_requested,
          progress, outcome, dataset) values ('904', 'ymm-specs', 'epa', 'f', 'replace', 0, 'n', 'done', 1, 1, 0, '{}', '{}', 904)`);
      expect(await find("readers of records", at())).toEqual({
        state: "warning",
        found: "Read by an older reader: saleshistory, ymm-specs",
        advice:
          "Import the files again, in the console or with vingate import records saleshistory FILE; vingate import epa. Until then their answers stay as they are.",
      });
      await database.run(sql`delete from dataset where id > 900`);
      await database.run(sql`delete from import_run where id = '904'`);
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
