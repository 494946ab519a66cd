import { dayMs, floorTo, hourMs, minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { CallSum, SinkSums } from "../../metering/sink/sink.ts";
import { calls, testKey } from "./call-queries.ts";
import type { CallStore } from "./call-store.ts";

interface OpenJournal {
  readonly journal_id: string;
  readonly applied_seq: number;
}

const shippedMs = 15_000;
const pauseMs = 200;

/** Reads sums of the calls that are applied at this moment, after they have come to ClickHouse. */
export async function readCallSums(tx: Queries, store: CallStore): Promise<SinkSums> {
  // While a node runs, ClickHouse receives calls that this moment does not have.
  const open = await tx.all<OpenJournal>(sql`
    select journal_id, applied_seq from journal where state = 'open' or logged_seq < applied_seq`);
  const late = await tx.all<OpenJournal>(sql`
    select journal_id, applied_seq from journal where logged_seq < applied_seq`);
  const clickhouse = await store.ready();
  for (const end = performance.now() + shippedMs; performance.now() < end; await Bun.sleep(pauseMs))
    if (await areShipped(store, late)) break;
  const conditions = open.map(
    ({ journal_id: id, applied_seq: seq }) => `not (journal = '${id}' and seq > ${seq})`,
  );
  const where = ["1", ...(await onlyMoved(tx)), ...conditions].join(" and ");
  const hours = await clickhouse.rows<{ hour: number }>(
    `select toUnixTimestamp(toStartOfHour(at)) * 1000 as hour from ${calls} where ${where} group by hour order by hour`,
  );
  let next = 0;
  const nextHour = async (): Promise<CallSum[]> => {
    const hour = hours[next]?.hour;
    if (hour === undefined) return [];
    next += 1;
    return clickhouse
      .rows<CallSum>(
        `select subscription_id, user_id, operation, status, key = ${testKey} as test, count() as calls,
        sum(credits) as credits, sum(response_bytes) as bytes
      from ${calls}
      where at >= fromUnixTimestamp64Milli({from:Int64}) and at < fromUnixTimestamp64Milli({to:Int64}) and ${where}
      group by subscription_id, user_id, operation, status, test`,
        { from: hour, to: hour + hourMs },
      )
      .then((rows) => rows.map((row) => ({ ...row, at: hour })));
  };
  return {
    nextHour,
    journals: await clickhouse.rows(
      `select journal, count() as calls from ${calls} where ${where} group by journal`,
    ),
  };
}

/** What was moved is also in the database, until days are removed there, each from its first minute on. */
async function onlyMoved(tx: Queries): Promise<string[]> {
  const conditions: string[] = [];
  const moment = (at: number) => `fromUnixTimestamp64Milli(toInt64(${at}))`;
  for (let from = 0; ; ) {
    const first = await tx.get<{ at: number | null }>(
      sql`select min(last_at) as at from request_chunk where last_at >= ${from}`,
    );
    if (typeof first?.at !== "number") return conditions;
    from = floorTo(first.at, dayMs) + dayMs;
    const minute = floorTo(first.at, minuteMs);
    conditions.push(`not (moved = 1 and at >= ${moment(minute)} and at < ${moment(from)})`);
  }
}

async function areShipped(store: CallStore, late: readonly OpenJournal[]): Promise<boolean> {
  const clickhouse = await store.ready();
  for (const { journal_id, applied_seq } of late) {
    const [row] = await clickhouse.rows<{ seq: number }>(
      `select max(greatest(seq, amended)) as seq from ${calls} where journal = {journal:String}`,
      { journal: journal_id },
    );
    if ((row?.seq ?? 0) < applied_seq) return false;
  }
  return true;
}
