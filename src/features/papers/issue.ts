import { amountOf, formatMoney, sumOf } from "../../base/format/money.ts";
import { dateIn } from "../../base/format/words.ts";
import type { Queries } from "../../database/database.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { languageOf } from "../../management/common/user-resource.ts";
import { bodyOf, type PaperBody, unitCodes } from "./paper-body.ts";
import {
  findLastCreditNote,
  findPaper,
  lockCredited,
  type Paper,
  type StoredPaper,
  storePaper,
} from "./paper-rows.ts";
import { checkCurrency, readBuyer, requireCurrency, requireDetails } from "./parties/buyer.ts";
import { getSetting, type Seller } from "./parties/seller.ts";
import { quoteTax, type Taxes, type TaxQuote, taxFor } from "./parties/taxes.ts";
import { wordingOf } from "./pdf/paper-words.ts";

export { mailedFiles } from "./einvoice-file.ts";
export { paperFile } from "./paper-file.ts";
export { checkCurrency, findLastCreditNote, type Paper, quoteTax, type TaxQuote };

export interface PaperLine {
  /** "Growth, 12 Nov to 12 Dec 2026" */
  readonly text: string;
  /** "15,000 credits, valid until 12 Jan 2027, subscription growth-acme"; may be empty. */
  readonly detail: string;
  readonly quantity: number;
  readonly unit: "month" | "year" | "credits" | "piece";
  /** The price of `per` units in minor units, net. */
  readonly priceMinor: number;
  readonly per: number;
  /** The line's amount, net: `amountOf(quantity, priceMinor, per)`. */
  readonly netMinor: number;
}

export interface InvoiceRequest {
  readonly accountId: string;
  readonly subscriptionId: string | null;
  readonly currency: string;
  readonly lines: readonly PaperLine[];
  /** The first moment of what is supplied. Its UTC month is that of the paper. */
  readonly suppliedFrom: number;
  readonly suppliedTo: number | null;
  /** In which the days of supply are printed; UTC without it. */
  readonly timeZone?: string;
  /** What was paid, with tax; null if it is due. */
  readonly paid: { readonly minor: number; readonly at: number; readonly method: string } | null;
  readonly dueAt: number | null;
  readonly paymentId: string | null;
  /** The tax that was quoted when the payment was requested: later changes do not apply to it. */
  readonly tax?: TaxQuote;
  readonly now: number;
}

/**
 * Issues an invoice in the caller's transaction, which must be able to repeat. Numbers go from 1 without gaps. Locks the
 * account's billing row, then the counter, which all papers of the year share: call it after all other locks (subscription,
 * plan, balance, grants, payment), and before audit entries only. Throws 409 for another currency than before, before the
 * seller's data and taxes are entered, and without the buyer's country and address; a `RangeError` for lines whose amount is another, and if more is paid than due.
 */
export async function issueInvoice(tx: Queries, request: InvoiceRequest): Promise<Paper> {
  const { accountId, currency, now, paid } = request;
  const lines = request.lines.map((line) => requireAmount(line));
  const netMinor = sumOf(lines.map((line) => line.netMinor));
  await requireCurrency(tx, accountId, currency);
  const seller = await getSetting<Seller>(tx, "seller");
  await requireDetails(tx, accountId);
  const known = await readBuyer(tx, accountId);
  const { order_reference, buyer_reference = null, ...buyer } = known;
  const tax = request.tax ?? (await taxFor(tx, known, netMinor));
  const { taxMinor, grossMinor } = tax;
  const language = await languageOf(tx, accountId);
  if (tax.netMinor !== netMinor || netMinor + taxMinor !== grossMinor)
    throw new RangeError("the quoted tax is of another sum");
  const paidMinor = paid?.minor ?? 0;
  if (paidMinor > grossMinor) throw new RangeError(`${paidMinor} is more than the total of ${grossMinor}`);
  return storePaper(tx, {
    kind: "invoice",
    accountId,
    subscriptionId: request.subscriptionId,
    paymentId: request.paymentId,
    currency,
    netMinor,
    taxMinor,
    grossMinor,
    issuedAt: now,
    month: dateIn(request.suppliedFrom).slice(0, 7),
    corrects: null,
    body: (number): PaperBody => ({
      format: "vingate-paper/v2",
      number,
      type_code: "380",
      issue_date: dateIn(now),
      due_date: request.dueAt === null ? null : dateIn(request.dueAt),
      currency,
      order_reference,
      buyer_reference,
      language,
      period: {
        start: dateIn(request.suppliedFrom, request.timeZone),
        end: request.suppliedTo === null ? null : dateIn(request.suppliedTo, request.timeZone),
        time_zone: request.timeZone ?? "UTC",
      },
      preceding_invoice: null,
      seller,
      buyer,
      account_id: accountId,
      subscription_id: request.subscriptionId,
      lines: lines.map((line, index) => bodyLine(line, index + 1, tax)),
      vat_breakdown: breakdown(tax),
      totals: totals(tax, paidMinor),
      payment: paid && { at: dateIn(paid.at), method: paid.method, minor: paid.minor },
      note: null,
    }),
  });
}

/**
 * Issues a credit note for a part of an invoice, or all of it, under the same rules. Its tax is that of all credit notes of
 * the invoice together, less that of the earlier ones: in any split, all of them have the invoice's tax. Throws 404 without
 * the invoice, and 409 if the credit notes would exceed it.
 */
export async function issueCreditNote(tx: Queries, request: Correction): Promise<Paper> {
  const { corrects, grossMinor } = request;
  const credited = await lockCredited(tx, corrects);
  const invoice = await requireInvoice(tx, corrects);
  requireUpTo(invoice, invoice.grossMinor - credited.grossMinor, grossMinor, "credited");
  const taxMinor =
    amountOf(credited.grossMinor + grossMinor, invoice.taxMinor, invoice.grossMinor) - credited.taxMinor;
  return storeCorrection(tx, invoice, "credit_note", request, taxMinor);
}

