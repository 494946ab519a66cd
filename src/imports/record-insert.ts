import type { Queries } from "../database/database.ts";
import { join, name, Sql, sql, type Value } from "../database/sql.ts";
import type { RecordTable } from "../families/record-families.ts";

/** Writes rows into a record table, many with each statement. */
export interface Insert {
  readonly row: readonly Value[];
  run(tx: Queries, rows: readonly Insert["row"][]): Promise<void>;
}

const rowsPerStatement = 100;

/** The columns of a record table, in the order of `encodeRow`. */
export function columnsOf(table: RecordTable): readonly string[] {
  if (table.kind === "vehicle") {
    const names = table.levels.flatMap((level) => [`${level}_key`, level]);
    return ["dataset", "year", ...names, "facts", "body", ...(table.flat ? ["flat"] : [])];
  }
  if (table.kind === "vin") return ["dataset", "vin", "id", "body"];
  if (table.kind === "plate") return ["dataset", "state", "plate", "vin", "body"];
  const vehicle = ["year", "make_key", "make", "model_key", "model", "trim_key", "trim"];
  return ["dataset", "vin", "at", "id", ...vehicle, "price", "odometer", "state", "body"];
}

/** Prepares the insertion: the statement of a full batch is put together once. */
export function createInsert(table: RecordTable): Omit<Insert, "row"> {
  const columns = columnsOf(table);
  const head = sql`insert into ${name(table.table)} (${join(
    columns.map((column) => name(column)),
    ", ",
  )}) values `;
  const partsFor = (rows: number): string[] => {
    const parts = [`${head.parts[0]}(`];
    for (let row = 0; row < rows; row++) {
      for (let column = 1; column < columns.length; column++) parts.push(", ");
      parts.push(row === rows - 1 ? ")" : "), (");
    }
    return parts;
  };
  const full = partsFor(rowsPerStatement);
  return {
    async run(tx, rows) {
      for (let from = 0; from < rows.length; from += rowsPerStatement) {
        const some = rows.slice(from, from + rowsPerStatement);
        const parts = some.length === rowsPerStatement ? full : partsFor(some.length);
        await tx.run(new Sql(parts, some.flat()));
      }
    },
  };
}
