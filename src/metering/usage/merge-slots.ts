import { floorTo, hourMs, minuteMs } from "../../base/durations.ts";
import type { Database, Queries } from "../../database/database.ts";
import { name, raw, sql } from "../../database/sql.ts";
import { addSums, type UsageSums } from "./usage-aggregate.ts";
import { columnsOf, type RollUp, rollUps } from "./usage-write.ts";

/** Journals are applied within seconds. What comes later is merged later. */
const lateMs = 20_000;
/** A transaction of some 20 ms. */
const rowsMax = 1000;
// Any number, the same in every node of every version.
const lockNumber = 7_846_348_330;

type SlotRow = UsageSums & Readonly<Record<string, string | number>>;

/**
 * Moves the sums of ended minutes and hours from the slots' rows to the merged ones. One node does so at a time, a
 * part in each transaction. Resolves to the number of rows moved.
 */
export async function mergeSlots(db: Database, now: number): Promise<number> {
  let moved = 0;
  for (const rollUp of rollUps) {
    const before = floorTo(now - lateMs, rollUp.span === "hour" ? hourMs : minuteMs);
    while (await hasEnded(db, rollUp, before)) {
      const part = await db.transaction((tx) => mergePart(tx, rollUp, before), { repeatable: true });
      if (part === 0) return moved;
      moved += part;
    }
  }
  return moved;
}

async function hasEnded(db: Queries, { table, span }: RollUp, before: number): Promise<boolean> {
  const oldest = await db.get<{ at: number | null }>(
    sql`select min(${name(span)}) as at from ${name(`${table}_slot`)}`,
  );
  return typeof oldest?.at === "number" && oldest.at < before;
}

/** 0 if another node merges. */
async function mergePart(tx: Queries, { table, span, key, add }: RollUp, before: number): Promise<number> {
  if (tx.dialect === "postgres") {
    const own = await tx.get<{ own: number }>(sql`select pg_try_advisory_xact_lock(${lockNumber}) as own`);
    if (own?.own !== 1) return 0;
  }
  const names = key.map(([column]) => column);
  const rowKey = raw([...names, "slot"].join(", "));
  const slots = name(`${table}_slot`);
  // Returned by the deletion, so that a call that is added at the same time is in these rows or stays in its slot.
  const rows = await tx.all<SlotRow>(sql`
    delete from ${slots} where (${rowKey}) in (
      select ${rowKey} from ${slots} where ${name(span)} < ${before} order by ${rowKey} limit ${rowsMax})
    returning *`);
  const merged = sumByKey(rows, names);
  await add.run(tx, [...names.map((column) => merged.map((row) => row[column]!)), ...columnsOf(merged)]);
  return rows.length;
}

/** In the order of the keys, in which all writers lock rows. */
function sumByKey(rows: readonly SlotRow[], names: readonly string[]): readonly SlotRow[] {
  const merged = new Map<string, SlotRow>();
  for (const row of rows) {
    const id = names.map((column) => row[column]).join(" ");
    const found = merged.get(id);
    merged.set(id, found ? { ...found, ...addSums(found, row) } : row);
  }
  return [...merged.values()].sort((a, b) => {
    const differs = names.find((column) => a[column] !== b[column]);
    return differs === undefined ? 0 : a[differs]! < b[differs]! ? -1 : 1;
  });
}
