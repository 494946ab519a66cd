import type { Queries } from "../database/database.ts";
import { type Sql, sql } from "../database/sql.ts";
import type { Members, RowOf, Table } from "../entities/table.ts";
import type { Answer } from "./endpoint.ts";
import { listAnswer, offsetOf, type Page } from "./lists.ts";

/** A page of the rows that meet a condition. All other members of the query are filters, which its links repeat. */
interface Listing {
  readonly where: Sql;
  readonly order: Sql;
  readonly path: string;
  readonly query: Page;
}

/** Answers a list of a table's rows; `shown` gives their public forms. */
export async function listRows<M extends Members>(
  db: Queries,
  table: Table<M>,
  { where, order, path, query }: Listing,
  shown: (rows: readonly RowOf<M>[]) => Iterable<unknown> | Promise<Iterable<unknown>>,
): Promise<Answer> {
  const total = await table.count(db, where);
  const page = sql`limit ${query.page_size} offset ${offsetOf(query)}`;
  const rows = await table.select(db, sql`where ${where} order by ${order} ${page}`);
  return listAnswer(await shown(rows), total, filteredPath(path, query), query);
}

/** The path of a list with the filters of a query. */
export function filteredPath<Query extends Page>(path: string, query: Query): string {
  const { page, page_size, ...filters } = query;
  const stated = Object.entries(filters).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(stated.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
