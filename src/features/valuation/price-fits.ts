import type { Database } from "../../database/database.ts";
import { name, sql } from "../../database/sql.ts";
import type { EventRecords } from "../../vehicles/families/record-family.ts";
import type { Dataset } from "../../vehicles/lookups/records/datasets.ts";
import type { PriceFit } from "./arithmetic/price-fit.ts";

/** Changes with the form of what is stored: a fit of another form is not read, and the next import makes a new one. */
const form = 1;

interface StoredFit extends PriceFit {
  readonly form: number;
}

/** A fit and when it was made, milliseconds UTC. */
export interface DatedFit {
  readonly fittedAt: number;
  readonly fit: PriceFit;
}

const known = new WeakMap<Database, { key: string; fit: Promise<DatedFit | undefined> }>();

/** What was fitted to a dataset; `undefined` if its sales were too few, or imported by a version that fitted none. */
export function priceFitOf(
  db: Database,
  family: EventRecords,
  { id, cacheKey }: Pick<Dataset, "id" | "cacheKey">,
): Promise<DatedFit | undefined> {
  const found = known.get(db);
  if (found?.key === cacheKey) return found.fit;
  const fit = readFit(db, family, id);
  known.set(db, { key: cacheKey, fit });
  fit.catch(() => known.delete(db));
  return fit;
}

async function readFit(db: Database, { fits }: EventRecords, id: number): Promise<DatedFit | undefined> {
  const row = await db.get<{ fitted_at: number; fit: string }>(
    sql`select fitted_at, fit from ${name(fits!)} where dataset = ${id}`,
  );
  if (!row) return undefined;
  const fit = JSON.parse(row.fit) as StoredFit;
  return fit.form === form ? { fittedAt: row.fitted_at, fit } : undefined;
}

/** Stores what was fitted to a dataset, in place of what was; milliseconds UTC. */
export async function storeFit(
  db: Database,
  { fits }: EventRecords,
  id: number,
  { fittedAt, fit }: DatedFit,
): Promise<void> {
  const text = JSON.stringify({ form, ...fit });
  await db.run(sql`
    insert into ${name(fits!)} (dataset, fitted_at, fit) values (${id}, ${fittedAt}, ${text})
    on conflict (dataset) do update set fitted_at = excluded.fitted_at, fit = excluded.fit`);
}
