import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { dayMs } from "../../../base/durations.ts";
import { isCurrency } from "../../../base/format/currencies.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import { InvalidRequest } from "../../../http/errors.ts";
import { parseColumnMap } from "../../../vehicles/imports/columns/column-map.ts";
import { ImportError } from "../../../vehicles/imports/input/import-error.ts";
import { readUpload, requireEncoding } from "../bank/bank-file.ts";
import { type BankFile, fileBytesMax } from "../bank/bank-line.ts";
import { type Member, members } from "../bank/heads.ts";
import { lineNotes, lineOutcomes, type PlannedLine, planLines } from "../bank/plan-lines.ts";
import { recordLines } from "../bank/record-lines.ts";
import { ProposalOutput, shownProposal } from "../bank/shown-transfer.ts";

const ImportQuery = z.object({
  dry_run: z.boolean().default(false).describe("Show what would become of each line, and change nothing."),
  unknown: z
    .enum(["record", "leave"])
    .default("record")
    .describe(
      "`leave`: money without a note that may be for no payment is not recorded. The same file can record it later.",
    ),
  alike: z
    .enum(["leave", "record"])
    .default("leave")
    .describe(
      "`record`: lines whose note is `other_format` are other money, and are recorded. Use it after you have compared them with the bank.",
    ),
  map: z
    .string()
    .max(5000)
    .optional()
    .describe(
      `JSON: ${members.join(", ")} → the file's column. If omitted, the columns are known by their heads.`,
    ),
  dates: z
    .enum(["month_first", "day_first"])
    .optional()
    .describe("How days such as 3/2/2026 are read. If omitted, as their column shows."),
  decimals: z
    .enum(["point", "comma"])
    .optional()
    .describe("The decimal sign of amounts. If omitted, as their columns show."),
  currency: z
    .string()
    .refine(isCurrency, "must be a currency of ISO 4217 in use, such as EUR")
    .meta({ accepts: "^[A-Z]{3}$" })
    .optional()
    .describe("That of rows without one."),
  encoding: z
    .string()
    .max(40)
    .optional()
    .describe("If omitted, UTF-8, UTF-16 or Windows-1252, as the bytes show."),
});

const ImportedLine = z.object({
  line: z.int().describe("The line of a table, or the number of an entry of a statement."),
  outcome: z
    .enum(lineOutcomes)
    .describe(
      "`matched` with the payment whose reference it has. `proposed`: payments, or a refund that it has paid out, are likely. `unknown`: none is. `known`: it is recorded already. `ignored`: it is no money that was received.",
    ),
  note: z
    .enum(lineNotes)
    .nullable()
    .describe(
      "Why it is not matched, or not recorded. `less`, `more`, `currency`, `paid`, `not_open`: what is due of the payment that it names is another sum. `recorded_by_hand`: an operator has recorded this money on the payment. `refund`, `refund_sent`: it has paid out a refund by transfer that is open, or was noted as sent. `other_format`: account, day, amount and text are those of a line that was imported in another format, which `transfer_id` names.",
    ),
  day: z.iso.date().describe("When it was booked."),
  minor: z.int().describe("In minor units; below 0 for what was paid out."),
  currency: z.string().describe("The code of ISO 4217."),
  reference: z.string().describe("What the payer wrote."),
  sender: z.string().describe("As the bank names it."),
  payment_id: z.string().nullable().describe("The payment that it pays; null without one."),
  transfer_id: z.string().nullable().describe("Its transfer; null if none is recorded."),
  other_line: z
    .int()
    .nullable()
    .describe("Of one that was imported in another format: its line in that file; null if it is not known."),
  refund_id: z
    .string()
    .nullable()
    .describe(
      "The refund by transfer that it has paid out, for `POST /payments/refunds/{id}/sent` if its note is `refund`; null without one.",
    ),
  proposals: z.array(ProposalOutput).describe("The payments that it may be for, the likeliest first."),
});

const ImportedFile = z
  .object({
    dry_run: z.boolean().describe("Whether nothing was changed."),
    format: z.enum(["camt.053", "csv"]).describe("As the file shows."),
    columns: z
      .array(
        z.object({
          name: z.string().describe("As the file has it."),
          members: z.array(z.string()).describe("What is read from it; none if it is not read."),
        }),
      )
      .describe("The columns of a table."),
    question: z
      .object({
        needs: z.enum(["map", "dates", "decimals", "currency"]).describe("The parameter that answers it."),
        text: z.string().describe("What the file does not show."),
      })
      .nullable()
      .describe("With `dry_run`: what must be said before lines can be read; null if they were read."),
    counts: z
      .object({
        matched: z.int().describe("Received on the payment that they name."),
        proposed: z.int().describe("Unmatched, with proposals; or a refund that was paid out and is open."),
        unknown: z.int().describe("Unmatched, without one."),
        known: z.int().describe("Recorded before."),
        ignored: z.int().describe("Paid out and no refund, or not booked."),
      })
      .describe("Lines by their outcome."),
    lines: z.array(ImportedLine).describe("All lines of the file, in its order."),
    refused: z
      .array(
        z.object({
          line: z.int().describe("As in `lines`."),
          reason: z.string().describe("Why it cannot be read."),
        }),
      )
      .describe("Lines that cannot be read."),
  })
  .meta({ id: "ImportedTransfers" });

