import type { Clock } from "../../../base/clock.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { ImportRunning } from "../input/import-error.ts";
import { acquireImportLock, type ImportLock } from "../jobs/runs.ts";

const retryMs = 250;
const source = "demo";

export interface LockOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does `work` under a family's import lock. Waits for another process that loads or removes the demo set; resolves
 * to undefined if an import has the lock, for that brings records of its own.
 */
export async function withDemoLock<T>(
  db: Database,
  family: string,
  { clock, signal }: LockOptions,
  work: (lock: ImportLock) => Promise<T>,
): Promise<T | undefined> {
  const lock = await acquireDemoLock(db, family, { clock, signal });
  if (!lock) return undefined;
  try {
    const done = await work(lock);
    await lock.end("done", {});
    return done;
  } catch (error) {
    await lock.end("failed", {}).catch(() => undefined);
    throw error;
  }
}

async function acquireDemoLock(
  db: Database,
  family: string,
  { clock, signal }: LockOptions,
): Promise<ImportLock | undefined> {
  const request = { family, source, input: "the demo set", mode: "replace", dryRun: false } as const;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await acquireImportLock(db, request, clock);
    } catch (error) {
      if (!(error instanceof ImportRunning)) throw error;
    }
    const running = await db.get<{ source: string }>(
      sql`select source from import_run where family = ${family} and state = 'running'`,
    );
    if (running && running.source !== source) return undefined;
    await Bun.sleep(retryMs);
  }
}
