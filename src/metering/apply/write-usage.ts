import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { encodeRecord, recordBytesMax } from "../journal/record.ts";
import { amendChunks } from "../requests/amend-chunks.ts";
import { writeChunks } from "../requests/request-chunks.ts";
import { KnownUsage } from "../usage/known-usage.ts";
import type { NumberedCall } from "../usage/usage.ts";
import { aggregateUsage } from "../usage/usage-aggregate.ts";
import { SeriesNumbers } from "../usage/usage-series.ts";
import { writeRollUps } from "../usage/usage-write.ts";

/** Writes applied calls to the request log and the rollups. `known` caches earlier batches of the journal. */
export async function writeUsage(
  tx: Queries,
  journalId: string,
  records: readonly NumberedCall[],
  known = new KnownUsage(),
): Promise<void> {
  const { calls, amendments } = separateAmendments(records);
  await writeChunks(tx, journalId, calls);
  const corrections = amendments.length > 0 ? await amendChunks(tx, journalId, amendments) : [];
  await known.keyUse.write(tx, calls);
  const deltas = aggregateUsage(
    calls.map(({ call }) => call),
    corrections,
  );
  await writeRollUps(tx, deltas, known.series);
}

/** The calls among records, and what completes calls: those of the same batch are read back from the log. */
function separateAmendments(records: readonly NumberedCall[]) {
  const isAmendment = ({ call }: NumberedCall) => call.amends !== undefined;
  if (!records.some(isAmendment)) return { calls: records, amendments: [] };
  return {
    calls: records.filter((record) => !isAmendment(record)),
    amendments: records.filter(isAmendment),
  };
}

/**
 * Adds a call to the rollups only, and keeps it for a person to check, because the request log refused its
 * row.
 */
export function writeRejected(reason: string, now: number) {
  return async (tx: Queries, journalId: string, records: readonly NumberedCall[]): Promise<void> => {
    for (const { seq, call } of records) {
      const bytes = Buffer.alloc(recordBytesMax);
      const record = new Uint8Array(bytes.subarray(0, encodeRecord(bytes, 0, seq, call)));
      await tx.run(sql`
        insert into usage_rejected (journal_id, seq, at, reason, record)
        values (${journalId}, ${seq}, ${now}, ${reason}, ${record})`);
    }
    const { calls } = separateAmendments(records);
    await writeRollUps(tx, aggregateUsage(calls.map(({ call }) => call)), new SeriesNumbers());
  };
}
