import type { Clock } from "../../src/base/clock.ts";
import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import type { RecordFamily } from "../../src/vehicles/families/record-family.ts";
import { ImportRunning } from "../../src/vehicles/imports/input/import-error.ts";
import { acquireImportLock, type ImportLock } from "../../src/vehicles/imports/jobs/runs.ts";

const askedMs = 250;
const source = "demo";

export interface TurnOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does a family's part of the work in its turn, which all imports share. What another process does for the demo
 * set is waited for; resolves to `undefined` where an import has the turn, which brings records of its own.
 */
export async function inTurn<T>(
  db: Database,
  family: RecordFamily,
  { clock, signal }: TurnOptions,
  work: (turn: ImportLock) => Promise<T>,
): Promise<T | undefined> {
  const turn = await waitForTurn(db, family, { clock, signal });
  if (!turn) return undefined;
  try {
    const done = await work(turn);
    await turn.end("done", {});
    return done;
  } catch (error) {
    await turn.end(signal?.aborted ? "stopped" : "failed", {}).catch(() => undefined);
    throw error;
  }
}

async function waitForTurn(
  db: Database,
  { name }: RecordFamily,
  { clock, signal }: TurnOptions,
): Promise<ImportLock | undefined> {
  const request = { family: name, source, input: "the demo set", mode: "replace", dryRun: false } as const;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await acquireImportLock(db, request, clock);
    } catch (error) {
      if (!(error instanceof ImportRunning)) throw error;
    }
    const running = await db.get<{ source: string }>(
      sql`select source from import_run where family = ${name} and state = 'running'`,
    );
    if (running && running.source !== source) return undefined;
    await Bun.sleep(askedMs);
  }
}
