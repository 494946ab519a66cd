import { ceilTo, floorTo, hourMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { countUsage, runQueued, usedPart } from "../usage/usage-read.ts";
import { slices } from "../usage/usage-spans.ts";
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

export interface FoundCall {
  readonly call: LoggedCall | undefined;
  /** The search ended here, milliseconds UTC: the start of the time range if all of it was searched. */
  readonly from: number;
}

/** A longer search ends after an hour of the log. */
const searchMs = 1000;
/** Reading the calls of so many holds the thread for a millisecond. */
const chunksAtOnce = 16;

/**
 * Finds a call of a scope in a time range by its ID. No index has it: each hour in which the scope has calls is
 * searched, newest first, in the index by time, which has journal and seq too.
 */
export async function findCall(
  db: Database,
  scope: LogScope,
  id: CallId,
  range: TimeRange,
): Promise<FoundCall> {
  const filter = await makeChunkFilter(db, scope, range);
  const used = await usedPart(db, range.from, range.to);
  const whole = slices("hour", floorTo(used.from, hourMs), ceilTo(used.to, hourMs));
  const until = performance.now() + searchMs;
  for (const hour of used.from < used.to ? await countUsage(db, scope, whole) : []) {
    const part = { from: Math.max(hour.from, range.from), to: Math.min(hour.to, range.to) };
    const keys = await chunksWith(db, filter, id, part);
    for (let first = 0; first < keys.length; first += chunksAtOnce) {
      const chunks = await readChunks(db, keys.slice(first, first + chunksAtOnce));
      const calls = chunks.flatMap((chunk) => decodeCalls(chunk, range.from, range.to, filter.includes));
      const call = calls.find(({ journalId, seq }) => journalId === id.journalId && seq === id.seq);
      if (call) return { call, from: range.from };
    }
    if (performance.now() > until) return { call: undefined, from: part.from };
  }
  return { call: undefined, from: range.from };
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
      where ${chunkConditions(filter, from, to)} and journal_id = ${journalId}
        and first_seq > ${seq - appliedMax} and first_seq <= ${seq}
      order by first_seq desc`),
  );
  return [...Map.groupBy(begun, ({ shard }) => shard).values()].map(([last]) => last!);
}
