import { hostname } from "node:os";
import { type Clock, isoTime } from "../../../base/clock.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { isProcessAlive } from "../../../base/processes.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { readRows } from "../../../entities/list.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { ImportError } from "../input/import-error.ts";
import { failureText } from "./failures.ts";
import { type ImportRun, importRuns, type Mode } from "./import-run.ts";

export interface ImportProgress {
  readonly stage: "receive" | "wait" | "read" | "compile" | "keep" | "verify" | "compare" | "fit" | "swap";
  /** Seconds since receiving or reading began. */
  readonly seconds?: number;
  /** Bytes of the input. */
  readonly done: number;
  readonly total: number | null;
  /** Rows read and rejected so far. */
  readonly rows: number;
  readonly rejected: number;
}

/** Another import has the family's lock. */
export class ImportRunning extends ImportError {
  override readonly name = "ImportRunning";
  readonly running: ImportRun;

  constructor(running: ImportRun) {
    super(`${runningText(running)}; wait for it, or stop it (vingate import --stop ${running.id})`);
    this.running = running;
  }
}

/** Which process imports what, and since when. */
export function runningText({ family, node, startedAt, input }: ImportRun): string {
  const since = isoTime(startedAt).slice(0, 19);
  return `${node} has been importing ${input} into ${family} since ${since}Z`;
}

/** A stop of the import was requested. */
export class ImportStopped extends ImportError {
  override readonly name = "ImportStopped";

  constructor() {
    super("the import was stopped; nothing has changed");
  }
}

/** An import without a renewal for so long has timed out. */
const silentMs = 15_000;
const renewedMs = 500;

const replacedError = "this import timed out, and another one has replaced it";

/** The error of an import that timed out. */
const deadError = "the process that ran it ended; nothing has changed. Import it again";

const thisNode = `${hostname()}/${process.pid}`;

/** The right to import into a family, held until `end`. */
export interface ImportLock {
  readonly id: string;
  /** Records progress; call it often. Throws if the lock was lost or a stop was requested. */
  renew(progress: ImportProgress): Promise<void>;
  /**
   * Records the result in the transaction that makes the dataset current; from then on the import cannot fail
   * or be stopped. Throws as `renew`.
   */
  complete(tx: Queries, outcome: object, dataset: number): Promise<void>;
  end(state: "done" | "failed" | "stopped", outcome: object): Promise<void>;
}

export interface LockRequest {
  /** Set by a caller that watches the import from its beginning. */
  readonly id?: string;
  readonly family: string;
  readonly source: string;
  readonly input?: string;
  readonly mode?: Mode;
  readonly dryRun?: boolean;
  /** Absent for the command line. */
  readonly actor?: string | undefined;
}

/** Acquires a family's import lock. Throws `ImportRunning` if another import has it and has not timed out. */
export async function acquireImportLock(
  db: Database,
  request: LockRequest,
  clock: Clock,
): Promise<ImportLock> {
  const { family, source, input = "", mode = "replace", dryRun = false, actor = "command line" } = request;
  const id = request.id ?? uuidv7(clock());
  for (;;) {
    const now = clock();
    const run = {
      id,
      family,
      source,
      input,
      mode,
      dryRun,
      actor,
      node: thisNode,
      startedAt: now,
      renewedAt: now,
    };
    if ((await importRuns.add(db, [importRuns.row(run)])) > 0) return heldLock(db, id, clock);
    const [other] = await importRuns.select(db, sql`where family = ${family} and state = 'running'`);
    if (!other) continue;
    if (alive(other, now)) throw new ImportRunning(other);
    await endRun(db, other.id, "failed", { error: deadError }, now);
  }
}

/**
 * Does `work` under a family's import lock and records the result. Throws `ImportRunning`, or what `work`
 * throws.
 */
export async function withImportLock<T>(
  db: Database,
  request: LockRequest,
  clock: Clock,
  work: (lock: ImportLock) => Promise<T>,
): Promise<T> {
  const lock = await acquireImportLock(db, request, clock);
  try {
    const done = await work(lock);
    await lock.end("done", {});
    return done;
  } catch (error) {
    await lock.end("failed", { error: failureText(error) }).catch(() => undefined);
    throw error;
  }
}

const progressSet = (progress: ImportProgress): Sql => sql`progress = ${JSON.stringify(progress)}`;
const progressKept = sql`progress = progress`;

/** The lock of an import that another process or thread began. */
export function heldLock(db: Database, id: string, clock: Clock): ImportLock {
  let renewedAt = Number.NEGATIVE_INFINITY;
  /** The last progress, which a quick import ends with before it is due to be written. */
  let last: ImportProgress | undefined;
  const written = () => (last ? progressSet(last) : progressKept);
  const update = async (queries: Queries, changed: Sql) => {
    const kept = await queries.all<{ stop_requested: number }>(sql`
      update import_run set renewed_at = ${clock()}, ${changed}
      where id = ${id} and state = 'running' returning stop_requested`);
    if (!kept[0]) throw new ImportError(replacedError);
    if (kept[0].stop_requested === 1) throw new ImportStopped();
  };
  return {
    id,
    async renew(progress) {
      last = progress;
      if (performance.now() - renewedAt < renewedMs) return;
      renewedAt = performance.now();
      await update(db, progressSet(progress));
    },
    complete: (tx, outcome, dataset) =>
      update(tx, sql`outcome = ${JSON.stringify(outcome)}, dataset = ${dataset}, ${written()}`),
    end: (state, outcome) => endRun(db, id, state, outcome, clock(), written()),
  };
}

