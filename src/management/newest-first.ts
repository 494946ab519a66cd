import { name, type Sql, sql } from "../database/sql.ts";
import { offsetOf, type Page } from "../http/lists.ts";

/** The end of a statement that reads one page of a list through its index. */
export interface PageSlice {
  /** `order by … limit … offset …`; the rows come in either order. */
  readonly within: Sql;
  /** The order in which the page is shown. */
  readonly shown: Sql;
}

/**
 * A page of a newest-first list of `total` rows, or undefined past its end. It is read from the nearer end:
 * a database walks over what a page leaves out, and the last page is asked for as often as the first.
 */
export function pageSlice(
  time: "created_at" | "registered_at",
  page: Page,
  total: number,
): PageSlice | undefined {
  const offset = offsetOf(page);
  const limit = Math.min(page.page_size, total - offset);
  if (limit <= 0) return undefined;
  const newestFirst = sql`order by ${name(time)} desc, id desc`;
  const rest = total - offset - limit;
  const within =
    rest < offset
      ? sql`order by ${name(time)}, id limit ${limit} offset ${rest}`
      : sql`${newestFirst} limit ${limit} offset ${offset}`;
  return { within, shown: newestFirst };
}
