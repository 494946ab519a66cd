import { z } from "zod";
import { monthRange } from "../../../base/durations.ts";
import { Shares } from "../../../base/shares.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { attachedAs } from "../../../http/attachment.ts";
import type { Answer, Call, StreamedAnswer } from "../../../http/endpoint.ts";
import { conflict, notFound, tooManyCalls } from "../../../http/errors.ts";
import { sendZip } from "../../../management/common/zip.ts";
import type { Accounts } from "../bookkeeping/accounts.ts";
import { datevFile } from "../bookkeeping/datev.ts";
import { monthCsv } from "../bookkeeping/month-csv.ts";
import { countIssuedIn } from "../bookkeeping/month-entries.ts";
import { monthFiles } from "../bookkeeping/month-files.ts";
import { findSetting } from "../parties/seller.ts";
import { month } from "./month.ts";

const ofMonth = z.object({
  month: month.describe("In UTC, by the day of issue; of money, by the day on which it moved."),
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
      "A row for each VAT rate of an invoice or a credit note, for each payment that was received and for each refund. Amounts are decimal; what was credited or returned is below zero. A payment is of the day on which all of its money was there, a refund by transfer of the day on which it was sent. Of the balance that the provider of cards keeps, there is a row for each `fee`, for each `payout` (above zero if it failed, or for a top-up from the bank), and, once the month is over, for each `adjustment`: what else the balance has or lacks by payment and currency, such as a dispute that is not lost. So the payments, refunds, fees, payouts and adjustments by card of a month sum to the change of the balance. A payment in another currency than the balance is listed in its own, and a pair of adjustments moves it into that of the balance.",
    types: ["text/csv"],
    handle: getMonthCsv,
  }),
  endpoint({
    ...common,
    id: "getMonthDatev",
    path: "/papers/months/{month}/datev",
    summary: "Download a month as a file of DATEV",
    description:
      "EXTF, Buchungsstapel, with the accounts of `PUT /papers/accounts`; 409 names one that is missing. What is in euros alone: other currencies are in the CSV.",
    types: ["text/csv"],
    errors: ["not_found", "conflict"],
    handle: getMonthDatev,
  }),
  endpoint({
    ...common,
    id: "getMonthZip",
    path: "/papers/months/{month}/zip",
    summary: "Download the invoices and credit notes of a month as one ZIP file",
    description:
      "Each as `2026-0049.pdf` and, where its data are complete, as `2026-0049.xml`: an e-invoice of XRechnung, else of Peppol, else of EN 16931. With the month's CSV. It is made while it is sent, one at a time.",
    types: ["application/zip"],
    errors: ["conflict", "rate_limited"],
    answers: "stream",
    handle: getMonthZip,
  }),
];

async function getMonthCsv(context: Context, { params: { month } }: MonthCall): Promise<Answer> {
  const parts: string[] = [];
  for await (const part of monthCsv(context, month)) parts.push(part);
  return {
    body: parts.join(""),
    type: "text/csv; charset=utf-8",
    headers: attachedAs(`papers-${month}.csv`),
  };
}

async function getMonthDatev(context: Context, { params: { month } }: MonthCall): Promise<Answer> {
  const accounts = await findSetting<Accounts>(context.database, "accounts");
  if (!accounts)
    throw notFound(
      "No accounts are entered yet. Enter them under Settings, DATEV accounts, or with PUT /papers/accounts.",
    );
  const body = await datevFile(context, month, accounts);
  return { body, type: "text/csv; charset=windows-1252", headers: attachedAs(`EXTF_${month}.csv`) };
}

/** Each paper has two files, and a ZIP file without extensions 65,535. */
const papersMax = 32_000;
const zips = new Shares();

async function getMonthZip(
  context: Context,
  { params: { month }, request }: MonthCall,
): Promise<StreamedAnswer> {
  const count = await countIssuedIn(context.database, monthRange(month));
  if (count > papersMax)
    throw conflict(
      `${month} has ${count} papers, and one ZIP file has ${papersMax} at most. Download the CSV, and the papers by their ID.`,
    );
  if (zips.take("", 1, { each: 1, all: 1 }) !== undefined)
    throw tooManyCalls("Another ZIP file of a month is being made. Retry when it has ended.", 10);
  let isTaken = true;
  const release = () => {
    if (isTaken) zips.release("", 1);
    isTaken = false;
  };
  const { signal } = request!;
  const body = context.responses.unsent.stream(
    { client: "months", signal },
    {
      produce: (writer) =>
        sendZip(writer, monthFiles(context, month, signal), monthRange(month).to).finally(release),
      cancel: release,
    },
  );
  return { body, type: "application/zip", headers: attachedAs(`papers-${month}.zip`) };
}
