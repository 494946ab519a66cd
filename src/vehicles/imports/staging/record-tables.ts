import type { Database, Queries } from "../../../database/database.ts";
import { migrate, SchemaMismatch, underNodeLock } from "../../../database/migrate.ts";
import { type Migration, type Types, typesOf } from "../../../database/migration.ts";
import { raw, sql } from "../../../database/sql.ts";
import { recordFamilies } from "../../families/record-families.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { keyColumns } from "./key-ranges.ts";
import { columnsOf } from "./record-columns.ts";

/** Applies missing migrations, then creates missing record tables. Resolves to their names. */
export async function upgradeSchema(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  return [...(await migrate(db, migrations)), ...(await createRecordTables(db))];
}

/**
 * Creates missing tables of families, and resolves to their names. Throws `SchemaMismatch` if a table has
 * other columns than its family declares: a table is never altered, because its rows would have to be
 * converted.
 */
export function createRecordTables(
  db: Database,
  families: readonly RecordFamily[] = recordFamilies,
): Promise<string[]> {
  return underNodeLock(db, async (tx) => {
    const present = await columnsByTable(tx);
    const created: string[] = [];
    for (const family of families) {
      const types = typesOf[db.dialect];
      const columns = present.get(family.table);
      if (columns) requireColumns(family, columns);
      else {
        for (const statement of tableStatements(family, types)) await tx.run(raw(statement));
        created.push(family.table);
      }
      // Added to the declaration later than its table.
      const fits = family.kind === "event" ? family.fits : undefined;
      if (fits !== undefined && !present.has(fits)) {
        await tx.run(raw(fitStatement(fits, types)));
        created.push(fits);
      }
    }
    return created;
  });
}

async function columnsByTable(tx: Queries): Promise<Map<string, Set<string>>> {
  const rows = await tx.all<{ in_table: string; name: string }>(
    tx.dialect === "sqlite"
      ? sql`
        select tables.name as in_table, columns.name
        from sqlite_master as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'`
      : sql`
        select table_name as in_table, column_name as name
        from information_schema.columns where table_schema = current_schema()`,
  );
  const tables = new Map<string, Set<string>>();
  for (const { in_table, name } of rows) tables.set(in_table, (tables.get(in_table) ?? new Set()).add(name));
  return tables;
}

const columnNames = (family: RecordFamily): string[] => [
  "dataset",
  ...columnsOf(family).map(({ name }) => name),
];

function requireColumns(family: RecordFamily, present: ReadonlySet<string>): void {
  const declared = columnNames(family).sort();
  if (declared.length === present.size && declared.every((column) => present.has(column))) return;
  throw new SchemaMismatch(
    `the table ${family.table} has the columns ${[...present].sort().join(", ")}, but ${family.name} is declared with ` +
      `${declared.join(", ")}; declare another table, and import the records into it`,
  );
}

function tableStatements(family: RecordFamily, types: Types): readonly string[] {
  const { table } = family;
  const columns = columnsOf(family).map(
    ({ name, type, optional }) => `${name} ${types[type]}${optional ? "" : " not null"}`,
  );
  const key = ["dataset", ...keyColumns(family)].join(", ");
  const definition = `create table ${table} (
    dataset ${types.integer} not null, ${columns.join(", ")}, primary key (${key}))`;
  // Histories are large, and lookups read them only by VIN.
  if (family.kind !== "event") return [`${definition} ${types.strict}`];
  const { vehicles } = family;
  return [
    `${definition} ${types.inParts("vin")}`,
    ...types.partsOf(table),
    ...(vehicles ? valuationStatements(table, vehicles, types) : []),
  ];
}

/** What was fitted to a dataset when it was imported, as JSON; milliseconds UTC. */
const fitStatement = (table: string, { integer, text, strict }: Types): string =>
  `create table ${table} (
    dataset ${integer} primary key, fitted_at ${integer} not null, fit ${text} not null) ${strict}`;

function valuationStatements(table: string, vehicles: string, { integer, text, strict }: Types): string[] {
  return [
    // Covers a valuation, so that its hundreds of comparables need no reads of their rows.
    `create index ${table}_vehicle on ${table}
      (dataset, make_key, model_key, year, at, price, odometer, trim_key, trim)`,
    `create table ${vehicles} (
      dataset ${integer} not null, year ${integer} not null, make_key ${text} not null, make ${text} not null,
      model_key ${text} not null, model ${text} not null, latest_at ${integer} not null,
      primary key (dataset, year, make_key, model_key)) ${strict}`,
  ];
}
