import type { Database } from "../database/database.ts";
import { name, sql } from "../database/sql.ts";
import type { RecordFamily } from "../families/record-family.ts";

/** What a table's rows are deleted by, some at a time: a statement over millions would hold up every writer. */
const walked = {
  vehicle: { column: "year", rows: 1 },
  vin: { column: "vin", rows: 1000 },
  event: { column: "vin", rows: 1000 },
  plate: { column: "state", rows: 1 },
} as const;

/** Takes away a family's datasets that nothing answers from, rows first. */
export async function sweepDatasets(
  db: Database,
  family: RecordFamily,
  state: "staged" | "former",
): Promise<void> {
  const dead = await db.all<{ id: number }>(
    sql`select id from dataset where family = ${family.name} and state = ${state}`,
  );
  for (const { id } of dead) await dropDataset(db, family, id);
}

/** Takes a dataset and its rows away. Should it be the current one, the family has no records from then on. */
export async function dropDataset(db: Database, family: RecordFamily, id: number): Promise<void> {
  const { table } = family;
  const { column, rows } = walked[family.kind];
  for (;;) {
    const bound = await db.get<{ value: string | number }>(sql`
      select ${name(column)} as value from ${name(table)} where dataset = ${id}
      order by ${name(column)} limit 1 offset ${rows - 1}`);
    if (!bound) break;
    await db.run(sql`
      delete from ${name(table)} where dataset = ${id} and ${name(column)} <= ${bound.value}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await db.run(sql`delete from ${name(table)} where dataset = ${id}`);
  if (family.kind === "event" && family.vehicles)
    await db.run(sql`delete from ${name(family.vehicles)} where dataset = ${id}`);
  await db.run(sql`delete from dataset where id = ${id}`);
}
