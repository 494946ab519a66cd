import { z } from "zod";
import { type Context, endpoint } from "../../../calls/context.ts";
import { type Answer, type Call, noStore } from "../../../http/endpoint.ts";
import { monthCsv } from "../bookkeeping/month-csv.ts";

const ofMonth = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
    .describe("In UTC, by the day of issue; of money, by the day on which it moved.")
    .meta({ example: "2026-11" }),
});
type MonthCall = Call<z.output<typeof ofMonth>>;

const common = {
  tag: "Papers",
  audience: "operator",
  permission: "papers.view",
  method: "GET",
  extension: true,
  params: ofMonth,
} as const;

export const monthEndpoints = [
  endpoint({
    ...common,
    id: "getMonthCsv",
    path: "/papers/months/{month}/csv",
    summary: "Download a month for the bookkeeper as CSV",
    description:
      "A row for each VAT rate of an invoice or a credit note, for each payment that was received and for each refund. Amounts are decimal; what was credited or returned is below zero. A payment is of the day on which all of its money was there, a refund by transfer of the day on which it was sent.",
    types: ["text/csv"],
    handle: getMonthCsv,
  }),
];

const headersOf = (name: string) => ({
  ...noStore,
  "content-disposition": `attachment; filename="${name}"`,
});

async function getMonthCsv(context: Context, { params: { month } }: MonthCall): Promise<Answer> {
  const parts: string[] = [];
  for await (const part of monthCsv(context, month)) parts.push(part);
  return { body: parts.join(""), type: "text/csv; charset=utf-8", headers: headersOf(`papers-${month}.csv`) };
}
