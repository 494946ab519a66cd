import { z } from "zod";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import type { Answer, Call, QueryCall } from "../../../http/endpoint.ts";
import { json } from "../../../http/endpoint.ts";
import { filteredPath, listAnswer, offsetOf, PageQuery } from "../../../http/lists.ts";
import { Accept, type Accepting, reportAnswer, wantsCsv } from "../../../management/common/csv-answer.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { formsOf } from "../../../management/system/search/forms.ts";
import { findLines } from "../lines/find-lines.ts";
import { csvColumns, csvRows } from "../lines/line-csv.ts";
import { type LineFilter, lineStates } from "../lines/line-sources.ts";
import { readLines, sumLines } from "../lines/read-lines.ts";
import { LineOutput, shownLines } from "../lines/shown-lines.ts";
import { common } from "./payment-access.ts";

const filters = {
  state: z.enum(lineStates).optional().describe("If absent, all but `ended`; with `q`, those too."),
  from: z.iso
    .datetime()
    .optional()
    .describe("Only what was paid or returned since then. What is open is listed at any age."),
  to: z.iso.datetime().optional().describe("Only lines before."),
  user: entityId.optional().describe("Only lines of this user."),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("A number, a reference, an ID, an amount, or the start of words of a customer or company."),
  needs_action: z.enum(["true"]).optional().describe("Only what an operator must do, at any age."),
};

const LinesQuery = PageQuery.extend(filters);
const SumsQuery = z.object(filters).omit({ state: true });
type Filters = z.output<typeof SumsQuery> & Pick<z.output<typeof LinesQuery>, "state">;

const LineSums = z
  .array(
    z.object({
      state: z.enum(lineStates).describe("The state of the lines."),
      currency: z.string().describe("The code of ISO 4217."),
      lines: z.int().describe("How many lines."),
      minor: z.int().describe("Their sum in minor units; of what was returned, below zero."),
      needs_action: z.int().describe("How many of them an operator must do something about."),
    }),
  )
  .meta({ id: "MoneySums" });

const read = { ...common, audience: "operator", permission: "papers.view", method: "GET" } as const;

export const lineEndpoints = [
  endpoint({
    ...read,
    id: "listMoneyLines",
    path: "/payments/lines",
    summary: "List orders, payments, transfers, invoices and refunds as lines, newest first",
    description:
      "An order, its payment, its transfer and its invoice are one line. What was returned is a line of its own, below zero. As CSV with `Accept: text/csv`: a row for each rate of an invoice.",
    query: LinesQuery,
    headers: Accept,
    types: ["application/json", "text/csv"],
    response: z.array(LineOutput),
    handle: listLines,
  }),
  endpoint({
    ...read,
    id: "sumMoneyLines",
    path: "/payments/lines/sums",
    summary: "Sum the lines of each state and currency",
    description: "What was received is the sum of `paid` and `refunded`.",
    query: SumsQuery,
    response: LineSums,
    handle: async ({ database }: Context, { query }: QueryCall<typeof SumsQuery>) => {
      const sums = await sumLines(database, await filterOf(database, query));
      return json(sums.map(({ needs, ...sum }) => ({ ...sum, needs_action: needs })));
    },
  }),
];

async function filterOf(
  db: Queries,
  { state, from, to, user, q, needs_action }: Filters,
): Promise<LineFilter> {
  const forms = q === undefined ? undefined : formsOf(q);
  return {
    state,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    account: user,
    isNeeding: needs_action === "true",
    found: forms && (await findLines(db, forms)),
  };
}

async function listLines(
  { database }: Context,
  { query, headers }: Call<unknown, z.output<typeof LinesQuery>, Accepting>,
): Promise<Answer> {
  const filter = await filterOf(database, query);
  const sums = await sumLines(database, filter);
  const total = sums.reduce((all, { lines }) => all + lines, 0);
  const range = { limit: query.page_size, offset: offsetOf(query) };
  const lines =
    range.offset < total ? await shownLines(database, await readLines(database, filter, range)) : [];
  const { page: _page, page_size: _size, ...given } = query;
  const list = await listAnswer(lines, total, filteredPath("/payments/lines", given), query);
  if (!wantsCsv(headers.accept)) return { ...list, headers: { ...list.headers, vary: "accept" } };
  const rows = await csvRows(database, lines);
  const csv = reportAnswer(headers.accept, "money", lines, csvColumns, rows);
  return { ...csv, headers: { ...list.headers, ...csv.headers } };
}
