import { rmSync } from "node:fs";
import type { Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import { pause } from "../../../base/pause.ts";
import { withTimeout } from "../../../base/with-timeout.ts";
import type { ImportJob, Imports, VpicJob } from "../../../calls/import-job.ts";
import type { Database } from "../../../database/database.ts";
import { type DatabaseOptions, importConnections } from "../../../database/open.ts";
import { ImportError } from "../input/import-error.ts";
import { failureText } from "./failures.ts";
import { JobFailure, JobThread } from "./job-thread.ts";
import { heldLock, type ImportLock, ImportStopped } from "./runs.ts";
import { waitForTurn } from "./turns.ts";
import { sweepUploads, uploadsFolder } from "./uploads.ts";
import { finishVpicJob, removeVpicFiles } from "./vpic-job.ts";

export interface ImportsSetup {
  /** The service's own connection. */
  readonly database: Database;
  /** Opened again by each import. */
  readonly databaseOptions: DatabaseOptions;
  readonly dataDir: string;
  /** Bytes of disk that imports leave free. */
  readonly diskReserve: number;
  /** As a configuration has them. */
  readonly datasetFits?: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

// Statements over all records of a family are slow, and no request waits for them.
const deadlineMs = 600_000;
/** Less than a stopping process has. */
const closedMs = 3000;
const retryMs = 1000;

/**
 * Imports in threads, each with its own connection, because reading and writing rows keeps a thread busy.
 * Deletes files that killed imports left.
 */
export function importThreads(setup: ImportsSetup): Imports {
  const { database, dataDir, clock } = setup;
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  void sweepUploads(database, uploadsFolder(dataDir), clock()).catch(() => undefined);
  return {
    start(job) {
      const done = run(job, setup, closing.signal);
      running.add(done);
      void done.finally(() => running.delete(done));
    },
    async close() {
      closing.abort(new ImportError("the service was stopped; nothing has changed. Send the file again"));
      const late = () => new Error("imports did not stop");
      await withTimeout(Promise.all(running), closedMs, late).catch(() => undefined);
    },
  };
}

/** Imports in a thread when it is this import's turn. Its row has the result. */
async function run(job: ImportJob | VpicJob, setup: ImportsSetup, closing: AbortSignal): Promise<void> {
  const { database, databaseOptions, dataDir, diskReserve, datasetFits, clock, log } = setup;
  const lock = heldLock(database, job.id, clock);
  try {
    await waitForTurn(database, lock, { clock, signal: closing });
    const thread = new JobThread(
      {
        job,
        dataDir,
        diskReserve,
        datasetFits,
        database: { ...databaseOptions, deadlineMs, connectionsMax: importConnections },
      },
      { database, clock },
    );
    const pack = await thread.run(closing);
    if (pack && !("source" in job)) await finishVpicJob(job, pack, setup);
  } catch (error) {
    if (!(error instanceof ImportError))
      log.error("import failed", { import: job.id, family: job.family, error: (error as Error).message });
    rmSync(job.file, { force: true });
    const stopped = error instanceof ImportStopped || error === closing.reason;
    const shown = error instanceof JobFailure ? error.shown : failureText(error);
    await end(lock, stopped ? "stopped" : "failed", shown, closing);
  } finally {
    if (!("source" in job)) removeVpicFiles(job);
  }
}

/** Ends an import whose thread has; again each second until the database can be written. */
async function end(
  lock: ImportLock,
  state: "failed" | "stopped",
  error: string,
  closing: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await lock.end(state, { error });
    } catch {
      // Without a process the import times out.
      if (closing.aborted) return;
      await pause(retryMs, closing);
    }
  }
}
