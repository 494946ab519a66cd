import type { Queries } from "../../database/database.ts";
import { name, type Sql, sql } from "../../database/sql.ts";
import { offsetOf, type Page } from "../../http/lists.ts";

/** A list that an index keeps in the order of `time` and `id`. */
export interface OrderedList<Row> {
  readonly table: "app_user" | "subscription";
  readonly time: "created_at" | "registered_at";
  /** The condition of a partial index, word for word. */
  readonly condition: Sql;
  /** Reads rows to show; `rest` begins with `where`. */
  select(db: Queries, rest: Sql): Promise<Row[]>;
}

interface Key {
  at: number;
  id: string;
}

/**
 * One page of a list of `total` rows, newest first. The page's first row is found in the index alone, from
 * the nearer end; the page is read along the index from there. No table row outside the page is read.
 */
export async function readPage<Row>(
  db: Queries,
  list: OrderedList<Row>,
  page: Page,
  total: number,
): Promise<Row[]> {
  const offset = offsetOf(page);
  const limit = Math.min(page.page_size, total - offset);
  if (limit <= 0) return [];
  const rest = total - offset - limit;
  const backwards = rest < offset;
  const { condition, table } = list;
  const time = name(list.time);
  const order = backwards ? sql`order by ${time}, id` : sql`order by ${time} desc, id desc`;
  const skipped = backwards ? rest : offset;
  const edge =
    skipped > 0
      ? await db.get<Key>(sql`
          select ${time} as at, id from ${name(table)} where ${condition} ${order} limit 1 offset ${skipped}`)
      : undefined;
  // Rows were removed since they were counted.
  if (skipped > 0 && !edge) return [];
  const compared = backwards ? sql`>=` : sql`<=`;
  const from = edge ? sql` and (${time}, id) ${compared} (${edge.at}, ${edge.id})` : sql``;
  const rows = await list.select(db, sql`where ${condition}${from} ${order} limit ${limit}`);
  return backwards ? rows.reverse() : rows;
}
