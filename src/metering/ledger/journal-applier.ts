import type { Timing } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { findJournal } from "../../leasing/journal-rows.ts";
import { JournalReader, type ReadEnd } from "../journal/journal-reader.ts";
import type { JournalRecord } from "../journal/record.ts";
import { fold, type WriteUsage } from "./fold.ts";
import { writeRejected, writeUsage } from "./write-usage.ts";

/** How far a journal is in the database. */
export interface Folded {
  /** The last call that is. */
  readonly mark: number;
  /** Why it reads no further. */
  readonly end: ReadEnd;
}

/** The database does not know the journal, or refuses a call that must be charged. */
export class FoldFault extends Error {
  override readonly name = "FoldFault";
}

/** Roll-ups are written once a batch; SQLite is busy with one for some 20 ms. */
const recordsMax = 8192;

/** Applies one journal's calls to the database, each once, however often it is interrupted. */
export class JournalApplier {
  readonly #db: Database;
  readonly #journalId: string;
  readonly #timing: Timing;
  readonly #reader: JournalReader;
  readonly #write: WriteUsage;
  #mark: number | undefined;

  constructor(
    db: Database,
    journal: { readonly id: string; readonly path: string },
    timing: Timing,
    write: WriteUsage = writeUsage,
  ) {
    this.#db = db;
    this.#journalId = journal.id;
    this.#timing = timing;
    this.#reader = new JournalReader(journal.path, journal.id);
    this.#write = write;
  }

  /** Folds up to a call, or to the end of what can be read; throws where the database is unreachable. */
  async fold(to: number): Promise<Folded> {
    this.#mark ??= await this.#readMark();
    let end: ReadEnd = { kind: "limit" };
    while (this.#mark < to) {
      if (this.#reader.next !== this.#mark + 1) this.#reader.seek(this.#mark + 1);
      const reading = this.#reader.read(to, recordsMax);
      end = reading.end;
      if (reading.records.length > 0) await this.#foldAll(reading.records);
      else if (end.kind !== "limit") break;
      // SQLite answers in the same turn of the event loop: other questions to the ledger must come in between.
      await new Promise<void>((resolve) => this.#timing.soon(resolve));
    }
    return { mark: this.#mark, end };
  }

  /** The segments of which nothing is left to fold and to which nothing is added. */
  filesFolded(): string[] {
    return this.#reader.filesUpTo(this.#mark ?? 0);
  }

  close(): void {
    this.#reader.close();
  }

  async #readMark(): Promise<number> {
    const row = await findJournal(this.#db, this.#journalId);
    if (!row) throw new FoldFault(`the database does not know the journal ${this.#journalId}`);
    return row.folded_seq;
  }

  /** Halves a batch that is refused until the record is alone that the log does not take. */
  async #foldAll(records: readonly JournalRecord[]): Promise<void> {
    try {
      return await this.#foldOnce(records, this.#write);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      const before = this.#mark;
      if (records.length === 1) return await this.#reject(records, error as Error);
      const half = records.length >> 1;
      await this.#foldAll(records.slice(0, half));
      // Where the mark is not the half's, it was read again, and reading goes on there.
      if (this.#mark === (before ?? 0) + half) await this.#foldAll(records.slice(half));
    }
  }

  async #reject(records: readonly JournalRecord[], error: Error): Promise<void> {
    try {
      await this.#foldOnce(records, writeRejected(error.message, this.#timing.wall()));
    } catch (again) {
      if (again instanceof DatabaseUnavailable) throw again;
      throw new FoldFault(`the database refuses call ${records[0]!.seq} of ${this.#journalId}`, {
        cause: again,
      });
    }
  }

  async #foldOnce(records: readonly JournalRecord[], write: WriteUsage): Promise<void> {
    const now = this.#timing.wall();
    const folded = await fold(this.#db, { journalId: this.#journalId, records, now }, write);
    // The mark is elsewhere: the fold was done and its answer lost, or the database has lost commits.
    this.#mark = folded ? records.at(-1)!.seq : await this.#readMark();
  }
}
