import { z } from "zod";
import { type Context, endpoint } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { filtersIn } from "../../../entities/list.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import { attachedAs } from "../../../http/attachment.ts";
import { isOperator } from "../../../http/caller.ts";
import type { Answer, Call } from "../../../http/endpoint.ts";
import { PageQuery, pageAnswer } from "../../../http/lists.ts";
import { Accept, type Accepting, reportAnswer, wantsCsv } from "../../../management/common/csv-answer.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { formsOf } from "../../../management/system/search/forms.ts";
import { given } from "../../../running/ports.ts";
import { findPapers } from "../find-papers.ts";
import { drawPaper, paperMissing } from "../paper-file.ts";
import { findPaper, listedPapers, type Paper, paperKinds, type StoredPaper } from "../paper-rows.ts";
import { invoicesOfText } from "../ports.ts";
import { month } from "./month.ts";

const minor = z.int().describe("In minor units; of a credit note too, it is positive.");

const PaperOutput = z
  .object({
    id: z.string(),
    kind: z.enum(paperKinds).describe("What the paper is."),
    number: z
      .string()
      .describe("Unique. All papers of a year are numbered without gaps.")
      .meta({ example: "2026-0049" }),
    account_id: z.string().describe("The buyer's account."),
    currency: z.string().describe("The code of ISO 4217."),
    net_minor: minor,
    tax_minor: minor,
    gross_minor: minor,
    month: z.string().describe("The month of the supply, in UTC; of a credit note, that of its issue."),
    issued_at: z.iso.datetime().describe("When it was issued."),
    corrects: z
      .string()
      .nullable()
      .describe(
        "The ID of the invoice that it corrects: of a credit note, and of an invoice that takes a credit note back.",
      ),
  })
  .meta({ id: "Paper" });

const shownPaper = (paper: Paper): z.output<typeof PaperOutput> => ({
  ...wireOf(paper, "id", "kind", "number", "accountId", "currency"),
  ...wireOf(paper, "netMinor", "taxMinor", "grossMinor", "month"),
  ...timesOf(paper, "issuedAt"),
  ...wireOf(paper, "corrects"),
});

const PapersQuery = PageQuery.extend({
  account: entityId.optional().describe("Only papers of this account. Customers see their own."),
  kind: z.enum(paperKinds).optional().describe("Only papers of this kind."),
  month: month.optional().describe("Only papers of this month."),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "A number, an ID, an amount with tax, the buyer's order, or the reference of the payment. Operators also find the start of words of a customer or company.",
    ),
});

export const ofPaper = z.object({ id: entityId });
const common = { tag: "Papers", audience: "customer", method: "GET", extension: true } as const;

export const paperEndpoints = [
  endpoint({
    ...common,
    id: "listPapers",
    exported: "papers",
    permission: "papers.view",
    path: "/papers",
    summary: "List invoices and credit notes, newest first",
    description: "As CSV with `Accept: text/csv`.",
    query: PapersQuery,
    headers: Accept,
    types: ["application/json", "text/csv"],
    response: z.array(PaperOutput),
    handle: listPapers,
  }),
  endpoint({
    ...common,
    id: "getPaper",
    permission: "papers.view",
    path: "/papers/{id}",
    summary: "Get the data of an invoice or a credit note",
    description: "The JSON that its PDF contains, with the terms of EN 16931.",
    params: ofPaper,
    types: ["application/json"],
    errors: ["not_found"],
    async handle(context: Context, call: PaperCall): Promise<Answer> {
      const { body, number } = await readPaper(context, call);
      return { body, type: "application/json", headers: attachedAs(`paper-${number}.json`) };
    },
  }),
  endpoint({
    ...common,
    id: "getPaperFile",
    exported: "papers/{id}",
    permission: "papers.view",
    path: "/papers/{id}/pdf",
    summary: "Download an invoice or a credit note as PDF",
    description: "PDF/A-3 with its data embedded. The file is the same each time.",
    params: ofPaper,
    types: ["application/pdf"],
    errors: ["not_found", "rate_limited"],
    async handle(context: Context, call: PaperCall): Promise<Answer> {
      const { name, type, bytes } = await drawPaper(context, await readPaper(context, call));
      return { body: bytes, type, headers: attachedAs(name) };
    },
  }),
];

export type PaperCall = Call<{ id: string }>;

/** Refuses another's paper exactly as if it did not exist. */
export async function readPaper(
  { database }: Context,
  { caller, params }: Pick<PaperCall, "caller" | "params">,
): Promise<StoredPaper> {
  const paper = await findPaper(database, params.id);
  const isOwn = caller.kind === "user" && paper?.accountId === caller.userId;
  if (!paper || paper.kind === "statement" || !(isOwn || isOperator(caller))) throw paperMissing(params.id);
  return paper;
}

async function listPapers(
  { database, running }: Context,
  { caller, query, headers }: Call<unknown, z.output<typeof PapersQuery>, Accepting>,
): Promise<Answer> {
  const ofAccount = (account: string) => sql`account_id = ${account}`;
  const own = isOperator(caller) ? undefined : caller.kind === "user" ? caller.userId : "";
  const filters = {
    account: ofAccount,
    kind: (kind: string) => sql`kind = ${kind}`,
    month: (month: string) => sql`month = ${month}`,
  };
  const account = own ?? query.account;
  const among = {
    byPayment: given(running, invoicesOfText).flatMap((find) => find(query.q ?? "")),
    isAmongAll: own === undefined,
    required: filtersIn(filters, { ...query, account }).conditions,
    isOfOne: account !== undefined,
  };
  const found = query.q === undefined ? undefined : await findPapers(database, formsOf(query.q), among);
  const list = await pageAnswer(database, query, {
    rows: listedPapers,
    path: "/papers",
    where: own === undefined ? undefined : ofAccount(own),
    filters: { ...filters, q: () => found! },
    order: sql`issued_at desc, id desc`,
    shown: (papers) => papers.map(shownPaper),
  });
  if (!wantsCsv(headers.accept)) return { ...list, headers: { ...list.headers, vary: "accept" } };
  const rows: z.output<typeof PaperOutput>[] = JSON.parse(list.body as string);
  const csv = reportAnswer(headers.accept, "papers", rows, Object.keys(PaperOutput.shape), rows);
  return { ...csv, headers: { ...list.headers, ...csv.headers } };
}
