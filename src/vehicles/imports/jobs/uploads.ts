import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { dayMs } from "../../../base/durations.ts";
import type { Database } from "../../../database/database.ts";
import { findRun } from "./runs.ts";

const uploadEnd = ".upload";
const packEnd = ".pack";
const rejectsEnd = ".rejects.csv";
const rowsEnds = { csv: ".rows.csv", ndjson: ".rows.ndjson" } as const;
const rejectsEnds = [rejectsEnd, ...Object.values(rowsEnds)];
const rejectsKeptMs = 30 * dayMs;

/** Where uploads are kept until they are imported, and their rejects for 30 days. */
export const uploadsFolder = (dataDir: string): string => join(dataDir, "imports");
export const uploadFile = (folder: string, id: string): string => join(folder, id + uploadEnd);
/** Where a dump of vPIC is compiled. */
export const packFolder = (folder: string, id: string): string => join(folder, id + packEnd);
export const uploadRejects = (folder: string, id: string): string => join(folder, id + rejectsEnd);
/** The file of rejected rows in the form of their own file, beside the one that lists them. */
export const rowsFileOf = (rejectFile: string, form: keyof typeof rowsEnds): string =>
  (rejectFile.endsWith(rejectsEnd) ? rejectFile.slice(0, -rejectsEnd.length) : rejectFile) + rowsEnds[form];

/** The files of an import's rejected rows in each form; one of them can exist. */
export const uploadRows = (folder: string, id: string) =>
  (["csv", "ndjson"] as const).map((form) => ({ form, file: rowsFileOf(uploadRejects(folder, id), form) }));

/** The files of rejected rows of all imports of a data folder. */
export const rejectFilesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(isRejects)
        .map((name) => join(folder, name))
    : [];

const isRejects = (name: string): boolean => rejectsEnds.some((end) => name.endsWith(end));

const ofImport = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\./;

/** Deletes uploads of ended imports, and old rejects. */
export async function sweepUploads(db: Database, folder: string, now: number): Promise<void> {
  if (!existsSync(folder)) return;
  for (const file of rejectFilesIn(folder))
    if (now - changedAt(file) > rejectsKeptMs) rmSync(file, { force: true });
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!ofImport.test(name)) continue;
    const end = [uploadEnd, packEnd].find((one) => name.endsWith(one));
    if (end === undefined) continue;
    const run = await findRun(db, name.slice(0, -end.length), now);
    if (run?.state !== "running") rmSync(file, { force: true, recursive: true });
  }
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
