import type { Queries } from "../../database/database.ts";
import { raw, rows, sql, type Value } from "../../database/sql.ts";
import { foldUsage } from "../usage-fold.ts";
import { writeRollUps } from "../usage-write.ts";
import { encodeRecord, type JournalRecord, recordBytesMax } from "./record.ts";

const dayMs = 86_400_000;

// Few numbers of rows, so that the compiled statements are kept.
const rowCounts = [512, 64, 8, 1] as const;

const columns = raw(`insert into request_log (day, journal_id, seq, at, request_id, subscription_id, user_id,
  product_id, api_id, operation, method, url, ip_address, status, credits, request_size, response_size, cache,
  api_us, service_us) values`);

/** Enters folded calls in the request log and in the roll-ups. */
export async function writeUsage(
  tx: Queries,
  journalId: string,
  records: readonly JournalRecord[],
): Promise<void> {
  for (let from = 0; from < records.length; ) {
    const count = rowCounts.find((each) => each <= records.length - from) ?? 1;
    const tuples = records.slice(from, from + count).map((record) => logRow(journalId, record));
    await tx.run(sql`${columns} ${rows(tuples)}`);
    from += count;
  }
  await writeRollUps(tx, foldUsage(records.map(({ call }) => call)));
}

function logRow(journalId: string, { seq, call }: JournalRecord): readonly Value[] {
  const { caller } = call;
  return [
    ...[Math.floor(call.at / dayMs), journalId, seq, call.at, call.requestId],
    ...[
      caller.subscriptionId,
      caller.userId,
      caller.productId,
      call.api,
      call.operation,
      call.method,
      call.url,
    ],
    ...[call.address, call.status, call.credits, call.requestBytes, call.responseBytes, call.cache ?? "none"],
    ...[call.apiMicros, call.serviceMicros],
  ];
}

/** Enters a call in the roll-ups alone, and keeps it for a person to look at: the log refused its row. */
export function writeRejected(reason: string, now: number) {
  return async (tx: Queries, journalId: string, records: readonly JournalRecord[]): Promise<void> => {
    for (const { seq, call } of records) {
      const bytes = Buffer.alloc(recordBytesMax);
      const record = new Uint8Array(bytes.subarray(0, encodeRecord(bytes, 0, seq, call)));
      await tx.run(sql`
        insert into usage_rejected (journal_id, seq, at, reason, record)
        values (${journalId}, ${seq}, ${now}, ${reason}, ${record})`);
    }
    await writeRollUps(tx, foldUsage(records.map(({ call }) => call)));
  };
}
