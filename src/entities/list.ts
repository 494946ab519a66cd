import type { Queries } from "../database/database.ts";
import { join, type Sql, sql } from "../database/sql.ts";

/** Where the rows of a list are read: a `Table`, or columns without a declaration. */
export interface Listed<Row> {
  readonly from: Sql;
  readonly columns: Sql;
  all(db: Queries, statement: Sql): Promise<Row[]>;
}

/** Conditions by the names of the parameters that set them. */
export type Filters<Query> = {
  readonly [Name in keyof Query]?: (value: NonNullable<Query[Name]>) => Sql;
};

/** What a query filters by, in the order in which filters are declared. */
export function filtersIn<Query extends object>(filters: Filters<Query>, query: Query) {
  const names = Object.keys(filters) as (keyof Query & string)[];
  const given = names.filter((name) => query[name] !== undefined);
  return {
    given: Object.fromEntries(given.map((name) => [name, String(query[name])])),
    conditions: given.map((name) => filters[name]!(query[name]!)),
  };
}

interface Selection {
  readonly from: Sql;
  readonly conditions: readonly Sql[];
  readonly order: Sql;
  readonly limit: number;
  readonly offset: number;
}

/** The number of rows of a clause, such as `member where role = 'owner'`. */
export async function countOf(db: Queries, from: Sql): Promise<number> {
  const row = await db.get<{ total: number }>(sql`select count(*) as total from ${from}`);
  return row!.total;
}

/** Some of the rows that fulfil conditions, and the number of all. */
export async function readRows<Row>(
  db: Queries,
  listed: Listed<Row>,
  { from, conditions, order, limit, offset }: Selection,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const where = conditions.length > 0 ? sql`where ${join(conditions, " and ")}` : sql``;
  const total = await countOf(db, sql`${from} ${where}`);
  const rows = await listed.all(
    db,
    sql`select ${listed.columns} from ${from} ${where} order by ${order} limit ${limit} offset ${offset}`,
  );
  return { rows, total };
}
