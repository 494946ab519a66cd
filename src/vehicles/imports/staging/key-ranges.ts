import type { Database } from "../../../database/database.ts";
import { join, name, type Sql, sql, type Value } from "../../../database/sql.ts";
import type { RecordFamily } from "../../families/record-family.ts";

/** The columns of a family's primary key after `dataset`. */
export function keyColumns(family: RecordFamily): readonly string[] {
  if (family.kind === "vehicle") return ["year", ...family.levels.map((level) => `${level}_key`)];
  if (family.kind === "vin") return ["vin", "id"];
  if (family.kind === "pattern") return ["wmi", "pattern", "id"];
  if (family.kind === "plate") return ["state", "plate", ...(family.id ? ["id"] : [])];
  return ["vin", "at", "id"];
}

/** The columns by which a table is divided: as many of its key as keep a step small. */
function walkedColumns(family: RecordFamily): readonly string[] {
  return keyColumns(family).slice(0, { vehicle: 3, vin: 1, plate: 2, event: 1, pattern: 3 }[family.kind]);
}

const rowsPerStep = 2000;

/**
 * Conditions that divide all rows of a family's table by keys, with about 2,000 rows of a dataset each: one
 * statement over millions would block all writers. `table` is the name or alias in the statement.
 */
export async function* keyRanges(
  db: Database,
  family: RecordFamily,
  dataset: number,
): AsyncGenerator<(table: string) => Sql> {
  const columns = walkedColumns(family);
  const keyOf = (table: string) =>
    join(
      columns.map((column) => sql`${name(table)}.${name(column)}`),
      ", ",
    );
  const valuesOf = (row: Readonly<Record<string, Value>>) =>
    join(
      columns.map((column) => sql`${row[column]!}`),
      ", ",
    );
  let last: Readonly<Record<string, Value>> | undefined;
  for (;;) {
    const after = last;
    const beyond = (table: string) => (after ? sql`(${keyOf(table)}) > (${valuesOf(after)})` : sql`1 = 1`);
    const bound = await db.get<Record<string, Value>>(sql`
      select ${keyOf(family.table)} from ${name(family.table)}
      where dataset = ${dataset} and ${beyond(family.table)}
      order by ${keyOf(family.table)} limit 1 offset ${rowsPerStep - 1}`);
    if (!bound) {
      yield beyond;
      return;
    }
    yield (table) => sql`${beyond(table)} and (${keyOf(table)}) <= (${valuesOf(bound)})`;
    last = bound;
  }
}
