import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { coreMigrations } from "../../../database/migrations.ts";
import { openDatabase } from "../../../database/open.ts";
import { upgradeSchema } from "../staging/record-tables.ts";
import { loadDemo } from "./load-demo.ts";

/** Where the demo set's database is made, at what time, and from which set if not the program's own. */
export interface TestSetTask {
  readonly file: string;
  readonly now: number;
  readonly folder?: string | undefined;
  readonly datasetFits?: readonly string[] | undefined;
}

/** Makes an SQLite file with the demo set alone. Processes that do the same at one time keep the first one's. */
export async function buildTestSet({ file, now, folder, datasetFits }: TestSetTask): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = `${file}.${randomUUID()}`;
  try {
    const database = await openDatabase({ file: made, synchronous: "normal" });
    try {
      await upgradeSchema(database, coreMigrations);
      await loadDemo(database, { clock: () => now, folder, graceMs: 0, datasetFits });
    } finally {
      await database.close();
    }
    linkSync(made, file);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    for (const end of ["", "-wal", "-shm"]) rmSync(made + end, { force: true });
  }
}
