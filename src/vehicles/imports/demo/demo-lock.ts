import type { Clock } from "../../../base/clock.ts";
import type { Database } from "../../../database/database.ts";
import { type ImportLock, ImportRunning, withImportLock } from "../jobs/runs.ts";

const retryMs = 250;
const source = "demo";

export interface LockOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does `work` under a family's import lock. Waits for another process that loads or removes the demo set; resolves to
 * undefined if an import has the lock, because it brings records of its own.
 */
export async function withDemoLock<T>(
  db: Database,
  family: string,
  { clock, signal }: LockOptions,
  work: (lock: ImportLock) => Promise<T>,
): Promise<T | undefined> {
  const request = { family, source, input: "the demo set" };
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await withImportLock(db, request, clock, work);
    } catch (error) {
      if (!(error instanceof ImportRunning)) throw error;
      if (error.running.source !== source) return undefined;
    }
    await Bun.sleep(retryMs);
  }
}
