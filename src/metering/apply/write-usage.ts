import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { encodeRecord, recordBytesMax } from "../journal/record.ts";
import { amendChunks } from "../requests/amend-chunks.ts";
import { writeChunks } from "../requests/request-chunks.ts";
import { KnownUsage } from "../usage/known-usage.ts";
import type { CallRecord, NumberedCall } from "../usage/usage.ts";
import { aggregateUsage, type Correction } from "../usage/usage-aggregate.ts";
import { SeriesNumbers } from "../usage/usage-series.ts";
import { writeRollUps } from "../usage/usage-write.ts";

/** Writes calls to rollups and request log, at the end of the transaction that applies them. */
export type WriteUsage = (
  tx: Queries,
  journalId: string,
  records: readonly NumberedCall[],
  known?: KnownUsage,
  slot?: number,
) => Promise<void>;

type LogCalls = (
  calls: readonly NumberedCall[],
  amendments: readonly NumberedCall[],
) => Promise<readonly Correction[]>;

/**
 * Writes applied calls to the request log and the rollups of the journal's slot. `known` caches earlier batches of
 * the journal.
 */
export const writeUsage: WriteUsage = (tx, journalId, records, known, slot) =>
  write(tx, journalId, records, { known, slot }, async (calls, amendments) => {
    await writeChunks(tx, journalId, calls);
    return amendChunks(tx, journalId, amendments);
  });

/** Writes applied calls to the rollups alone: ClickHouse keeps single calls. Amendments contain what they change. */
export const writeSums: WriteUsage = (tx, journalId, records, known, slot) =>
  write(tx, journalId, records, { known, slot }, async (_, amendments) =>
    amendments.flatMap(({ call }) => correctionOf(call) ?? []),
  );

async function write(
  tx: Queries,
  journalId: string,
  records: readonly NumberedCall[],
  { known = new KnownUsage(), slot = 0 }: { known?: KnownUsage | undefined; slot?: number | undefined },
  log: LogCalls,
): Promise<void> {
  const { calls, amendments, amended } = separateAmendments(records);
  const corrections = await log(calls, amendments);
  if (amended > 0)
    await tx.run(
      sql`update journal set amendments = amendments + ${amended} where journal_id = ${journalId}`,
    );
  // With a slot, `apply` did it before the transaction.
  if (slot === 0) await known.keyUse.write(tx, calls);
  const deltas = aggregateUsage(
    calls.map(({ call }) => call),
    corrections,
  );
  await writeRollUps(tx, deltas, known.series, slot);
}

function correctionOf(call: CallRecord): Correction | undefined {
  const { before, responseBytes, apiMicros, serviceMicros } = call;
  if (!before) return undefined;
  return {
    call,
    bytes: responseBytes - before.responseBytes,
    apiMicros: apiMicros - before.apiMicros,
    serviceMicros: serviceMicros - before.serviceMicros,
  };
}

/** The calls among records, completed by amendments of the same batch, and the amendments of earlier calls. */
function separateAmendments(records: readonly NumberedCall[]) {
  if (!records.some(({ call }) => call.amends !== undefined))
    return { calls: records, amendments: [], amended: 0 };
  const calls: NumberedCall[] = [];
  const amendments: NumberedCall[] = [];
  const indexes = new Map<number, number>();
  for (const record of records) {
    const { seq, call } = record;
    const index = call.amends === undefined ? undefined : indexes.get(call.amends);
    if (call.amends === undefined) indexes.set(seq, calls.push(record) - 1);
    else if (index === undefined) amendments.push(record);
    else calls[index] = { seq: call.amends, call: completed(calls[index]!.call, call) };
  }
  return { calls, amendments, amended: records.length - calls.length };
}

function completed(call: CallRecord, final: CallRecord): CallRecord {
  const { requestBytes, responseBytes, apiMicros, serviceMicros } = final;
  return { ...call, requestBytes, responseBytes, apiMicros, serviceMicros };
}

/**
 * Adds a call to the rollups only, and keeps it for a person to check, because the request log refused its
 * row.
 */
export function writeRejected(reason: string, now: number) {
  return async (
    tx: Queries,
    journalId: string,
    records: readonly NumberedCall[],
    _known?: KnownUsage,
    slot = 0,
  ): Promise<void> => {
    for (const { seq, call } of records) {
      const bytes = Buffer.alloc(recordBytesMax);
      const record = new Uint8Array(bytes.subarray(0, encodeRecord(bytes, 0, seq, call)));
      await tx.run(sql`
        insert into usage_rejected (journal_id, seq, at, reason, record)
        values (${journalId}, ${seq}, ${now}, ${reason}, ${record})`);
    }
    const { calls } = separateAmendments(records);
    await writeRollUps(tx, aggregateUsage(calls.map(({ call }) => call)), new SeriesNumbers(), slot);
  };
}
