import { systemClock } from "../../../base/clock.ts";
import { DiskSpace } from "../../../base/disk-space.ts";
import type { ImportJob, VpicJob } from "../../../calls/import-job.ts";
import { type DatabaseOptions, openDatabase } from "../../../database/open.ts";
import { databaseLog } from "../../../metering/requests/call-log.ts";
import { ImportError } from "../input/import-error.ts";
import { type RecentVins, readRecentVins } from "../vpic/recent-vins.ts";
import { vinPackOnce } from "../vpic/vin-pack.ts";
import { failureText, namedFailure } from "./failures.ts";
import { lowerPriority } from "./lower-priority.ts";
import { runJob } from "./run-job.ts";
import type { ImportProgress } from "./runs.ts";
import { type CompiledPack, compileVpicJob } from "./vpic-job.ts";

declare const self: Worker;

export type JobTask =
  | {
      readonly kind: "begin";
      readonly job: ImportJob | VpicJob;
      readonly database: DatabaseOptions;
      readonly dataDir: string;
      readonly diskReserve: number;
      readonly datasetFits: readonly string[] | undefined;
    }
  | { readonly kind: "stop"; readonly reason: string };

export type JobMessage =
  | { readonly kind: "progress"; readonly progress: ImportProgress }
  /** With the pack of a compiled dump, which the service then puts in use. */
  | { readonly kind: "ended"; readonly pack?: CompiledPack }
  | {
      readonly kind: "failed";
      /** Whether the input is at fault, not the program. */
      readonly refused: boolean;
      /** For the log. */
      readonly error: string;
      /** For the import's row, if it could not be written. */
      readonly shown: string;
    };

lowerPriority();
const stopping = new AbortController();
const post = (message: JobMessage): void => self.postMessage(message);

async function begin(task: Extract<JobTask, { kind: "begin" }>): Promise<CompiledPack | undefined> {
  const { job, database, dataDir, diskReserve, datasetFits } = task;
  if (!("source" in job))
    return compileVpicJob(job, {
      dataDir,
      disk: new DiskSpace(dataDir, diskReserve),
      currentYear: new Date().getUTCFullYear(),
      recent: () => recentVins(database),
      progress: (progress) => post({ kind: "progress", progress }),
    });
  const db = await openDatabase(database);
  try {
    const pack = vinPackOnce(() => dataDir);
    const disk = db.dialect === "sqlite" ? new DiskSpace(dataDir, diskReserve) : undefined;
    await runJob(db, job, { clock: systemClock, pack, signal: stopping.signal, disk, datasetFits });
    return undefined;
  } finally {
    await db.close();
  }
}

async function recentVins(database: DatabaseOptions): Promise<RecentVins> {
  const db = await openDatabase(database);
  try {
    return await readRecentVins(databaseLog(db), systemClock());
  } finally {
    await db.close();
  }
}

self.onmessage = ({ data }: MessageEvent<JobTask>): void => {
  if (data.kind === "stop") {
    stopping.abort(new ImportError(data.reason));
    return;
  }
  begin(data).then(
    (pack) => post({ kind: "ended", ...(pack && { pack }) }),
    (error: Error) =>
      post({
        kind: "failed",
        refused: namedFailure(error) instanceof ImportError,
        error: error.stack ?? error.message,
        shown: failureText(error),
      }),
  );
};
