import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseFile } from "../../../src/database/integrity.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { name, sql } from "../../../src/database/sql.ts";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { specificationRecords } from "../../../src/vehicles/families/apis/ymm-specs.ts";
import type { RecordFamily } from "../../../src/vehicles/families/record-family.ts";
import { upgradeSchema } from "../../../src/vehicles/imports/staging/record-tables.ts";
import { kinds } from "../../database/databases.ts";
import { migrations } from "../../database/migrations.ts";
import { commandLine } from "../../program.ts";
import { placeTestPack } from "../../vin/shared-pack.ts";
import { temporaryFolder } from "./importing.ts";
import { lienHeader, lienRow } from "./liens.ts";

/** `VINGATE_KILLS=50` runs more of them, on EPA's whole table. */
const requestedKills = Number(process.env.VINGATE_KILLS ?? 0);
const kills = requestedKills || 4;
const rowsMax = 20_000;

function liensFile(folder: string): string {
  const file = join(folder, "liens.csv");
  const rows = Array.from({ length: rowsMax }, (_, at) =>
    lienRow(`1HGCM82633A${String(at).padStart(6, "0")}`, `Bank ${at % 7}`),
  );
  writeFileSync(file, lienHeader + rows.join(""));
  return file;
}

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`killing an import on ${kind.dialect}`, () => {
    test(`${kills} times: the old data stay complete, and the next run finishes`, async () => {
      using folder = temporaryFolder();
      const fresh = await kind.fresh();
      const { url } = fresh.options;
      // The command line uses its own file in the data folder.
      const db =
        url === undefined ? await openDatabase({ file: databaseFile(folder.path) }) : await fresh.open();
      await upgradeSchema(db, migrations);
      // With a large file most of the time is the import's.
      await placeTestPack(folder.path);
      const family: RecordFamily = requestedKills ? specificationRecords : lienRecords;
      const [words, expected] = requestedKills
        ? [["epa", (await import("../../vin/agreement-epa.ts")).epaFile!], 49_582]
        : [["records", "lien", liensFile(folder.path)], rowsMax];
      const env = {
        PATH: process.env.PATH,
        VINGATE_DATA_DIR: folder.path,
        ...(url !== undefined && { VINGATE_DATABASE_URL: url, VINGATE_MASTER_KEY: "ab".repeat(32) }),
      };
      const start = (version: string) =>
        Bun.spawn(commandLine("import", ...words, "--version", version, "--json"), {
          env: env as Record<string, string>,
          stdio: ["ignore", "ignore", "pipe"],
        });
      const began = performance.now();
      expect(await start("0").exited).toBe(0);
      const whole = performance.now() - began;
      const state = async () => {
        const [current] = await db.all<{ id: number; version: string; rows: number }>(sql`
          select id, version, record_count as rows from dataset
          where family = ${family.name} and state = 'current'`);
        const kept = await db.get<{ rows: number }>(
          sql`select count(*) as rows from ${name(family.table)} where dataset = ${current!.id}`,
        );
        return { version: current!.version, rows: current!.rows, kept: kept!.rows };
      };
      let finished = "0";
      for (let kill = 1; kill <= kills; kill += 1) {
        const importing = start(String(kill));
        // Each kill is at another stage of the import.
        const killed = Bun.sleep((whole * (kill - 0.5)) / kills).then(() => importing.kill("SIGKILL"));
        await importing.exited;
        await killed;
        const now = await state();
        if (now.version === String(kill)) finished = now.version;
        expect(now).toEqual({ version: finished, rows: expected, kept: expected } as never);
      }
      const last = start("last");
      expect([await last.exited, await new Response(last.stderr).text()]).toEqual([0, expect.any(String)]);
      expect(await state()).toEqual({ version: "last", rows: expected, kept: expected } as never);
      const left = await db.all<{ state: string }>(sql`
        select state from dataset where family = ${family.name} and state not in ('current', 'previous')`);
      const all = await db.get<{ rows: number }>(sql`select count(*) as rows from ${name(family.table)}`);
      expect([left, all!.rows]).toEqual([[], 2 * (expected as number)]);
      const running = await db.all(sql`select id from import_run where state = 'running'`);
      expect(running).toEqual([]);
      await db.close();
      await fresh.end();
    }, 900_000);
  });
}
