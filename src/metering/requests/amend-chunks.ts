import { ceilTo, floorTo, minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { NumberedCall } from "../usage/usage.ts";
import type { Correction } from "../usage/usage-aggregate.ts";
import { type ChunkRow, decodeCallers, decodeLabels, type EntryTuple, encodeCallers } from "./chunk-codec.ts";
import { shardOf } from "./chunk-filter.ts";

/** The places of an entry's final sizes and times. */
const [requestBytesAt, responseBytesAt, apiMicrosAt, serviceMicrosAt] = [5, 6, 7, 8] as const;

/**
 * Writes the final sizes and times of calls that are in the log. Returns what the rollups must add; nothing of a call
 * that the log no longer has.
 */
export async function amendChunks(
  tx: Queries,
  journalId: string,
  amendments: readonly NumberedCall[],
): Promise<Correction[]> {
  const corrections: Correction[] = [];
  for (const { call } of amendments) {
    const chunk = await findChunk(tx, journalId, call);
    const correction = chunk && (await amendChunk(tx, chunk, call));
    if (correction) corrections.push(correction);
  }
  return corrections;
}

/** Chunks of one shard and minute contain consecutive calls of a journal. */
function findChunk(
  tx: Queries,
  journalId: string,
  { at, amends, caller }: NumberedCall["call"],
): Promise<ChunkRow | undefined> {
  return tx.get<ChunkRow>(sql`
    select last_at, journal_id, first_seq, first_at, callers, labels, entries from request_chunk
    where shard = ${shardOf(caller.userId)} and journal_id = ${journalId} and first_seq <= ${amends!}
      and last_at >= ${at} and last_at < ${ceilTo(floorTo(at, minuteMs) + 1, minuteMs)}
    order by first_seq desc limit 1`);
}

async function amendChunk(
  tx: Queries,
  chunk: ChunkRow,
  call: NumberedCall["call"],
): Promise<Correction | undefined> {
  const entries = JSON.parse(chunk.entries) as EntryTuple[];
  const entry = entries.find(([seq]) => chunk.first_seq + seq === call.amends);
  if (!entry) return undefined;
  const correction = {
    call,
    bytes: call.responseBytes - entry[responseBytesAt],
    apiMicros: call.apiMicros - entry[apiMicrosAt],
    serviceMicros: call.serviceMicros - entry[serviceMicrosAt],
  };
  entry[requestBytesAt] = call.requestBytes;
  entry[responseBytesAt] = call.responseBytes;
  entry[apiMicrosAt] = call.apiMicros;
  entry[serviceMicrosAt] = call.serviceMicros;
  const callers = decodeCallers(chunk);
  callers[decodeLabels(chunk)[entry[2]]!.caller]!.bytes += correction.bytes;
  await tx.run(sql`
    update request_chunk set entries = ${JSON.stringify(entries)}, callers = ${encodeCallers(callers)}
    where last_at = ${chunk.last_at} and journal_id = ${chunk.journal_id} and first_seq = ${chunk.first_seq}`);
  return correction;
}