type Query = z.output<typeof ImportQuery>;

export const bankEndpoint = endpoint({
  id: "importTransfers",
  tag: "Payments",
  audience: "operator",
  extension: true,
  permission: "payments.decide",
  method: "POST",
  path: "/payments/transfers/import",
  summary: "Record the transfers of a bank's file",
  description: [
    "The body is a statement as CAMT.053, or as CSV of a bank.",
    "Money whose text has the reference of an open payment, and of which exactly this is due, is matched.",
    "All other money that was received becomes an unmatched transfer, with the payments that it may be for; it makes no event.",
    "A line that was imported before changes nothing, also from another file of the same format; one that looks like a line of another format is not received twice.",
    "Repeat an import that did not end.",
  ].join(" "),
  query: ImportQuery,
  upload: {
    types: ["application/xml", "text/xml", "text/csv", "text/plain", "application/octet-stream"],
    writes: true,
    bytesMax: () => fileBytesMax,
  },
  response: ImportedFile,
  errors: ["unsupported_media_type", "conflict", "unavailable"],
  handle: importTransfers,
});

async function importTransfers(context: Context, call: Call<unknown, Query>): Promise<Answer> {
  const { dry_run: isDry, unknown, alike, ...forms } = call.query;
  const file = await readUpload(call.upload!, {
    ...forms,
    map: mapOf(forms.map),
    encoding: requireEncoding(forms.encoding),
    until: new Date(context.clock() + dayMs).toISOString().slice(0, 10),
  });
  if (file.question && !isDry)
    throw new InvalidRequest(["query", file.question.needs], file.question.text, null);
  const { format } = file;
  const plan = await planLines(context.database, file.lines, { format, withAlike: alike === "record" });
  if (isDry) return json(shownFile(file, plan, true));
  const recorded = await recordLines(context, call, plan, { format, withUnknown: unknown === "record" });
  const answer = shownFile(file, recorded, false);
  const after = { format: file.format, ...answer.counts, refused: file.refused.length };
  return auditedChange(context, call, "transfer.import", "/payments/transfers", async () => ({
    after,
    answer: json(answer),
  }));
}

/** Member → column. Throws 422. */
function mapOf(text: string | undefined): Record<Member, string> | undefined {
  if (text === undefined) return undefined;
  const invalid = (fault: string) => new InvalidRequest(["query", "map"], fault, text);
  try {
    const named = Object.entries(parseColumnMap(text, "it").columns).map(([member, { from }]) => {
      if (!members.includes(member as Member))
        throw invalid(`can name ${members.join(", ")}, not "${member}"`);
      if (from === undefined) throw invalid(`must name a column for "${member}"`);
      return [member, from] as const;
    });
    return Object.fromEntries(named) as Record<Member, string>;
  } catch (error) {
    throw error instanceof ImportError ? invalid(error.message) : error;
  }
}

function shownFile(
  file: BankFile,
  plan: readonly PlannedLine[],
  isDry: boolean,
): z.output<typeof ImportedFile> {
  const counts = Object.fromEntries(
    lineOutcomes.map((outcome) => [outcome, plan.filter((one) => one.outcome === outcome).length]),
  ) as z.output<typeof ImportedFile>["counts"];
  return {
    dry_run: isDry,
    format: file.format,
    columns: file.columns.map(({ name, members: read }) => ({ name, members: [...read] })),
    question: file.question,
    counts,
    lines: plan.map(({ line, outcome, note, paymentId, transferId, otherLine, refundId, proposals }) => ({
      line: line.at,
      outcome,
      note,
      day: line.day,
      minor: line.minor,
      currency: line.currency,
      reference: line.text,
      sender: line.sender,
      payment_id: paymentId,
      transfer_id: transferId,
      other_line: otherLine,
      refund_id: refundId,
      proposals: proposals.map(shownProposal),
    })),
    refused: file.refused.map(({ at, reason }) => ({ line: at, reason })),
  };
}
