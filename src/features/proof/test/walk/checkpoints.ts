import { base64, leafOf, rootOf, wholeRoots } from "../../../../../test/verify/proofs.ts";
import type { Queries } from "../../../../database/database.ts";
import { sql } from "../../../../database/sql.ts";

interface Leaf {
  readonly number: number;
  readonly line: string;
  /** What a leaf that begins an epoch has. */
  readonly epoch?: number;
  readonly day?: string;
}

/** Checkpoints of all logs that customers were given. */
export class Checkpoints {
  readonly #seen = new Map<string, { readonly size: number; readonly root: string }>();

  /**
   * Compares all logs with their leaves, and with the checkpoints that were given out. `signedDay` is the last signed
   * day; the logs up to it are given out now. Resolves to what differs, in words.
   */
  async look(db: Queries, signedDay: string | undefined): Promise<string | undefined> {
    const logs = await db.all<{ id: string; size: number; subtrees: string }>(
      sql`select subscription_id as id, size, subtrees from proof_log order by subscription_id`,
    );
    const leaves = await leavesOfLogs(db);
    for (const { id, size, subtrees } of logs) {
      const all = leaves.get(id) ?? [];
      // The epoch in which a log began has no leaf.
      const own = all.filter(({ number }) => number >= 0);
      const hashes = own.map(({ line }) => leafOf(line));
      if (own.some(({ number }, index) => number !== index)) return `the leaves of ${id} are not numbered`;
      if (size !== own.length) return `the log of ${id} has ${size} leaves of ${own.length}`;
      if (subtrees !== base64(Buffer.concat(wholeRoots(hashes)))) return `the log of ${id} has another root`;
      if (signedDay === undefined) continue;
      const unsigned = own.findIndex(({ day }) => day !== undefined && day > signedDay);
      const given = unsigned < 0 ? own : own.slice(0, unsigned);
      if (given.length === 0) continue;
      const epoch = [...all.filter(({ number }) => number < 0), ...given].reduce(
        (last, leaf) => leaf.epoch ?? last,
        0,
      );
      const found = this.#give(`${id}, epoch ${epoch}`, given.length, hashes);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #give(origin: string, size: number, hashes: readonly Buffer[]): string | undefined {
    const rootAt = (leaves: number) => base64(rootOf(hashes.slice(0, leaves)));
    const seen = this.#seen.get(origin);
    if (seen && (seen.size > size || seen.root !== rootAt(seen.size)))
      return `two checkpoints of ${origin} differ: of ${seen.size} and of ${size} leaves`;
    this.#seen.set(origin, { size, root: rootAt(size) });
    return undefined;
  }
}

interface DayRow {
  readonly id: string;
  readonly number: number;
  readonly day: string;
  readonly calls: number;
  readonly credits: number;
  readonly root: string;
  readonly rows: number;
  readonly head: string;
}

/** The leaves of all logs, in their order. */
async function leavesOfLogs(db: Queries): Promise<Map<string, Leaf[]>> {
  const days = await db.all<DayRow>(sql`
    select subscription_id as id, number, day, calls, credits, call_root as root, ledger_rows as rows,
      ledger_head as head
    from proof_day where number is not null`);
  const epochs = await db.all<{
    id: string;
    number: number;
    epoch: number;
    size: number;
    root: string;
    reason: string;
  }>(sql`select subscription_id as id, number, epoch, size, root, reason from proof_epoch`);
  const leaves = [
    ...days.map(({ id, number, day, calls, credits, root, rows, head }) => ({
      id,
      number,
      day,
      line: `vingate-proof-day/v1\t${id}\t${day}\t${calls}\t${credits}\t${root}\t${rows}\t${head}\n`,
    })),
    ...epochs.map(({ id, number, epoch, size, root, reason }) => ({
      id,
      number,
      epoch,
      line: `vingate-proof-epoch/v1\t${id}\t${epoch}\t${size}\t${root}\t${reason}\n`,
    })),
  ];
  return Map.groupBy(
    leaves.sort((a, b) => a.number - b.number),
    ({ id }) => id,
  );
}
