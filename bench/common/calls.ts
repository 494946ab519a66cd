import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import type { CallRecord } from "../../src/metering/usage/usage.ts";

const batchCalls = 5000;

/** Enters calls in the request log and the rollups, as applying writes them. */
export async function fillCalls(
  db: Database,
  calls: number,
  callAt: (index: number) => CallRecord,
): Promise<void> {
  for (let first = 0; first < calls; first += batchCalls) {
    const size = Math.min(batchCalls, calls - first);
    const records = Array.from({ length: size }, (_, at) => ({
      seq: first + at + 1,
      call: callAt(first + at),
    }));
    await db.transaction((tx) => writeUsage(tx, "bench".padEnd(32, "0"), records));
  }
  await analyze(db);
}

/** Updates statistics, which autovacuum would do a minute later; SQLite needs none. */
export async function analyze(db: Database): Promise<void> {
  if (db.dialect === "postgres") await db.run(sql`vacuum analyze`);
}