/** Ends an import; one whose dataset is current is done, even if its process failed later. */
async function endRun(
  db: Database,
  id: string,
  state: "done" | "failed" | "stopped",
  outcome: object,
  now: number,
  progress = progressKept,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      const ended = await importRuns.get(
        tx,
        sql`update import_run set state = case when dataset is null then ${state} else 'done' end, ended_at = ${now},
          ${progress}, outcome = case when dataset is null then ${JSON.stringify(outcome)} else outcome end
        where id = ${id} and state = 'running' returning ${importRuns.columns}`,
      );
      if (ended) await reportEnded(tx, ended, now);
    },
    { repeatable: true },
  );
}

/** Who stops an import, or tries one without keeping it, needs no event. */
async function reportEnded(tx: Queries, run: ImportRun, now: number): Promise<void> {
  const { state, family, source, mode, id } = run;
  if (run.dryRun || (state !== "done" && state !== "failed")) return;
  const data = { import_id: id, family, source, mode };
  const owner = "operators";
  if (state === "done") return void (await writeEvent(tx, now, { type: "import.done", owner, data }));
  const { error = "" } = JSON.parse(run.outcome) as { error?: string };
  await writeEvent(tx, now, { type: "import.failed", owner, data: { ...data, error } });
}

function alive({ node, renewedAt }: ImportRun, now: number, silentMax = silentMs): boolean {
  const [host, pid] = node.split("/");
  return now - renewedAt < silentMax && (host !== hostname() || isProcessAlive(Number(pid)));
}

export const runsOfDatasets = (db: Queries, where: Sql): Promise<ImportRun[]> =>
  importRuns.select(db, sql`where dataset is not null and ${where}`);

/** An import; one that timed out is shown as failed before its row has that state. */
export async function findRun(db: Database, id: string, now: number): Promise<ImportRun | undefined> {
  const run = await importRuns.find(db, id);
  return run && asOf(run, now);
}

/** A page of imports, the latest first, and the number of all. */
export async function listRuns(
  db: Database,
  { where, ...range }: { where: Sql; limit: number; offset: number },
  now: number,
): Promise<{ readonly runs: readonly ImportRun[]; readonly total: number }> {
  const selection = { from: importRuns.from, conditions: [where], order: sql`started_at desc, id desc` };
  const { rows, total } = await readRows(db, importRuns, { ...selection, ...range });
  return { runs: rows.map((run) => asOf(run, now)), total };
}

/** One statement over all rows can take so long; only acquiring the lock times an import out earlier. */
const shownSilentMs = 60_000;

function asOf(run: ImportRun, now: number): ImportRun {
  if (run.state !== "running" || alive(run, now, shownSilentMs)) return run;
  if (run.dataset !== null) return { ...run, state: "done", endedAt: run.renewedAt };
  return {
    ...run,
    state: "failed",
    endedAt: run.renewedAt,
    outcome: JSON.stringify({ error: deadError }),
  };
}

/** Locks an import's row until the transaction ends. */
export async function lockRun(tx: Queries, id: string): Promise<void> {
  await tx.run(sql`update import_run set state = state where id = ${id}`);
}

/** Requests that an import stops; false if it does not run, or its dataset is current already. */
export async function requestStop(db: Queries, id: string): Promise<boolean> {
  const updated = await db.run(sql`
    update import_run set stop_requested = 1 where id = ${id} and state = 'running' and dataset is null`);
  return updated > 0;
}

/** A thread that has not renewed for so long is renewed by its process. */
const keptAliveMs = 5000;

/**
 * Renews an import whose thread is alive but has been silent. Throws `ImportStopped` if a stop was requested, and
 * `ImportError` if another import has replaced it.
 */
export async function keepAlive(db: Database, id: string, now: number): Promise<void> {
  const run = await db.get<{ state: string; stop_requested: number; renewed_at: number }>(
    sql`select state, stop_requested, renewed_at from import_run where id = ${id}`,
  );
  if (run?.state !== "running") throw new ImportError(replacedError);
  if (run.stop_requested === 1) throw new ImportStopped();
  if (now - run.renewed_at < keptAliveMs) return;
  await db.run(sql`update import_run set renewed_at = ${now} where id = ${id} and state = 'running'`);
}

/** All imports that run and have not timed out. */
export async function findRunning(db: Queries, now: number): Promise<readonly ImportRun[]> {
  const runs = await importRuns.select(db, sql`where state = 'running'`);
  return runs.filter((run) => alive(run, now));
}
