import { floorTo, hourMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

const settingName = "request_log_from";

/** The time since which the request log is complete; undefined if nothing was ever removed from it. */
export async function requestLogStart(db: Queries): Promise<number | undefined> {
  const row = await db.get<{ value: string }>(sql`select value from setting where name = ${settingName}`);
  return row && Number(row.value);
}

/** Moves the log start forward, never back: what was removed does not return. */
export async function moveRequestLogStart(tx: Queries, at: number): Promise<void> {
  const before = (await requestLogStart(tx)) ?? Number.NEGATIVE_INFINITY;
  if (at <= before) return;
  await tx.run(sql`
    insert into setting (name, value) values (${settingName}, ${String(at)})
    on conflict (name) do update set value = excluded.value`);
}

/** The time since which rollups by minute are complete: the hour of the log start. */
export async function minutesFrom(db: Queries): Promise<number> {
  const start = await requestLogStart(db);
  return start === undefined ? Number.NEGATIVE_INFINITY : floorTo(start, hourMs);
}
