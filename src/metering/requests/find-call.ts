import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { runQueued } from "../usage/usage-read.ts";
import type { CallId } from "./call-id.ts";
import { decodeCalls, type LoggedCall } from "./chunk-codec.ts";
import {
  type ChunkFilter,
  type ChunkKey,
  chunkConditions,
  type LogScope,
  makeChunkFilter,
  type TimeRange,
} from "./chunk-filter.ts";
import { readChunks } from "./read-chunks.ts";
import { appliedMax } from "./request-chunks.ts";

/** Reading the calls of so many holds the thread for a millisecond. */
const chunksAtOnce = 16;

/** Finds a call of a scope in a time range by its ID. */
export async function findCall(
  db: Database,
  scope: LogScope,
  id: CallId,
  range: TimeRange,
): Promise<LoggedCall | undefined> {
  const filter = await makeChunkFilter(db, scope, range);
  const keys = await chunksWith(db, filter, id, range);
  for (let first = 0; first < keys.length; first += chunksAtOnce) {
    const chunks = await readChunks(db, keys.slice(first, first + chunksAtOnce));
    const calls = chunks.flatMap((chunk) => decodeCalls(chunk, range.from, range.to, filter.includes));
    const call = calls.find(({ journalId, seq }) => journalId === id.journalId && seq === id.seq);
    if (call) return call;
  }
  return undefined;
}

/** The chunks that can contain a call: of each shard the last one that begins no later than it. */
async function chunksWith(
  db: Database,
  filter: ChunkFilter,
  { journalId, seq }: CallId,
  { from, to }: TimeRange,
): Promise<ChunkKey[]> {
  const begun = await runQueued(db, () =>
    db.all<ChunkKey & { shard: number }>(sql`
      select last_at, journal_id, first_seq, shard from request_chunk
      where journal_id = ${journalId} and first_seq > ${seq - appliedMax} and first_seq <= ${seq}
        and ${chunkConditions(filter, from, to)}
      order by first_seq desc`),
  );
  return [...Map.groupBy(begun, ({ shard }) => shard).values()].map(([last]) => last!);
}
