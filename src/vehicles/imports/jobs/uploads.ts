import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { dayMs } from "../../../base/durations.ts";
import type { Database } from "../../../database/database.ts";
import { findRun } from "./runs.ts";

const uploadEnd = ".upload";
const packEnd = ".pack";
const rejectsEnd = ".rejects.csv";
const rejectsKeptMs = 30 * dayMs;

/** Where uploads are kept until they are imported, and their rejects for 30 days. */
export const uploadsFolder = (dataDir: string): string => join(dataDir, "imports");
export const uploadFile = (folder: string, id: string): string => join(folder, id + uploadEnd);
/** Where a dump of vPIC is compiled. */
export const packFolder = (folder: string, id: string): string => join(folder, id + packEnd);
export const uploadRejects = (folder: string, id: string): string => join(folder, id + rejectsEnd);

const ofImport = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\./;

/** Deletes uploads of ended imports, and old rejects. */
export async function sweepUploads(db: Database, folder: string, now: number): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!ofImport.test(name)) continue;
    if (name.endsWith(rejectsEnd) && now - changedAt(file) > rejectsKeptMs) rmSync(file, { force: true });
    const end = [uploadEnd, packEnd].find((one) => name.endsWith(one));
    if (end === undefined) continue;
    const run = await findRun(db, name.slice(0, -end.length), now);
    if (run?.state !== "running") rmSync(file, { force: true, recursive: true });
  }
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
