import type { Queries } from "../../database/database.ts";
import { join, list, name, type Sql, sql, type Value } from "../../database/sql.ts";
import type { TableShape } from "../../database/table-shapes.ts";

export type Row = Readonly<Record<string, Value>>;

const batchBytes = 2 * 2 ** 20;
const rowsFirst = 64;
const rowsMost = 4096;

export async function countRows(tx: Queries, { name: table }: TableShape): Promise<number> {
  return (await tx.get<{ rows: number }>(sql`select count(*) as rows from ${name(table)}`))!.rows;
}

/**
 * All rows in the order of the primary key, in batches of about 2 MiB: memory is bounded by the rows and not by the
 * table. `bytesOf` is how many bytes the rows before took.
 */
export async function* readTable(
  tx: Queries,
  { name: table, columns, key }: TableShape,
  bytesOf: () => number,
): AsyncGenerator<readonly Row[]> {
  const head = sql`select ${names(columns)} from ${name(table)}`;
  let after: readonly Value[] | undefined;
  let limit = rowsFirst;
  for (let read = 0; ; ) {
    const begun = performance.now();
    const rows = await tx.all<Row>(page(head, key, after, limit));
    // A server's process has the priority of those that answer lookups: it rests for as long as it has read.
    const rest = tx.dialect === "postgres" && Bun.sleep(performance.now() - begun);
    if (rows.length > 0) yield rows;
    if (rest) await rest;
    if (rows.length < limit) return;
    read += rows.length;
    const last = rows.at(-1)!;
    after = key.map((column) => last[column]!);
    const fitting = Math.floor(batchBytes / Math.max(1, bytesOf() / read));
    limit = Math.max(1, Math.min(rowsMost, fitting, limit * 4));
  }
}

function page(head: Sql, key: readonly string[], after: readonly Value[] | undefined, limit: number): Sql {
  const from = after ? sql`where (${names(key)}) > (${list(after)})` : sql``;
  return sql`${head} ${from} order by ${names(key)} limit ${limit}`;
}

const names = (columns: readonly string[]): Sql =>
  join(
    columns.map((column) => name(column)),
    ", ",
  );
