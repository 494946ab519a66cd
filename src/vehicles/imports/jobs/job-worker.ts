import { systemClock } from "../../../base/clock.ts";
import type { ImportJob } from "../../../calls/import-job.ts";
import { type DatabaseOptions, openDatabase } from "../../../database/open.ts";
import { ImportError } from "../input/import-error.ts";
import { openVinPack } from "../vpic/vin-pack.ts";
import { lowerPriority } from "./lower-priority.ts";
import { runJob } from "./run-job.ts";

declare const self: Worker;

export type JobTask =
  | {
      readonly kind: "begin";
      readonly job: ImportJob;
      readonly database: DatabaseOptions;
      readonly dataDir: string;
    }
  | { readonly kind: "stop" };

export type JobMessage = { readonly kind: "ended" } | { readonly kind: "failed"; readonly error: string };

lowerPriority();
const stopping = new AbortController();
const post = (message: JobMessage): void => self.postMessage(message);

async function begin({ job, database, dataDir }: Extract<JobTask, { kind: "begin" }>): Promise<void> {
  const db = await openDatabase(database);
  try {
    const pack = () => openVinPack(dataDir);
    await runJob(db, job, { clock: systemClock, pack, signal: stopping.signal });
  } finally {
    await db.close();
  }
}

self.onmessage = ({ data }: MessageEvent<JobTask>): void => {
  if (data.kind === "stop") {
    stopping.abort(new ImportError("the service was stopped; nothing has changed. Send the file again"));
    return;
  }
  begin(data).then(
    () => post({ kind: "ended" }),
    (error: Error) => post({ kind: "failed", error: error.stack ?? error.message }),
  );
};
