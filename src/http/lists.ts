import { z } from "zod";
import { nextTurn } from "../base/pause.ts";
import type { Queries } from "../database/database.ts";
import { type Sql, sql } from "../database/sql.ts";
import { type Filters, filtersIn, type Listed, readRows } from "../entities/list.ts";
import type { Answer } from "./endpoint.ts";

const pageSizeDefault = 100;
const pageSizeMax = 1000;

/** The query of every list: `page` from 1, `page_size` from 1 to 1000. */
export const PageQuery = z.object({
  page: z.int().min(1).default(1).describe("Counted from 1; a page past the end is empty."),
  page_size: z.int().min(1).max(pageSizeMax).default(pageSizeDefault),
});

export interface Page {
  readonly page: number;
  readonly page_size: number;
}

/** The rows before a page, at most what databases accept. */
export function offsetOf({ page, page_size }: Page): number {
  return Math.min((page - 1) * page_size, Number.MAX_SAFE_INTEGER);
}

interface List<Row, Query> {
  readonly rows: Listed<Row>;
  /** A join of these rows with others, of which it has no column. */
  readonly from?: Sql;
  readonly path: string;
  /** What the caller may see; every row if it is absent. */
  readonly where?: Sql | undefined;
  readonly filters?: Filters<Query>;
  /** The newest rows first if it is absent. */
  readonly order?: Sql;
  shown(rows: readonly Row[]): Iterable<unknown> | Promise<Iterable<unknown>>;
}

/** A page of a list that is counted for each answer. */
export async function pageAnswer<Row, Query extends Page>(
  db: Queries,
  query: Query,
  list: List<Row, Query>,
): Promise<Answer> {
  const { from = list.rows.from, filters = {}, order = sql`created_at desc, id desc` } = list;
  const { given, conditions } = filtersIn<Query>(filters, query);
  if (list.where) conditions.unshift(list.where);
  const range = { limit: query.page_size, offset: offsetOf(query) };
  const { rows, total } = await readRows(db, list.rows, { from, conditions, order, ...range });
  return listAnswer(await list.shown(rows), total, filteredPath(list.path, given), query);
}

/** A list's path with the filters that are given. */
export function filteredPath(path: string, filters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(filters).filter((one): one is [string, string] => one[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** What is written to JSON while nothing else is done: about a millisecond. */
const charactersAtOnce = 100_000;

/** A plain array with the headers of a page. Items that are made when they are iterated are made in parts too. */
export async function listAnswer(items: Iterable<unknown>, total: number, path: string, page: Page) {
  const texts: string[] = [];
  let written = 0;
  for (const item of items) {
    if (written > charactersAtOnce) {
      await nextTurn();
      written = 0;
    }
    const text = JSON.stringify(item);
    written += text.length;
    texts.push(text);
  }
  return {
    body: `[${texts.join(",")}]`,
    type: "application/json",
    headers: pageHeaders(total, path, page),
  };
}

/** `X-Total-Count`, and `Link` to the other pages (RFC 8288). `path` may have a query. */
export function pageHeaders(total: number, path: string, page: Page): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / page.page_size));
  const url = (number: number) => {
    const [base, query] = path.split("?");
    const parameters = new URLSearchParams(query);
    parameters.set("page", String(number));
    parameters.set("page_size", String(page.page_size));
    return `${base}?${parameters}`;
  };
  const links = [`<${url(1)}>; rel="first"`, `<${url(last)}>; rel="last"`];
  if (page.page > 1) links.push(`<${url(Math.min(page.page - 1, last))}>; rel="prev"`);
  if (page.page < last) links.push(`<${url(page.page + 1)}>; rel="next"`);
  return { "x-total-count": String(total), link: links.join(", ") };
}
