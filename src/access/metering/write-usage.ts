import type { Queries } from "../../database/database.ts";
import { rows, Sql, sql, type Value } from "../../database/sql.ts";
import { foldUsage } from "../usage-fold.ts";
import { writeRollUps } from "../usage-write.ts";
import { encodeRecord, type JournalRecord, recordBytesMax } from "./record.ts";

const dayMs = 86_400_000;

const columnCount = 20;

/** The statements for so many rows: their texts are put together once, for their values are always as many. */
const inserts = [512, 64, 8, 1].map((count) => {
  const row = new Array<Value>(columnCount).fill(0);
  const { parts } = sql`
    insert into request_log (day, journal_id, seq, at, request_id, subscription_id, user_id, product_id, api_id,
      operation, method, url, ip_address, status, credits, request_size, response_size, cache, api_us, service_us)
    values ${rows(new Array<Value[]>(count).fill(row))}`;
  return { count, parts };
});

/** Enters folded calls in the request log and in the roll-ups. */
export async function writeUsage(
  tx: Queries,
  journalId: string,
  records: readonly JournalRecord[],
): Promise<void> {
  for (let from = 0; from < records.length; ) {
    const { count, parts } = inserts.find((each) => each.count <= records.length - from)!;
    const values: Value[] = [];
    for (let index = from; index < from + count; index++) pushLogRow(values, journalId, records[index]!);
    await tx.run(new Sql(parts, values));
    from += count;
  }
  await writeRollUps(tx, foldUsage(records.map(({ call }) => call)));
}

// What a journal holds needs no check: its texts have no NUL, and its numbers were numbers.
function pushLogRow(values: Value[], journalId: string, { seq, call }: JournalRecord): void {
  const { caller } = call;
  values.push(Math.floor(call.at / dayMs), journalId, seq, call.at, call.requestId);
  values.push(caller.subscriptionId, caller.userId, caller.productId, call.api, call.operation, call.method);
  values.push(call.url, call.address, call.status, call.credits, call.requestBytes, call.responseBytes);
  values.push(call.cache ?? "none", call.apiMicros, call.serviceMicros);
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
