import type { Timing } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { JournalReader, type ReadEnd } from "../journal/journal-reader.ts";
import { appliedMax } from "../requests/request-chunks.ts";
import { enterLostJournal, findJournal } from "../sharing/journal-rows.ts";
import type { OwnedJournals } from "../sharing/owned-journals.ts";
import { KnownUsage } from "../usage/known-usage.ts";
import type { NumberedCall } from "../usage/usage.ts";
import { apply } from "./apply.ts";
import { type WriteUsage, writeRejected, writeUsage } from "./write-usage.ts";

/** How far a journal is applied. */
export interface Applied {
  /** The last seq in the database. */
  readonly appliedSeq: number;
  /** Why the reader stopped. */
  readonly end: ReadEnd;
}

/** The database refuses a call that must be charged. */
export class ApplyFault extends Error {
  override readonly name = "ApplyFault";
}

export interface JournalApplierOptions {
  readonly timing: Timing;
  /** Receives the commit count of each batch; absent for a journal that no process owns. */
  readonly owned?: OwnedJournals | undefined;
  readonly write?: WriteUsage | undefined;
  /** Whether calls are waiting for credits. None can be leased while a batch is written. */
  readonly callersWait?: (() => boolean) | undefined;
  /** Whether ClickHouse keeps single calls. */
  readonly elsewhere?: boolean | undefined;
  /** Receives applied calls, in their order. */
  readonly applied?: ((records: readonly NumberedCall[]) => void) | undefined;
  /** Whether nothing waits for this journal: short batches with pauses leave the database to others. */
  readonly lowPriority?: boolean | undefined;
}

// Rollups and balances are written once per batch, so a larger batch costs less per call. But no credits are
// leased during a batch: SQLite has one writer, and on PostgreSQL the batch locks the journal's row.
const batchMs = { sqlite: 250, postgres: 400 } as const;
const shortBatchMs = 15;
// On PostgreSQL leases do not wait for the journal of a dead process, only for the processor.
const besideBatchMs = { sqlite: 25, postgres: 100 } as const;
/** Longer than another process waits before it tries again to lock SQLite. */
const besidePauseMs = 25;
const recordsLeast = 256;
/** Used until the time per call is measured. */
const recordsFirst = 16_384;
const recordsFirstShort = 512;

/** Applies one journal's calls to the database, each once, however often it is interrupted. */
export class JournalApplier {
  readonly #db: Database;
  readonly #journalId: string;
  readonly #options: JournalApplierOptions;
  readonly #reader: JournalReader;
  readonly #known = new KnownUsage();
  readonly #unpaid = new Set<string>();
  #appliedSeq: number | undefined;
  #rewinds = 0;
  /** Milliseconds per call in the last batch that was large enough to measure. */
  #msPerCall: number | undefined;

  constructor(
    db: Database,
    journal: { readonly id: string; readonly path: string },
    options: JournalApplierOptions,
  ) {
    this.#db = db;
    this.#journalId = journal.id;
    this.#options = options;
    this.#reader = new JournalReader(journal.path, journal.id);
  }

  /** How often the database was found to have lost applied calls. */
  get rewinds(): number {
    return this.#rewinds;
  }

