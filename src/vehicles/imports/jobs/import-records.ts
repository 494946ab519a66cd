import type { Clock } from "../../../base/clock.ts";
import type { Database } from "../../../database/database.ts";
import { demoDatasetName, type RecordRow } from "../../families/record-family.ts";
import { ImportError, RecordError } from "../input/import-error.ts";
import { type Changes, CountedChanges, compareDatasets } from "../staging/changes.ts";
import { fitDataset } from "../staging/dataset-fit.ts";
import type { ReadDataset } from "../staging/reader-changes.ts";
import { sweepDatasets } from "../staging/record-sweep.ts";
import { type RowOrigin, StagedRows } from "../staging/staged-rows.ts";
import { type Staging, stageDataset } from "../staging/staging.ts";
import { countVehicles, gatherStatistics, makeCurrent, sweepFormer, verifyCount } from "../staging/swap.ts";
import { type CurrentDataset, findCurrentDataset, lowestReader, readerChanges } from "./current-dataset.ts";
import { failureText, lowDisk, namedFailure } from "./failures.ts";
import type { ImportPlan, ImportSummary } from "./import-plan.ts";
import { PartsRead } from "./parts-read.ts";
import { writeRejectedRows } from "./rejected-rows-file.ts";
import { hopeless, Rejects, refusalText, tooMany } from "./rejects.ts";
import { acquireImportLock, type ImportLock, type ImportProgress, ImportStopped } from "./runs.ts";
import { waitForTurn } from "./turns.ts";

/**
 * Imports records: acquires the family's import lock, stages and verifies the rows, compares them with the
 * current dataset and replaces it. Throws `ImportError`; the family then keeps its dataset. A killed import
 * leaves only rows that no lookup reads, and the family's next import deletes them.
 */
export async function importRecords(db: Database, plan: ImportPlan, clock: Clock): Promise<ImportSummary> {
  const { family, source, input, mode, dryRun } = plan;
  const request = { family: family.name, source, input: input.name, mode, dryRun };
  const lock = plan.lock ?? (await acquireImportLock(db, request, clock));
  const work = new RecordImport(db, plan, lock, clock);
  try {
    await waitForTurn(db, lock, { clock, signal: plan.signal, progress: plan.progress });
    const summary = await work.run();
    await lock.end("done", summary);
    return summary;
  } catch (error) {
    const stopped = error instanceof ImportStopped || plan.signal?.aborted === true;
    const outcome = { error: failureText(error), ...work.rejected() };
    await lock.end(stopped ? "stopped" : "failed", outcome).catch(() => undefined);
    throw stopped && !(error instanceof ImportError) ? new ImportStopped() : namedFailure(error);
  }
}

class RecordImport {
  readonly #db: Database;
  readonly #plan: ImportPlan;
  readonly #lock: ImportLock;
  readonly #clock: Clock;
  readonly #rejects: Rejects;
  readonly #begun = performance.now();
  readonly #passedOver: Record<string, number> = {};
  readonly #doubtful: Record<string, number> = {};
  readonly #parts: PartsRead;
  #read = 0;
  #taken = 0;
  #rowsFile = "";
  #version: string;

  constructor(db: Database, plan: ImportPlan, lock: ImportLock, clock: Clock) {
    this.#db = db;
    this.#plan = plan;
    this.#lock = lock;
    this.#clock = clock;
    this.#rejects = new Rejects(plan.rejectFile, plan.rejectedRows !== undefined);
    this.#parts = new PartsRead(plan.parts);
    this.#version = plan.dataset.version;
  }

