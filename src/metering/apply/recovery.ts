import { readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { hourMs } from "../../base/durations.ts";
import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { closeJournal } from "../credits/close-journal.ts";
import {
  type JournalDirectory,
  journalIds,
  removeJournalDirectory,
  takeJournalDirectory,
} from "../journal/journal-directory.ts";
import { findJournal, findJournals, type JournalRow, unlogged } from "../sharing/journal-rows.ts";
import type { EndedJournal } from "./apply-thread.ts";
import { enterJournal, type Gap, passGap } from "./gaps.ts";
import { type Applied, JournalApplier } from "./journal-applier.ts";

const stillMs = 30_000;
/** A longer journal takes more than a second. */
const largeBytes = 4 * 1_048_576;
/** Files are kept after they are applied, because the database may lose its last commits. */
export const keptMs = hourMs;

/** A journal with bad bytes between good records: calls after them are neither charged nor reported. */
export interface DamagedJournal {
  readonly journalId: string;
  readonly file: string;
  readonly offset: number;
}

/** The result of one pass. */
export interface Recovered {
  /** Journals that need another pass soon. */
  readonly left: number;
  /** Journals whose calls are not charged until a person repairs them. */
  readonly damaged: readonly DamagedJournal[];
  /** What power losses left unreadable, and this process gave up; absent if nothing. */
  readonly voided?: Voided;
}

/** What the disk did not have when the power failed: calls before a readable one, and bytes cut from the end of a file. */
export interface Voided {
  readonly calls: number;
  readonly bytes: number;
}

interface Seen {
  readonly commitCount: number;
  readonly at: number;
}

/** A journal that was read to its end: its last seq, and since when all of it is in the database. */
interface Whole {
  readonly end: number;
  readonly since: number;
}

export interface RecoveryOptions {
  readonly timing: Timing;
  readonly log: Log;
  /** Applies long journals elsewhere; absent if nothing waits for this thread. */
  readonly applyLarge?: ((journal: EndedJournal) => Promise<Applied>) | undefined;
  /** Whether ClickHouse keeps single calls. */
  readonly elsewhere?: boolean | undefined;
}

/** Applies and closes the journals of ended processes, and removes them when they are safe. */
export class Recovery {
  readonly #db: Database;
  readonly #folder: string;
  readonly #timing: Timing;
  readonly #log: Log;
  readonly #applyLarge: RecoveryOptions["applyLarge"];
  readonly #elsewhere: boolean;
  /** Wholly applied journals; an entry is dropped if the database has applied less. */
  readonly #whole = new Map<string, Whole>();
  readonly #damaged = new Map<string, DamagedJournal>();
  readonly #seen = new Map<string, Seen>();
  /** Journals of later releases, which the log has named. */
  readonly #later = new Set<string>();
  #voided: Voided = { calls: 0, bytes: 0 };

  constructor(db: Database, folder: string, { timing, log, applyLarge, elsewhere = false }: RecoveryOptions) {
    this.#applyLarge = applyLarge;
    this.#elsewhere = elsewhere;
    this.#db = db;
    this.#folder = folder;
    this.#timing = timing;
    this.#log = log;
  }

  /** One pass over the folder. Each journal's row is reread, because the database may have lost commits. */
  async pass(): Promise<Recovered> {
    const ids = journalIds(this.#folder);
    const rows = await findJournals(this.#db, ids);
    let left = 0;
    for (const id of ids) {
      if (!this.#isDue(id, rows.get(id))) continue;
      // Locks and files block this thread: yield, so that other store calls run in between.
      await new Promise<void>((resolve) => this.#timing.soon(resolve));
      const directory = takeJournalDirectory(this.#folder, id);
      if (directory && !(await this.#recover(directory))) left += 1;
    }
    for (const known of [this.#whole, this.#damaged, this.#seen])
      for (const id of known.keys()) if (!ids.includes(id)) known.delete(id);
    const damaged = [...this.#damaged.values()];
    const voided = this.#voided;
    return { left, damaged, ...(voided.calls + voided.bytes > 0 && { voided }) };
  }

  /** Whether a journal must be read: it may contain calls that the database lacks, or it can be removed. */
  #isDue(id: string, row: JournalRow | undefined): boolean {
    const now = this.#timing.wall();
    const known = this.#whole.get(id);
    if (known && (row === undefined || row.state === "open" || row.applied_seq < known.end)) {
      this.#whole.delete(id);
      this.#log.warn("database lost commits; reapplying journal", { journal: id });
      return true;
    }
    // A journal is closed once it was applied to its end or repaired. An expired one may contain more calls.
    if (row?.state === "closed") this.#damaged.delete(id);
    if (!known && row?.state === "closed")
      this.#whole.set(id, { end: row.applied_seq, since: row.closed_at ?? now });
    // ClickHouse still needs the files.
    if (row?.state === "closed" && unlogged(row) > 0) return false;
    const since = this.#whole.get(id)?.since;
    return since === undefined || now - since >= keptMs;
  }

  /** Resolves to false if the journal needs another pass soon. */
  async #recover(directory: JournalDirectory): Promise<boolean> {
    const { id } = directory;
    let removed = false;
    try {
      const appliedSeq = await this.#apply(directory);
      if (appliedSeq === undefined) return true;
      if (!(await this.#close(directory, appliedSeq))) return false;
      const row = await findJournal(this.#db, id);
      const known = this.#whole.get(id);
      if (known?.end !== appliedSeq) this.#whole.set(id, { end: appliedSeq, since: this.#timing.wall() });
      else if (this.#timing.wall() - known.since >= keptMs && row && unlogged(row) === 0) {
        removeJournalDirectory(directory);
        removed = true;
      }
      return true;
    } catch (error) {
      this.#log.warn("journal not recovered", { journal: id, error: (error as Error).message });
      return false;
    } finally {
      if (!removed) directory.lock.release();
    }
  }

  /** The last seq of a journal that is now wholly applied; undefined if it is damaged, or of a later release. */
  async #apply(directory: JournalDirectory): Promise<number | undefined> {
    const journalId = directory.id;
    await enterJournal(this.#db, directory, this.#timing.wall());
    const { appliedSeq, end } = await this.#applyPastUnsynced(directory);
    if (end.kind === "later") {
      if (!this.#later.has(journalId))
        this.#log.error("journal of a later release: its calls are left to that release", {
          journal: journalId,
        });
      this.#later.add(journalId);
      return undefined;
    }
    if (end.kind === "damaged") {
      const { file, offset } = end;
      if (!this.#damaged.has(journalId))
        this.#log.error(
          "journal damaged: calls behind this place are not charged; vingate journals repair enters them",
          { journal: journalId, file, offset },
        );
      this.#damaged.set(journalId, { journalId, file, offset });
      return undefined;
    }
    this.#damaged.delete(journalId);
    return appliedSeq;
  }

  /** Applies all, and gives up what the disk did not have when the power failed, as a repair does. */
  async #applyPastUnsynced(directory: JournalDirectory): Promise<Applied> {
    const gaps: Gap[] = [];
    let bytes = 0;
    for (;;) {
      const applied = await this.#applyAll(directory);
      const { appliedSeq, end } = applied;
      const at = this.#timing.wall();
      const gap =
        end.kind === "unsynced" && (await passGap(this.#db, directory, { appliedSeq, reason: end.kind, at }));
      if (gap) {
        gaps.push(gap);
        continue;
      }
      if (end.kind === "torn") {
        bytes = statSync(end.file).size - end.offset;
        truncateSync(end.file, end.offset);
      }
      this.#countVoided(directory.id, gaps, bytes);
      return applied;
    }
  }

  #countVoided(journal: string, gaps: readonly Gap[], bytes: number): void {
    const calls = gaps.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    if (calls === 0 && bytes === 0) return;
    this.#log.warn(
      "journal repaired: calls that the disk did not have when its process ended are not charged",
      {
        journal,
        calls,
        bytes,
        ...(gaps[0] && { first: gaps[0].first, last: gaps.at(-1)!.last }),
      },
    );
    this.#voided = { calls: this.#voided.calls + calls, bytes: this.#voided.bytes + bytes };
  }

  async #applyAll({ id, path }: JournalDirectory): Promise<Applied> {
    if (this.#applyLarge && sizeOf(path) > largeBytes) return await this.#applyLarge({ id, path });
    const options = { timing: this.#timing, lowPriority: true, elsewhere: this.#elsewhere };
    const applier = new JournalApplier(this.#db, { id, path }, options);
    try {
      return await applier.apply(Number.POSITIVE_INFINITY);
    } finally {
      applier.close();
    }
  }

  /** Resolves to true if the journal is closed. A copy of a directory must not close the original journal. */
  async #close({ id, place }: JournalDirectory, appliedSeq: number): Promise<boolean> {
    const row = await findJournal(this.#db, id);
    if (row?.state !== "open") return row !== undefined;
    const now = this.#timing.monotonic();
    const seen = this.#seen.get(id);
    if (seen?.commitCount !== row.commit_count)
      this.#seen.set(id, { commitCount: row.commit_count, at: now });
    const still = seen !== undefined && seen.commitCount === row.commit_count && now - seen.at >= stillMs;
    if (row.place !== place && !still) return false;
    if (!(await closeJournal(this.#db, id, appliedSeq, this.#timing.wall()))) return false;
    this.#log.info("journal recovered", { journal: id, calls: appliedSeq });
    return true;
  }
}

function sizeOf(path: string): number {
  const sizes = readdirSync(path).map(
    (name) => statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
