import { csvCell } from "../../../base/csv.ts";
import { decimalText } from "../../../base/format/money.ts";
import type { Context } from "../../../calls/context.ts";
import { type Entry, entriesIn } from "./month-entries.ts";

/** A text, or a number as it is written: a negative one is no formula. */
type Cell = string | { readonly number: string };

const amount = (minor: number | undefined, currency: string): Cell =>
  minor === undefined ? "" : { number: decimalText(minor, currency) };

/** The columns of a month, in their order. */
const columns: Readonly<Record<string, (entry: Entry) => Cell>> = {
  date: ({ date }) => date,
  kind: ({ kind }) => kind,
  number: ({ number }) => number,
  reference: ({ reference }) => reference,
  buyer: ({ buyer }) => buyer,
  country: ({ country }) => country,
  tax_id: ({ taxId }) => taxId,
  vat_category: ({ vat }) => vat?.category ?? "",
  vat_rate: ({ vat }) => (vat ? { number: String(vat.rate / 100) } : ""),
  net: ({ vat, currency }) => amount(vat?.netMinor, currency),
  vat: ({ vat, currency }) => amount(vat?.taxMinor, currency),
  gross: ({ grossMinor, currency }) => amount(grossMinor, currency),
  currency: ({ currency }) => currency,
  method: ({ method }) => method,
  provider_id: ({ providerId }) => providerId,
  corrects: ({ corrects }) => corrects,
  customer_number: ({ accountId }) => accountId,
};

const line = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => (typeof cell === "string" ? csvCell(cell) : cell.number)).join(",")}\r\n`;

/** The CSV of a month (RFC 4180), in parts. */
export async function* monthCsv(context: Context, month: string): AsyncGenerator<string> {
  yield line(Object.keys(columns));
  for await (const entries of entriesIn(context, month))
    yield entries.map((entry) => line(Object.values(columns).map((cell) => cell(entry)))).join("");
}
