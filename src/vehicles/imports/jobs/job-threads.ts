import { rmSync } from "node:fs";
import type { Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import { withTimeout } from "../../../base/with-timeout.ts";
import type { ImportJob, Imports } from "../../../calls/import-job.ts";
import type { Database } from "../../../database/database.ts";
import type { DatabaseOptions } from "../../../database/open.ts";
import type { JobMessage, JobTask } from "./job-worker.ts";
import { failureText, heldLock } from "./runs.ts";
import { sweepUploads, uploadsFolder } from "./uploads.ts";

export interface ImportsSetup {
  /** The service's own connection. */
  readonly database: Database;
  /** Opened again by each import. */
  readonly databaseOptions: DatabaseOptions;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

// Statements over all records of a family are slow, and no request waits for them.
const deadlineMs = 600_000;
/** Less than a stopping process has. */
const stoppedMs = 3000;

/**
 * Imports in threads, each with its own connection, because reading and writing rows keeps a thread busy.
 * Deletes files that killed imports left.
 */
export function importThreads(setup: ImportsSetup): Imports {
  const { database, dataDir, clock } = setup;
  const running = new Map<Worker, Promise<void>>();
  void sweepUploads(database, uploadsFolder(dataDir), clock()).catch(() => undefined);
  return {
    start(job) {
      const thread = new Worker(new URL("./job-worker.ts", import.meta.url).href);
      running.set(
        thread,
        run(thread, job, setup).finally(() => running.delete(thread)),
      );
    },
    async close() {
      const stop: JobTask = { kind: "stop" };
      for (const thread of running.keys()) thread.postMessage(stop);
      const late = () => new Error("imports did not stop");
      await withTimeout(Promise.all(running.values()), stoppedMs, late).catch(() => undefined);
      for (const thread of running.keys()) thread.terminate();
    },
  };
}

async function run(thread: Worker, job: ImportJob, setup: ImportsSetup): Promise<void> {
  const { database, databaseOptions, dataDir, clock, log } = setup;
  const begin: JobTask = {
    kind: "begin",
    job,
    dataDir,
    database: { ...databaseOptions, deadlineMs, connectionsMax: 2 },
  };
  const failure = await new Promise<string | undefined>((resolve) => {
    thread.onmessage = ({ data }: MessageEvent<JobMessage>) =>
      resolve(data.kind === "failed" ? data.error : undefined);
    thread.onerror = (event) => resolve(event.message);
    thread.addEventListener("close", () => resolve("the thread has ended"));
    thread.postMessage(begin);
  });
  thread.terminate();
  if (failure === undefined) return;
  log.error("import failed", { import: job.id, family: job.family, error: failure });
  rmSync(job.file, { force: true });
  // If this write fails, the import times out.
  await heldLock(database, job.id, clock)
    .end("failed", { error: failureText() })
    .catch(() => undefined);
}
