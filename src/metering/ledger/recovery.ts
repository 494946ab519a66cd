import { truncateSync } from "node:fs";
import { hourMs } from "../../base/durations.ts";
import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { closeJournal } from "../../leasing/close-journal.ts";
import { findJournal, openJournal } from "../../leasing/journal-rows.ts";
import {
  type JournalDirectory,
  journalIds,
  removeJournalDirectory,
  takeJournalDirectory,
} from "../journal/journal-directory.ts";
import { JournalApplier } from "./journal-applier.ts";

const stillMs = 30_000;
/** Segments outlive their folding, in case the database comes back without its last commits. */
export const keptMs = hourMs;

interface Seen {
  readonly beat: number;
  readonly at: number;
}

/** Folds and closes the journals of processes that have ended. */
export class Recovery {
  readonly #db: Database;
  readonly #folder: string;
  readonly #timing: Timing;
  readonly #log: Log;
  /** Nothing of these is left to fold; their directories go at that time. */
  readonly #done = new Map<string, number>();
  readonly #alarmed = new Set<string>();
  readonly #seen = new Map<string, Seen>();

  constructor(db: Database, folder: string, timing: Timing, log: Log) {
    this.#db = db;
    this.#folder = folder;
    this.#timing = timing;
    this.#log = log;
  }

  /** One pass over the folder; resolves to the number of journals that must be looked at again soon. */
  async pass(): Promise<number> {
    let left = 0;
    for (const id of journalIds(this.#folder)) {
      if (this.#alarmed.has(id) || (await this.#keep(id))) continue;
      // Locks and files block this thread: other questions to the ledger must come in between.
      await new Promise<void>((resolve) => this.#timing.soon(resolve));
      const directory = takeJournalDirectory(this.#folder, id);
      if (!directory) continue;
      try {
        if (this.#done.has(id) ? await this.#removeInTime(directory) : await this.#recover(directory))
          continue;
        if (!this.#done.has(id)) left += 1;
      } catch (error) {
        left += 1;
        this.#log.warn("journal not recovered", { journal: id, error: (error as Error).message });
      }
      directory.lock.release();
    }
    return left;
  }

  /** Whether a journal is known to be folded whole and kept for a while yet: a busy hour leaves hundreds. */
  async #keep(id: string): Promise<boolean> {
    const now = this.#timing.wall();
    const until = this.#done.get(id);
    if (until !== undefined) return now < until;
    const row = await findJournal(this.#db, id);
    if (row?.state !== "closed") return false;
    this.#done.set(id, (row.closed_at ?? now) + keptMs);
    return true;
  }

  /** True where the directory is gone. */
  async #recover(directory: JournalDirectory): Promise<boolean> {
    const { id, place } = directory;
    await openJournal(this.#db, { journalId: id, node: "recovered", place, at: this.#timing.wall() });
    const applier = new JournalApplier(this.#db, directory, this.#timing);
    try {
      const { mark, end } = await applier.fold(Number.POSITIVE_INFINITY);
      if (end.kind === "damaged") {
        this.#alarmed.add(id);
        const where = { journal: id, file: end.file, offset: end.offset };
        this.#log.error("journal damaged: calls behind this place are not charged; keep it", where);
        return false;
      }
      if (end.kind === "torn") truncateSync(end.file, end.offset);
      if (await this.#close(directory, mark)) this.#done.set(id, this.#timing.wall() + keptMs);
    } finally {
      applier.close();
    }
    return this.#done.has(id) && this.#removeInTime(directory);
  }

  /** True where the journal is closed. A copy of a directory must not close the journal that lives. */
  async #close({ id, place }: JournalDirectory, mark: number): Promise<boolean> {
    const row = await findJournal(this.#db, id);
    if (row?.state !== "open") return row !== undefined;
    const now = this.#timing.monotonic();
    const seen = this.#seen.get(id);
    if (seen?.beat !== row.beat) this.#seen.set(id, { beat: row.beat, at: now });
    const still = seen !== undefined && seen.beat === row.beat && now - seen.at >= stillMs;
    if (row.place !== place && !still) return false;
    if (!(await closeJournal(this.#db, id, mark, this.#timing.wall()))) return false;
    this.#log.info("journal recovered", { journal: id, calls: mark });
    return true;
  }

  async #removeInTime(directory: JournalDirectory): Promise<boolean> {
    const row = await findJournal(this.#db, directory.id);
    const closedAt = row?.closed_at ?? Number.POSITIVE_INFINITY;
    if (this.#timing.wall() - closedAt < keptMs) return false;
    removeJournalDirectory(directory);
    this.#done.delete(directory.id);
    return true;
  }
}
