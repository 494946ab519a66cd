import { systemClock } from "../../../base/clock.ts";
import { DiskSpace } from "../../../base/disk-space.ts";
import type { ImportJob } from "../../../calls/import-job.ts";
import { type DatabaseOptions, openDatabase } from "../../../database/open.ts";
import { ImportError } from "../input/import-error.ts";
import { vinPackOnce } from "../vpic/vin-pack.ts";
import { failureText } from "./failures.ts";
import { lowerPriority } from "./lower-priority.ts";
import { runJob } from "./run-job.ts";

declare const self: Worker;

export type JobTask =
  | {
      readonly kind: "begin";
      readonly job: ImportJob;
      readonly database: DatabaseOptions;
      readonly dataDir: string;
      readonly diskReserve: number;
    }
  | { readonly kind: "stop"; readonly reason: string };

export type JobMessage =
  | { readonly kind: "ended" }
  | {
      readonly kind: "failed";
      /** For the log. */
      readonly error: string;
      /** For the import's row, if it could not be written. */
      readonly shown: string;
    };

lowerPriority();
const stopping = new AbortController();
const post = (message: JobMessage): void => self.postMessage(message);

async function begin(task: Extract<JobTask, { kind: "begin" }>): Promise<void> {
  const { job, database, dataDir, diskReserve } = task;
  const db = await openDatabase(database);
  try {
    const pack = vinPackOnce(() => dataDir);
    const disk = db.dialect === "sqlite" ? new DiskSpace(dataDir, diskReserve) : undefined;
    await runJob(db, job, { clock: systemClock, pack, signal: stopping.signal, disk });
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
    () => post({ kind: "ended" }),
    (error: Error) =>
      post({ kind: "failed", error: error.stack ?? error.message, shown: failureText(error) }),
  );
};
