import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createLog } from "../../../src/base/log.ts";
import type { ImportJob, Imports } from "../../../src/calls/import-job.ts";
import type { Database } from "../../../src/database/database.ts";
import { raw, sql } from "../../../src/database/sql.ts";
import { importThreads } from "../../../src/vehicles/imports/jobs/job-threads.ts";
import {
  acquireImportLock,
  findRun,
  type ImportProgress,
  requestStop,
} from "../../../src/vehicles/imports/jobs/runs.ts";
import { uploadFile, uploadRejects, uploadsFolder } from "../../../src/vehicles/imports/jobs/uploads.ts";
import { upgradeSchema } from "../../../src/vehicles/imports/staging/record-tables.ts";
import { type Fresh, kinds } from "../../database/databases.ts";
import { migrations } from "../../database/migrations.ts";
import { until } from "../../until.ts";
import { placeTestPack } from "../../vin/shared-pack.ts";
import { temporaryFolder } from "./importing.ts";
import { lienHeader, lienRow } from "./liens.ts";

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    lienRow(`1HGCM82633A${String(at).padStart(6, "0")}`, "Acme Bank"),
  ).join("");
const plates = (count: number) =>
  `license,state,vin\n${Array.from({ length: count }, (_, at) => `P${at},CA,1HGCM82633A004352\n`).join("")}`;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`threads of imports on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    const folder = temporaryFolder();
    const logged: string[] = [];
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await upgradeSchema(db, migrations);
      await placeTestPack(folder.path);
      mkdirSync(uploadsFolder(folder.path));
    });
    afterAll(async () => {
      await fresh.end();
      folder[Symbol.dispose]();
    });

    const threads = (diskReserve = 0, datasetFits: readonly string[] = []): Imports =>
      importThreads({
        database: db,
        databaseOptions: fresh.options,
        dataDir: folder.path,
        diskReserve,
        datasetFits,
        clock: Date.now,
        log: createLog(Date.now, (line) => void logged.push(line)),
      });
    const jobOf = async (text: string | Uint8Array, family = "lien"): Promise<ImportJob> => {
      const lock = await acquireImportLock(
        db,
        { family, source: `records ${family}`, actor: "operator" },
        Date.now,
      );
      const file = uploadFile(uploadsFolder(folder.path), lock.id);
      writeFileSync(file, text);
      return {
        id: lock.id,
        family,
        source: "records",
        file,
        mode: "replace",
        dryRun: false,
        names: "vin",
        rejectLimit: { share: 0.01 },
        rejectFile: uploadRejects(dirname(file), lock.id),
        bytesMax: 2 ** 40,
        metadata: {},
      };
    };
    const runOf = async ({ id }: ImportJob) => (await findRun(db, id, Date.now()))!;
    const progressOf = async (job: ImportJob) =>
      JSON.parse((await runOf(job)).progress) as Partial<ImportProgress>;
    const ended = (job: ImportJob) =>
      until(async () => {
        const { state, outcome } = await runOf(job);
        const { error = null } = JSON.parse(outcome) as { error?: string };
        return state !== "running" && { state: state as string, error };
      }, "the import ends");
    const current = () =>
      db.all<{ family: string; rows: number }>(
        sql`select family, record_count as rows from dataset where state = 'current' order by family`,
      );
    const stopped = { state: "stopped", error: "the import was stopped; nothing has changed" };

    test("a third import waits for one of two, and is then imported", async () => {
      const imports = threads();
      const long = [await jobOf(lienHeader + rows(400_000)), await jobOf(plates(400_000), "plate")];
      for (const job of long) imports.start(job);
      const short = await jobOf("", "vehicle-images");
      writeFileSync(short.file, "year,make,model,trim,images.1.url\n2018,Honda,CR-V,EX,a/b.jpg\n");
      await until(async () => (await progressOf(long[1]!)).rows, "both are read");
      imports.start(short);
      await until(async () => (await progressOf(short)).stage === "wait", "the third waits");
      for (const { id } of long) expect(await requestStop(db, id)).toBe(true);
      expect(await ended(short)).toEqual({ state: "done", error: null });
      for (const job of long) expect(await ended(job)).toEqual(stopped);
      expect(await current()).toEqual([{ family: "vehicle-images", rows: 1 }]);
      for (const { file } of [...long, short]) await until(() => !existsSync(file), "the file is removed");
      await imports.close();
    });

    test("a thread runs what a feature computes of the records", async () => {
      const imports = threads(0, ["test/vehicles/imports/noting-fit-script.ts"]);
      const job = await jobOf(lienHeader + rows(3));
      imports.start(job);
      expect(await ended(job)).toEqual({ state: "done", error: null });
      expect(await db.get(sql`select value from setting where name = 'fitted lien'`)).toEqual({ value: "3" });
      await imports.close();
    });

    test("a full reserve of the disk ends an import", async () => {
      const imports = threads(Number.MAX_SAFE_INTEGER);
      const before = await current();
      const job = await jobOf(lienHeader + rows(20_000));
      imports.start(job);
      // A PostgreSQL server can have another disk.
      const low = {
        state: "failed",
        error:
          "the disk has less free space than VINGATE_DISK_RESERVE keeps; nothing has changed. Free some space and import it again",
      };
      const done = { state: "done", error: null };
      expect(await ended(job)).toEqual(kind.dialect === "sqlite" ? low : done);
      if (kind.dialect === "sqlite") expect(await current()).toEqual(before);
      await imports.close();
    });

    test.skipIf(kind.dialect === "sqlite")("a thread that waits for the database is ended", async () => {
      const imports = threads();
      const locking = await fresh.open();
      const job = await jobOf(plates(20_000), "plate");
      await locking.transaction(async (tx) => {
        await tx.run(raw("lock table plate_record in access exclusive mode"));
        imports.start(job);
        await until(async () => (await progressOf(job)).stage === "read", "the import begins");
        expect(await requestStop(db, job.id)).toBe(true);
        // The table stays locked until the import has ended.
        expect(await ended(job)).toEqual(stopped);
      });
      await until(() => !existsSync(job.file), "the file is removed");
      await imports.close();
    });

    test("imports that wait or run stop with the service", async () => {
      const imports = threads();
      const jobs = [
        await jobOf(lienHeader + rows(400_000)),
        await jobOf(plates(400_000), "plate"),
        await jobOf(`${JSON.stringify({ vin: "1HGCM82633A004352" })}\n`, "auction"),
      ];
      for (const job of jobs.slice(0, 2)) imports.start(job);
      await until(async () => (await progressOf(jobs[1]!)).stage === "read", "the second begins");
      await until(async () => (await progressOf(jobs[0]!)).stage === "read", "the first begins");
      imports.start(jobs[2]!);
      await until(async () => (await progressOf(jobs[2]!)).stage === "wait", "the third waits");
      await imports.close();
      for (const job of jobs) {
        expect(await ended(job)).toEqual({
          state: "stopped",
          error: "the service was stopped; nothing has changed. Send the file again",
        });
        await until(() => !existsSync(job.file), "the file is removed");
      }
      expect(logged).toEqual([]);
    });
  });
