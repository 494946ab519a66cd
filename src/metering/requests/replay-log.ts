import { floorTo, minuteMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { runQueued } from "../usage/usage-read.ts";
import { type ChunkRow, decodeCalls, decodeLabels, type LoggedCall, newestFirst } from "./chunk-codec.ts";
import { andKey, type ChunkKey } from "./chunk-filter.ts";
import { readChunks } from "./read-chunks.ts";

type ChunkHead = ChunkKey & Pick<ChunkRow, "labels">;

const headsAtOnce = 256;
const chunksAtOnce = 32;

/**
 * Yields the calls under a product in [from, to), oldest first, a minute at most at a time: a chunk's calls are of one
 * minute. Other work runs between its statements of some milliseconds each.
 */
export async function* productCalls(
  db: Database,
  productId: string,
  from: number,
  to: number,
): AsyncGenerator<readonly LoggedCall[]> {
  let minute = Number.NEGATIVE_INFINITY;
  let calls: LoggedCall[] = [];
  for (let after: ChunkHead | undefined; ; ) {
    const heads = await readHeads(db, from, to, after);
    const matching = heads.filter((head) => decodeLabels(head).some((one) => one.productId === productId));
    for (let first = 0; first < matching.length; first += chunksAtOnce) {
      const chunks = await readChunks(db, matching.slice(first, first + chunksAtOnce));
      for (const chunk of chunks.sort((a, b) => a.last_at - b.last_at)) {
        const own = floorTo(chunk.last_at, minuteMs);
        if (own !== minute && calls.length > 0) {
          yield oldestFirst(calls);
          calls = [];
        }
        minute = own;
        const all = decodeCalls(chunk, from, to, () => true);
        calls.push(...all.filter(({ labels }) => labels.productId === productId));
      }
    }
    after = heads.at(-1);
    if (heads.length < headsAtOnce) break;
  }
  if (calls.length > 0) yield oldestFirst(calls);
}

const oldestFirst = (calls: LoggedCall[]): LoggedCall[] => calls.sort((a, b) => newestFirst(b, a));

function readHeads(
  db: Database,
  from: number,
  to: number,
  after: ChunkHead | undefined,
): Promise<ChunkHead[]> {
  return runQueued(db, () =>
    db.all<ChunkHead>(sql`
      select last_at, journal_id, first_seq, labels from request_chunk
      where last_at >= ${from} and first_at < ${to} ${andKey(">", after)}
      order by last_at, journal_id, first_seq limit ${headsAtOnce}`),
  );
}
