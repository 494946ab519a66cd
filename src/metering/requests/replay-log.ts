import { floorTo, minuteMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { inTurn } from "../usage/usage-read.ts";
import { type ChunkRow, callsOf, kindsOf, type LoggedCall, newestFirst } from "./request-rows.ts";
import { readEntries } from "./request-search.ts";

type ChunkHead = Pick<ChunkRow, "last_at" | "journal_id" | "first_seq" | "labels">;

const headsAtOnce = 256;
const entriesAtOnce = 32;

/**
 * The calls under a product in [from, to), oldest first, in pieces of a minute at most: no run reaches from one
 * minute into another. Reading gives way to other work between statements of some milliseconds each.
 */
export async function* productCalls(
  db: Database,
  productId: string,
  from: number,
  to: number,
): AsyncGenerator<readonly LoggedCall[]> {
  let minute = Number.NEGATIVE_INFINITY;
  let rows: LoggedCall[] = [];
  for (let after: ChunkHead | undefined; ; ) {
    const heads = await readHeads(db, from, to, after);
    const wanted = heads.filter((run) => kindsOf(run).some(([product]) => product === productId));
    for (let first = 0; first < wanted.length; first += entriesAtOnce) {
      const runs = await readEntries(db, wanted.slice(first, first + entriesAtOnce));
      for (const run of runs.sort((a, b) => a.last_at - b.last_at)) {
        const own = floorTo(run.last_at, minuteMs);
        if (own !== minute && rows.length > 0) {
          yield inOrder(rows);
          rows = [];
        }
        minute = own;
        rows.push(...rowsOf(run, productId, from, to));
      }
    }
    after = heads.at(-1);
    if (heads.length < headsAtOnce) break;
  }
  if (rows.length > 0) yield inOrder(rows);
}

function rowsOf(run: ChunkRow, productId: string, from: number, to: number): LoggedCall[] {
  return callsOf(run, from, to, () => true).filter(({ kind }) => kind[0] === productId);
}

const inOrder = (rows: LoggedCall[]): LoggedCall[] => rows.sort((a, b) => newestFirst(b, a));

function readHeads(
  db: Database,
  from: number,
  to: number,
  after: ChunkHead | undefined,
): Promise<ChunkHead[]> {
  const behind = after
    ? sql`and (last_at, journal_id, first_seq) > (${after.last_at}, ${after.journal_id}, ${after.first_seq})`
    : sql``;
  return inTurn(db, () =>
    db.all<ChunkHead>(sql`
      select last_at, journal_id, first_seq, labels from request_chunk
      where last_at >= ${from} and first_at < ${to} ${behind}
      order by last_at, journal_id, first_seq limit ${headsAtOnce}`),
  );
}
