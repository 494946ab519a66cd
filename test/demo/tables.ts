import type { Database } from "../../src/database/database.ts";
import { name, sql } from "../../src/database/sql.ts";
import { recordFamilies } from "../../src/vehicles/families/record-families.ts";

/** The number of rows in all record tables, and of datasets. */
export async function tables(db: Database): Promise<{ rows: number; datasets: number }> {
  let rows = 0;
  for (const table of [...recordFamilies.map((one) => one.table), "sale_vehicle", "sale_fit"]) {
    const counted = await db.get<{ count: number }>(sql`select count(*) as count from ${name(table)}`);
    rows += counted!.count;
  }
  const datasets = await db.get<{ count: number }>(sql`select count(*) as count from dataset`);
  return { rows, datasets: datasets!.count };
}
