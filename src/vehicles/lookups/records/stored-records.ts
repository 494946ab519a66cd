import type { Database } from "../../../database/database.ts";
import { join, name, Sql, sql, type Value } from "../../../database/sql.ts";
import type { Level } from "../../families/record-family.ts";
import type { Dataset } from "./datasets.ts";
import { keepRows, keptRows } from "./row-cache.ts";

/** Rows that stay the same as long as the dataset does. */
async function rowsOf<T extends object>(
  db: Database,
  dataset: Dataset,
  table: string,
  statement: Sql,
): Promise<readonly T[]> {
  const key = `${dataset.cacheKey}\n${table}\n${statement.values.join("\n")}\n${statement.parts.length}`;
  const kept = keptRows<T>(key);
  if (kept) return kept;
  const rows = await db.all<T>(statement);
  keepRows(key, rows);
  return rows;
}

/** A statement put together once, to be bound with the values of each call. */
function prepared(statement: Sql): (values: readonly Value[]) => Sql {
  return (values) => new Sql(statement.parts, values);
}

const byVin = (table: string) =>
  prepared(sql`select body from ${name(table)} where dataset = ${0} and vin = ${""} order by id limit 1`);
const vinStatements = new Map<string, ReturnType<typeof prepared>>();

/** The stored body of a VIN's one record. */
export async function findByVin(
  db: Database,
  table: string,
  dataset: Dataset,
  vin: string,
): Promise<Uint8Array | undefined> {
  const statement = vinStatements.get(table) ?? byVin(table);
  vinStatements.set(table, statement);
  const [row] = await rowsOf<{ body: Uint8Array }>(db, dataset, table, statement([dataset.id, vin]));
  return row?.body;
}

/** A registration. */
export async function findPlate(
  db: Database,
  table: string,
  dataset: Dataset,
  state: string,
  plate: string,
): Promise<{ vin: string; body: Uint8Array } | undefined> {
  const statement = sql`
    select vin, body from ${name(table)} where dataset = ${dataset.id} and state = ${state} and plate = ${plate}`;
  return (await rowsOf<{ vin: string; body: Uint8Array }>(db, dataset, table, statement))[0];
}

/** The bodies that complete a registration, in the order of their IDs. */
export async function findPlateParts(
  db: Database,
  table: string,
  dataset: Dataset,
  state: string,
  plate: string,
): Promise<readonly Uint8Array[]> {
  const statement = sql`
    select body from ${name(table)} where dataset = ${dataset.id} and state = ${state} and plate = ${plate}
    order by id`;
  return (await rowsOf<{ body: Uint8Array }>(db, dataset, table, statement)).map(({ body }) => body);
}

/** Where a vehicle family's records are, and which of their bodies is the answer. */
export interface VehicleTable {
  readonly table: string;
  readonly levels: readonly Level[];
  readonly body: "body" | "flat";
}

/** A record and the names of the levels that were left open; in the order of these names. */
export type OpenRecord = { readonly body: Uint8Array } & Readonly<Record<string, string>>;

/**
 * The first two records under a year and the keys of the first levels: one is the answer, another means that there
 * was a choice.
 */
export function findByNames(
  db: Database,
  { table, levels, body }: VehicleTable,
  dataset: Dataset,
  [year, ...keys]: readonly string[],
): Promise<readonly OpenRecord[]> {
  const conditions = keys.map((key, index) => sql`${name(`${levels[index]!}_key`)} = ${key}`);
  const wanted = join([sql`dataset = ${dataset.id}`, sql`year = ${Number(year)}`, ...conditions], " and ");
  const columns = levels.map((level) => sql`${name(level)}, ${name(`${level}_key`)}`);
  const order = join(
    levels.map((level) => name(`${level}_key`)),
    ", ",
  );
  return rowsOf(
    db,
    dataset,
    `${table}.${body}`,
    sql`select ${join(columns, ", ")}, ${name(body)} as body from ${name(table)} where ${wanted}
      order by ${order} limit 2`,
  );
}

/** The records of a model without their bodies: what a VIN's trim or engine is looked for among. */
export function findCandidates(
  db: Database,
  { table, levels }: VehicleTable,
  dataset: Dataset,
  year: number,
  makeKey: string,
  modelKey: string,
): Promise<readonly { key: string; name: string; facts: string }[]> {
  const level = levels[2]!;
  return rowsOf(
    db,
    dataset,
    `${table} candidates`,
    sql`select ${name(`${level}_key`)} as key, min(${name(level)}) as name, min(facts) as facts from ${name(table)}
      where dataset = ${dataset.id} and year = ${year} and make_key = ${makeKey} and model_key = ${modelKey}
      group by ${name(`${level}_key`)}`,
  );
}
