import { floorTo, hourMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

const markName = "request_log_from";

/** The moment from which the request log is whole; undefined while nothing was ever removed from it. */
export async function requestLogMark(db: Queries): Promise<number | undefined> {
  const row = await db.get<{ value: string }>(sql`select value from setting where name = ${markName}`);
  return row && Number(row.value);
}

/** Moves the mark forward; it never goes back, for what was removed does not return. */
export async function moveRequestLogMark(tx: Queries, at: number): Promise<void> {
  const before = (await requestLogMark(tx)) ?? Number.NEGATIVE_INFINITY;
  if (at <= before) return;
  await tx.run(sql`
    insert into setting (name, value) values (${markName}, ${String(at)})
    on conflict (name) do update set value = excluded.value`);
}

/** The moment from which roll-ups by minute are whole: the hour in which the request log begins. */
export async function minutesFrom(db: Queries): Promise<number> {
  const mark = await requestLogMark(db);
  return mark === undefined ? Number.NEGATIVE_INFINITY : floorTo(mark, hourMs);
}
