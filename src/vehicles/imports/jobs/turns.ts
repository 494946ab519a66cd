import type { Clock } from "../../../base/clock.ts";
import { pause } from "../../../base/pause.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { underNodeLock } from "../../../database/migrate.ts";
import { sql } from "../../../database/sql.ts";
import type { ImportRun } from "./import-run.ts";
import { findRunning, type ImportLock, type ImportProgress } from "./runs.ts";

/** The most imports that read or write rows at a time, on all nodes and command lines: each takes memory. */
export const runningMax = 2;

const pollMs = 250;
const nothing = { done: 0, total: null, rows: 0, rejected: 0 } as const;
const waiting: ImportProgress = { stage: "wait", ...nothing };

interface Wait {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((step: ImportProgress) => void) | undefined;
}

/**
 * Waits until fewer than two other imports run; the first to wait is the first to run. Throws `ImportStopped`,
 * or the signal's reason.
 */
export async function waitForTurn(db: Database, lock: ImportLock, wait: Wait): Promise<void> {
  const { clock, signal, progress } = wait;
  while (!(await takeTurn(db, lock.id, clock))) {
    progress?.(waiting);
    await lock.renew(waiting);
    await pause(pollMs, signal ?? new AbortController().signal);
    signal?.throwIfAborted();
  }
}

async function takeTurn(db: Database, id: string, clock: Clock): Promise<boolean> {
  if (!(await hasTurn(db, id, clock()))) return false;
  return underNodeLock(db, async (tx) => {
    if (!(await hasTurn(tx, id, clock()))) return false;
    const progress = JSON.stringify({ stage: "read", ...nothing });
    await tx.run(sql`
      update import_run set progress = ${progress}, renewed_at = ${clock()} where id = ${id} and state = 'running'`);
    return true;
  });
}

/** Whether an import runs, or can. */
async function hasTurn(db: Queries, id: string, now: number): Promise<boolean> {
  const runs = await findRunning(db, now);
  const own = runs.find((run) => run.id === id);
  if (own && isWorking(own)) return true;
  const before = runs.filter((run) => run.id !== id && (isWorking(run) || (isWaiting(run) && run.id < id)));
  return before.length < runningMax;
}

function stageOf({ progress }: ImportRun): ImportProgress["stage"] | undefined {
  return (JSON.parse(progress) as Partial<ImportProgress>).stage;
}

const isWaiting = (run: ImportRun): boolean => stageOf(run) === "wait";

function isWorking(run: ImportRun): boolean {
  const stage = stageOf(run);
  return stage !== undefined && stage !== "receive" && stage !== "wait";
}
