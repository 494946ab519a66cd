import type { Answered } from "./answer.ts";

/** The entries of an answer that is a page: a list, or an object with `items`. */
export type ItemOf<Page> = Page extends readonly (infer Item)[]
  ? Item
  : Page extends { items: readonly (infer Item)[] }
    ? Item
    : never;

type Params = Readonly<Record<string, unknown>>;

interface Report {
  readonly items?: readonly unknown[];
  readonly total?: number;
  readonly timestamp_ge?: string;
  readonly timestamp_le?: string;
}

/** Reads pages from `params.page` on, each when the entries before it are taken. */
export async function* pagesOf<Item>(
  read: (params: Params) => Promise<Answered<unknown>>,
  params: Params,
): AsyncGenerator<Item> {
  let page = Number(params.page ?? 1);
  let range: Params = {};
  for (let before: number | undefined; ; page += 1) {
    const { body, info } = await read({ ...params, ...range, page });
    const report = (Array.isArray(body) ? { items: body } : body) as Report;
    const { items = [], timestamp_ge, timestamp_le } = report;
    // Calls that come while the pages are read must not shift them.
    if (timestamp_le) range = { timestamp_ge, timestamp_le };
    yield* items as Item[];
    const total = Number(report.total ?? info.headers.get("x-total-count") ?? 0);
    const size = Number(params.page_size ?? items.length);
    before = (before ?? (page - 1) * size) + items.length;
    if (items.length === 0 || before >= total) return;
  }
}