  /**
   * Applies calls up to seq `to`, or to the end of what can be read. Throws if the database is unreachable.
   */
  async apply(to: number): Promise<Applied> {
    let appliedSeq = this.#appliedSeq ?? (await this.#readAppliedSeq());
    let end: ReadEnd = { kind: "limit" };
    while (appliedSeq < to) {
      if (this.#reader.next !== appliedSeq + 1) this.#reader.seek(appliedSeq + 1);
      const reading = this.#reader.read(to, this.#recordsMax());
      end = reading.end;
      if (reading.records.length > 0) await this.#applyTimed(reading.records);
      else if (end.kind !== "limit") break;
      await this.#yield(reading.records.length > 0 && end.kind === "limit");
      appliedSeq = this.#appliedSeq ?? appliedSeq;
    }
    return { appliedSeq, end };
  }

  /** Rereads the applied seq, and reapplies calls that the database lost with its last commits. */
  async restore(): Promise<void> {
    const known = this.#appliedSeq;
    if (known !== undefined && (await this.#readAppliedSeq()) < known) await this.apply(known);
  }

  /** The segments that are wholly applied, and whose calls up to `loggedSeq` are logged, and will not grow. */
  appliedFiles(loggedSeq: number): string[] {
    return this.#reader.filesUpTo(Math.min(loggedSeq, this.#appliedSeq ?? 0));
  }

  close(): void {
    this.#reader.close();
  }

  async #readAppliedSeq(): Promise<number> {
    const { owned, timing } = this.#options;
    const known = owned?.knownCommits(this.#journalId) ?? 0;
    let row = await findJournal(this.#db, this.#journalId);
    owned?.compare(this.#journalId, row?.commit_count, known);
    if (!row) {
      await enterLostJournal(this.#db, this.#journalId, timing.wall());
      row = await findJournal(this.#db, this.#journalId);
    }
    const appliedSeq = row?.applied_seq ?? 0;
    if (this.#appliedSeq !== undefined && appliedSeq < this.#appliedSeq) {
      this.#rewinds += 1;
      // The database lost the cached rows as well.
      this.#known.forget();
    }
    this.#appliedSeq = appliedSeq;
    return appliedSeq;
  }

  /** SQLite answers in the same tick: other store calls run in between. */
  #yield(goesOn: boolean): Promise<void> {
    const { timing, lowPriority } = this.#options;
    return new Promise((resolve) => {
      if (lowPriority && goesOn && this.#db.dialect === "sqlite") timing.after(besidePauseMs, resolve);
      else timing.soon(resolve);
    });
  }

  #recordsMax(): number {
    const { callersWait, lowPriority } = this.#options;
    const { dialect } = this.#db;
    const short = callersWait?.() ?? false;
    if (this.#msPerCall === undefined) return short || lowPriority ? recordsFirstShort : recordsFirst;
    const targetMs = lowPriority ? besideBatchMs[dialect] : short ? shortBatchMs : batchMs[dialect];
    const fitting = targetMs / this.#msPerCall;
    return Math.round(Math.min(appliedMax, Math.max(recordsLeast, fitting)));
  }

  async #applyTimed(records: readonly NumberedCall[]): Promise<void> {
    const { timing } = this.#options;
    const begun = timing.monotonic();
    await this.#applyAll(records);
    if (records.length < recordsLeast) return;
    const measured = Math.max(1, timing.monotonic() - begun) / records.length;
    // Rises immediately and falls slowly: a batch that was fast by chance makes none that is too long.
    this.#msPerCall = Math.max(measured, ((this.#msPerCall ?? 0) + measured) / 2);
  }

  /** Halves a refused batch until the record that the request log refuses is alone. */
  async #applyAll(records: readonly NumberedCall[]): Promise<void> {
    try {
      return await this.#applyOnce(records, this.#options.write ?? writeUsage);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      const before = this.#appliedSeq;
      if (records.length === 1) return await this.#reject(records, error as Error);
      const half = records.length >> 1;
      await this.#applyAll(records.slice(0, half));
      // If the applied seq is not the half's, it was reread, and reading continues there.
      if (this.#appliedSeq === (before ?? 0) + half) await this.#applyAll(records.slice(half));
    }
  }

  async #reject(records: readonly NumberedCall[], error: Error): Promise<void> {
    try {
      await this.#applyOnce(records, writeRejected(error.message, this.#options.timing.wall()));
    } catch (rejectFailure) {
      if (rejectFailure instanceof DatabaseUnavailable) throw rejectFailure;
      throw new ApplyFault(`the database refuses call ${records[0]!.seq} of ${this.#journalId}`, {
        cause: rejectFailure,
      });
    }
  }

  async #applyOnce(records: readonly NumberedCall[], write: WriteUsage): Promise<void> {
    const { owned, timing } = this.#options;
    const known = owned?.knownCommits(this.#journalId) ?? 0;
    const batch = {
      journalId: this.#journalId,
      records,
      now: timing.wall(),
      known: this.#known,
      unpaid: this.#unpaid,
      elsewhere: this.#options.elsewhere === true,
    };
    this.#known.begin();
    const applying = () => apply(this.#db, batch, write);
    const commitCount = await (owned ? owned.inTurn(this.#journalId, applying) : applying());
    if (commitCount === undefined) {
      // The batch was applied and its reply lost, or the database has lost commits.
      await this.#readAppliedSeq();
      return;
    }
    this.#known.committed();
    this.#appliedSeq = records.at(-1)!.seq;
    owned?.compare(this.#journalId, commitCount - 1, known);
    owned?.committed(this.#journalId, commitCount);
    this.#options.applied?.(records);
  }
}
