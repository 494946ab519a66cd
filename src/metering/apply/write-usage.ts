import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { encodeRecord, recordBytesMax } from "../journal/record.ts";
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
  await writeChunks(tx, journalId, records);
  await known.keyUse.write(tx, records);
  await writeRollUps(tx, aggregateUsage(records.map(({ call }) => call)), known.series);
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
    await writeRollUps(tx, aggregateUsage(records.map(({ call }) => call)), new SeriesNumbers());
  };
}