/**
 * Issues an invoice for what credit notes of an invoice have taken back and the buyer has not got: their refund came back,
 * or their dispute was won after all. Its tax is what the credit notes that stay have less. Throws as `issueCreditNote`.
 */
export async function takeBackCredit(tx: Queries, request: Correction): Promise<Paper> {
  const { corrects, grossMinor } = request;
  const credited = await lockCredited(tx, corrects);
  const invoice = await requireInvoice(tx, corrects);
  requireUpTo(invoice, credited.grossMinor, grossMinor, "taken back");
  const stays = amountOf(credited.grossMinor - grossMinor, invoice.taxMinor, invoice.grossMinor);
  return storeCorrection(tx, invoice, "invoice", request, credited.taxMinor - stays);
}

/** What was sold, not what corrects it. Throws 404. */
async function requireInvoice(tx: Queries, id: string): Promise<StoredPaper> {
  const invoice = await findPaper(tx, id);
  if (invoice?.kind === "invoice" && invoice.corrects === null) return invoice;
  throw notFound(`There is no invoice ${id}.`);
}

function requireUpTo({ number, currency }: Paper, most: number, minor: number, how: string): void {
  if (Number.isSafeInteger(minor) && minor >= 1 && minor <= most) return;
  throw conflict(
    `Of invoice ${number}, ${formatMoney(most, currency)} can be ${how}, not ${formatMoney(minor, currency)}. Nothing was changed.`,
  );
}

/** A part of an invoice that is credited, or whose credit is taken back. */
interface Correction {
  /** The ID of the invoice. */
  readonly corrects: string;
  /** With tax. */
  readonly grossMinor: number;
  /** Undefined: a refund, or that the money did not go back. */
  readonly reason: string | undefined;
  readonly now: number;
}

/** Stores a paper that corrects an invoice: one line with what it has of the invoice's sum. */
function storeCorrection(
  tx: Queries,
  invoice: StoredPaper,
  kind: "credit_note" | "invoice",
  { corrects, grossMinor, now, ...correction }: Correction,
  taxMinor: number,
): Promise<Paper> {
  const of = bodyOf(invoice);
  const netMinor = grossMinor - taxMinor;
  const isCredit = kind === "credit_note";
  const { say } = wordingOf(of);
  const reason = correction.reason ?? say(isCredit ? "Refund" : "The money was not returned");
  const [{ rate, category, exemption_reason }] = of.vat_breakdown as [PaperBody["vat_breakdown"][number]];
  const tax = { netMinor, taxMinor, grossMinor, rate, category, reason: exemption_reason ?? "" };
  const line: PaperLine = {
    text: say(isCredit ? "Credit for invoice {number}" : "Credit for invoice {number} taken back", {
      number: invoice.number,
    }),
    detail: reason,
    quantity: 1,
    unit: "piece",
    priceMinor: netMinor,
    per: 1,
    netMinor,
  };
  return storePaper(tx, {
    kind,
    accountId: invoice.accountId,
    subscriptionId: of.subscription_id,
    paymentId: invoice.paymentId,
    currency: invoice.currency,
    netMinor,
    taxMinor,
    grossMinor,
    issuedAt: now,
    month: dateIn(now).slice(0, 7),
    corrects,
    body: (number): PaperBody => ({
      ...of,
      format: "vingate-paper/v2",
      buyer_reference: of.buyer_reference ?? null,
      language: of.language ?? "en",
      number,
      type_code: isCredit ? "381" : "380",
      issue_date: dateIn(now),
      due_date: null,
      preceding_invoice: { number: invoice.number, issue_date: of.issue_date },
      lines: [bodyLine(line, 1, tax)],
      vat_breakdown: breakdown(tax),
      // What was not returned was paid before.
      totals: totals(tax, isCredit ? 0 : grossMinor),
      payment: isCredit || !of.payment ? null : { ...of.payment, minor: grossMinor },
      note: reason,
    }),
  });
}

/** Throws 409 for buyers until the operator has entered the seller's data and the taxes. */
export async function requireSeller(tx: Queries): Promise<void> {
  await getSetting<Seller>(tx, "seller");
  await getSetting<Taxes>(tx, "taxes");
}

function requireAmount(line: PaperLine): PaperLine {
  const amount = amountOf(line.quantity, line.priceMinor, line.per);
  if (amount !== line.netMinor) throw new RangeError(`a line of ${line.netMinor} has the amount ${amount}`);
  return line;
}

const bodyLine = (line: PaperLine, id: number, { category, rate }: TaxQuote): PaperBody["lines"][number] => ({
  id,
  name: line.text,
  description: line.detail,
  quantity: line.quantity,
  unit: line.unit,
  unit_code: unitCodes[line.unit],
  price_minor: line.priceMinor,
  base_quantity: line.per,
  net_minor: line.netMinor,
  vat_category: category,
  vat_rate: rate,
});

const breakdown = ({ category, rate, netMinor, taxMinor, reason }: TaxQuote): PaperBody["vat_breakdown"] => [
  { category, rate, taxable_minor: netMinor, tax_minor: taxMinor, exemption_reason: reason || null },
];

const totals = ({ netMinor, taxMinor, grossMinor }: TaxQuote, paidMinor: number): PaperBody["totals"] => ({
  lines_net_minor: netMinor,
  net_minor: netMinor,
  tax_minor: taxMinor,
  gross_minor: grossMinor,
  paid_minor: paidMinor,
  due_minor: grossMinor - paidMinor,
});