  async run(): Promise<ImportSummary> {
    const { family, dataset, dryRun } = this.#plan;
    await sweepDatasets(this.#db, family, "staged", () => this.#renew("read"));
    await this.#sweepFormer();
    const current = await findCurrentDataset(this.#db, family.name);
    const staged = await stageDataset(this.#db, family, dataset, this.#clock());
    const added = new CountedChanges(family);
    const [yearAt, makeAt] = [staged.indexOf("year"), staged.indexOf("make")];
    const rowsIn = new StagedRows(staged, {
      repeated: ({ lineOf, index, row }, error) => {
        if (this.#plan.repeats === undefined) this.#rejects.add({ line: lineOf(index), row }, error);
        else this.#passOver(this.#plan.repeats, 1);
      },
      // Without a current dataset, every row is new.
      written(row) {
        if (!current) added.added(row[yearAt], row[makeAt]);
      },
    });
    try {
      await this.#readAll(rowsIn);
      const kept = await this.#keep(staged, current);
      const { accepted } = rowsIn;
      const rows = accepted + kept;
      await this.#report("verify");
      await verifyCount(this.#db, family, { id: staged.id, rows }, () => this.#report("verify"));
      await gatherStatistics(this.#db, family);
      const compared = () => this.#report("compare");
      const changes = current
        ? await compareDatasets(this.#db, family, current.id, staged.id, compared)
        : added.changes();
      const summary = this.#summary(staged.checksum(), { accepted, kept }, changes);
      const made = { id: staged.id, reader: lowestReader(this.#plan.reader, current, kept) };
      const by_reader = await readerChanges(this.#db, current, { ...made, rows, file: summary });
      const whole = by_reader === undefined ? summary : { ...summary, changes: { ...changes, by_reader } };
      await this.#report("swap");
      if (dryRun) await staged.drop();
      else await this.#swap(made, whole);
      return whole;
    } catch (error) {
      await rowsIn.settled();
      await staged.drop();
      throw error;
    } finally {
      this.#rejects.close();
    }
  }

  /** The rejects so far. */
  rejected(): Pick<
    ImportSummary,
    | "rows_read"
    | "rows_rejected"
    | "rejected"
    | "first_rejects"
    | "reject_file"
    | "rows_file"
    | "preview"
    | "mapping"
  > {
    return {
      rows_read: this.#read,
      rows_rejected: this.#rejects.count,
      rejected: this.#rejects.byReason(),
      first_rejects: this.#rejects.first,
      reject_file: this.#rejects.file ?? "",
      rows_file: this.#rowsFile,
      ...this.#plan.noted?.(this.#rejects.first),
    };
  }

  async #readAll(rowsIn: StagedRows): Promise<void> {
    for await (const { rows, lineOf, passedOver = {}, counted = 0, version } of this.#plan.rows) {
      if (this.#plan.ownVersion) this.#version = version ?? this.#version;
      for (const [reason, count] of Object.entries(passedOver)) this.#passOver(reason, count);
      let index = 0;
      for (const row of rows) {
        this.#take(rowsIn, row, { lineOf, index, row: this.#taken });
        this.#taken += 1;
        index += 1;
        if (!rowsIn.full) continue;
        await rowsIn.flush();
        await this.#report("read");
      }
      this.#read += counted;
      if (hopeless(this.#rejects.count, this.#read, this.#plan.rejectLimit)) await this.#refuse();
      await this.#report("read");
    }
    await rowsIn.end();
    if (tooMany(this.#rejects.count, this.#read, this.#plan.rejectLimit)) await this.#refuse();
    await this.#keepRejected();
    if (rowsIn.accepted === 0) throw new ImportError("the input has no records");
  }

  #take(rowsIn: StagedRows, row: RecordRow | RecordError, origin: RowOrigin): void {
    this.#read += 1;
    try {
      if (row instanceof RecordError) throw row;
      rowsIn.add(row, origin);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.#rejects.add({ line: origin.lineOf(origin.index), row: origin.row }, error);
      return;
    }
    this.#parts.add(row);
    if (row.warnings) this.#warn(row.warnings);
    if (this.#plan.warningsOf) this.#warn(this.#plan.warningsOf(row));
  }

  #passOver(reason: string, count: number): void {
    this.#passedOver[reason] = (this.#passedOver[reason] ?? 0) + count;
  }

  #warn(reasons: readonly string[]): void {
    for (const reason of reasons) this.#doubtful[reason] = (this.#doubtful[reason] ?? 0) + 1;
  }

  async #keep(staged: Staging<RecordRow>, current: CurrentDataset | undefined): Promise<number> {
    const { mode, dataset } = this.#plan;
    if (!current || current.name === demoDatasetName) return 0;
    const others = mode === "replace" ? this.#parts.others() : undefined;
    if (mode === "replace" && (!others || current.name !== dataset.name)) return 0;
    return staged.keep(current.id, () => this.#report("keep"), others);
  }

  async #swap({ id, reader }: Pick<ReadDataset, "id" | "reader">, summary: ImportSummary): Promise<void> {
    const { family, datasetFits = [] } = this.#plan;
    await countVehicles(this.#db, family, id, () => this.#report("swap"));
    const { rows, rows_checksum: checksum, version } = summary;
    const fitted = { id, rows, now: this.#clock() };
    await fitDataset(this.#db, family, fitted, datasetFits, () => this.#report("fit"));
    await makeCurrent(this.#db, family, { id, rows, checksum, version, reader, at: this.#clock() }, (tx) =>
      this.#lock.complete(tx, summary, id),
    );
    // The next import deletes what this one leaves.
    await this.#sweepFormer().catch(() => undefined);
  }

  #sweepFormer(): Promise<void> {
    const { family, graceMs } = this.#plan;
    return sweepFormer(this.#db, family, () => this.#renew("swap"), graceMs);
  }

  async #report(stage: ImportProgress["stage"]): Promise<void> {
    if (this.#plan.disk?.low) throw lowDisk();
    await this.#renew(stage);
  }

  async #renew(stage: ImportProgress["stage"]): Promise<void> {
    const { input, signal, progress } = this.#plan;
    signal?.throwIfAborted();
    const { total = null } = input;
    const seconds = (performance.now() - this.#begun) / 1000;
    const step = {
      stage,
      seconds,
      done: input.done(),
      total,
      rows: this.#read,
      rejected: this.#rejects.count,
    };
    progress?.(step);
    await this.#lock.renew(step);
    // SQLite's statements never wait, so this lets the service answer requests.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Writes the rejected rows in the form of their file. */
  async #keepRejected(): Promise<void> {
    const { rejectedRows, rejectFile } = this.#plan;
    if (!rejectedRows || rejectFile === undefined || this.#rejects.count === 0) return;
    await this.#report("read");
    const rows = await rejectedRows(this.#rejects.reasons);
    this.#rowsFile = await writeRejectedRows(rows, rejectFile, () => this.#report("read"));
  }

  async #refuse(): Promise<never> {
    await this.#keepRejected();
    const { rejectsAt } = this.#plan;
    const { file } = this.#rejects;
    const places = file ? [`all are in ${rejectsAt ?? file}`] : [];
    if (this.#rowsFile !== "")
      places.push(`to correct them, ${rejectsAt ? `${rejectsAt}?as=rows` : this.#rowsFile} has their rows`);
    throw new ImportError(refusalText(this.#rejects, this.#read, places));
  }

  #summary(
    checksum: string,
    { accepted, kept }: { readonly accepted: number; readonly kept: number },
    changes: Changes,
  ): ImportSummary {
    const { family, source, input, mode, dryRun, dataset } = this.#plan;
    return {
      id: this.#lock.id,
      family: family.name,
      source,
      input: input.name,
      mode,
      dry_run: dryRun,
      name: dataset.name,
      version: this.#version,
      reader: this.#plan.reader,
      ...this.rejected(),
      rows_accepted: accepted,
      rows_kept: kept,
      passed_over: this.#passedOver,
      doubtful: this.#doubtful,
      rows: accepted + kept,
      input_sha256: input.checksum(),
      rows_checksum: checksum,
      seconds: Math.round(performance.now() - this.#begun) / 1000,
      changes,
    };
  }
}
