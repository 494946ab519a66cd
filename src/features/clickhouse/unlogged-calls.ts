import { join } from "node:path";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { journalIds } from "../../metering/journal/journal-directory.ts";
import { SegmentIndex } from "../../metering/journal/segment-index.ts";
import type { WaitingCalls } from "../../metering/sink/sink.ts";

interface Behind {
  readonly journal_id: string;
  readonly applied_seq: number;
  readonly logged_seq: number;
}

/** Counts the unlogged calls of all journals in a folder, whichever process wrote them. */
export class UnloggedCounter {
  readonly #folder: string;
  /** Kept, because a long journal has hundreds of headers. */
  #indexes = new Map<string, SegmentIndex>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async count(db: Database): Promise<Pick<WaitingCalls, "calls" | "bytes">> {
    const here = new Set(journalIds(this.#folder));
    const behind = await db.all<Behind>(sql`
      select journal_id, applied_seq, logged_seq from journal where logged_seq < applied_seq`);
    const own = behind.filter(({ journal_id }) => here.has(journal_id));
    this.#indexes = new Map(own.map(({ journal_id: id }) => [id, this.#indexOf(id)]));
    const sum = (of: (row: Behind) => number) => own.reduce((total, row) => total + of(row), 0);
    return {
      calls: sum(({ applied_seq, logged_seq }) => applied_seq - logged_seq),
      bytes: sum((row) => this.#indexes.get(row.journal_id)!.bytesBetween(row.logged_seq, row.applied_seq)),
    };
  }

  #indexOf(id: string): SegmentIndex {
    const index = this.#indexes.get(id) ?? new SegmentIndex(join(this.#folder, id), id);
    index.refresh();
    return index;
  }
}
