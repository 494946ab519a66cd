import { dayMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { name, sql } from "../../database/sql.ts";
import type { EventRecords } from "../../vehicles/families/record-family.ts";
import { type ReadSale, SaleColumns } from "./arithmetic/sale-columns.ts";
import { windowDays } from "./arithmetic/valuation-arithmetic.ts";

/** More sales would move no coefficient, and take more memory than an import may. */
const salesMost = 2_000_000;

interface ModelYear {
  readonly make_key: string;
  readonly model_key: string;
  readonly year: number;
}

/** Reads the priced sales of a dataset's last year, model by model; of very many, those of some vehicles. */
export async function readSales(
  db: Database,
  { table, vehicles }: EventRecords,
  { id, rows, now }: { readonly id: number; readonly rows: number; readonly now: number },
  step: (read: number) => Promise<void>,
): Promise<SaleColumns> {
  const since = now - windowDays * dayMs;
  const every = Math.ceil(rows / salesMost);
  const modelYears = await db.all<ModelYear>(sql`
    select make_key, model_key, year from ${name(vehicles!)} where dataset = ${id} and latest_at >= ${since}
    order by make_key, model_key, year`);
  const sales = new SaleColumns(rows);
  for (const [index, { make_key, model_key, year }] of modelYears.entries()) {
    const found = await db.all<ReadSale>(sql`
      select vin, year, trim_key as "trimKey", at, price, odometer from ${name(table)}
      where dataset = ${id} and make_key = ${make_key} and model_key = ${model_key} and year = ${year}
        and at between ${since} and ${now} and price > 0
      order by at desc, price desc, odometer desc, vin`);
    sales.add(every === 1 ? found : found.filter(({ vin }) => Bun.hash.crc32(`${vin}.`) % every === 0));
    const next = modelYears[index + 1];
    if (next?.make_key !== make_key || next.model_key !== model_key) sales.endModel(make_key);
    await step(sales.rows);
  }
  return sales;
}
