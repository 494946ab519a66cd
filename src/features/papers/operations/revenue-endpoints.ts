import { z } from "zod";
import { laterMonth, monthsBetween } from "../../../base/durations.ts";
import { digitsOf } from "../../../base/format/currencies.ts";
import { dateIn } from "../../../base/format/words.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { wireOf } from "../../../entities/wire.ts";
import type { Answer, Call } from "../../../http/endpoint.ts";
import { InvalidRequest } from "../../../http/errors.ts";
import { Accept, type Accepting, reportAnswer } from "../../../management/common/csv-answer.ts";
import { type MonthRevenue, revenueOf } from "../bookkeeping/revenue.ts";
import { month } from "./month.ts";

const minor = z.int();

const RevenueOutput = z
  .object({
    month: z.string().describe("In UTC."),
    currency: z.string().describe("The code of ISO 4217."),
    invoiced_minor: minor.describe("Of the invoices issued in it, net, in minor units."),
    credited_minor: minor.describe("Of the credit notes issued in it, net."),
    recognized_minor: minor.describe(
      "Of what was supplied in it, net. A credit note counts from its month on.",
    ),
    deferred_minor: minor.describe("At its end: invoiced and not supplied yet, net."),
    accrued_minor: minor.describe("At its end: supplied and not invoiced yet, net."),
  })
  .meta({ id: "MonthRevenue" });

const monthsMax = 60;
const RevenueQuery = z.object({
  from: month.optional().describe("The first month; if absent, eleven before the last one."),
  to: month.optional().describe("The last month; if absent, eleven after the first one, or this one."),
});

export const revenueEndpoint = endpoint({
  id: "getRevenue",
  tag: "Papers",
  audience: "operator",
  permission: "papers.view",
  method: "GET",
  extension: true,
  path: "/papers/revenue",
  summary: "Sum the revenue of months, and what is deferred",
  description:
    "Net, by currency. What a paper supplies is divided over its days, and the parts sum to its net exactly; what has no end is supplied on its first day. As CSV with `Accept: text/csv`, in major units.",
  query: RevenueQuery,
  headers: Accept,
  types: ["application/json", "text/csv"],
  response: z.array(RevenueOutput),
  handle: getRevenue,
});

async function getRevenue(
  { database, clock }: Context,
  { query, headers }: Call<unknown, z.output<typeof RevenueQuery>, Accepting>,
): Promise<Answer> {
  const to = query.to ?? (query.from ? laterMonth(query.from, 11) : dateIn(clock()).slice(0, 7));
  const from = query.from ?? laterMonth(to, -11);
  const months = monthsBetween(from, to);
  if (months.length === 0 || months.length > monthsMax)
    throw new InvalidRequest(
      ["query", "to"],
      `must not be before from, nor more than ${monthsMax} months with it`,
      query.to,
    );
  const rows = await revenueOf(database, months);
  const shown = rows.map(shownRevenue);
  const major = shown.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        inMajor(name),
        typeof value === "number" ? value / 10 ** digitsOf(row.currency) : value,
      ]),
    ),
  );
  const columns = Object.keys(RevenueOutput.shape).map(inMajor);
  return reportAnswer(headers.accept, `revenue-${from}-${to}`, shown, columns, major);
}

const inMajor = (name: string): string => name.replace("_minor", "");

const shownRevenue = (row: MonthRevenue): z.output<typeof RevenueOutput> => ({
  ...wireOf(row, "month", "currency", "invoicedMinor", "creditedMinor"),
  ...wireOf(row, "recognizedMinor", "deferredMinor", "accruedMinor"),
});
