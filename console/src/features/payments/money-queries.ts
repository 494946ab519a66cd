import type { Schemas } from "../../api/client.ts";
import { moneySums } from "../../api/money.ts";
import { listing } from "../../api/reading.ts";
import type { paths } from "../../api/schema.gen.ts";
import { longMonths, two } from "../../base/format.ts";
import { type Range, rangeOf } from "../../base/range.ts";
import type { Search } from "../../parts/router.tsx";

export type Line = Schemas["MoneyLine"];

type LinesQuery = NonNullable<paths["/payments/lines"]["get"]["parameters"]["query"]>;
export type LineFilter = Omit<LinesQuery, "page" | "page_size" | "state">;

// Below the key of payments: what changes them changes the lines.
const key = "payments";

// Others record money too: what is cached is shown, and read again.
export const linesIn = (query: LinesQuery) => ({
  ...listing([key, "lines", query], "/payments/lines", { query }),
  staleTime: 0,
});

export const sumsIn = (query: LineFilter) => ({ ...moneySums(query), staleTime: 0 });

/** The time of the lines that are paid or returned: a month of UTC, a range, or all. */
export interface Period {
  readonly from?: Date;
  /** The first moment that is not part of it. */
  readonly to?: Date;
  readonly words?: string;
  /** The name of the month, with its year unless it is this one. */
  readonly month?: string;
}

export const thisMonth = (now = new Date()): string =>
  `${now.getUTCFullYear()}-${two(now.getUTCMonth() + 1)}`;

export function periodOf(search: Search, now = Date.now()): Period {
  const { range, from, month } = search;
  if (range === "all") return {};
  if (range || from) {
    const { from, to, words }: Range = rangeOf(search, "30d", now);
    return { from, to: new Date(to.getTime() + 1), words };
  }
  const [, year = "", number = ""] =
    /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month ?? "") ?? /^(\d{4})-(\d\d)$/.exec(thisMonth(new Date(now))) ?? [];
  const name = longMonths[Number(number) - 1]!;
  return {
    from: new Date(Date.UTC(Number(year), Number(number) - 1)),
    to: new Date(Date.UTC(Number(year), Number(number))),
    words: `${name} ${year}`,
    month: Number(year) === new Date(now).getUTCFullYear() ? name : `${name} ${year}`,
  };
}
