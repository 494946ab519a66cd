import { createHash } from "node:crypto";
import { digitsOf } from "../../../base/format/currencies.ts";
import { formatMoney } from "../../../base/format/money.ts";
import { count, dayName } from "../../../base/format/words.ts";
import { attach, bytesOf, newPdf } from "../../../pdf/pdf-document.ts";
import { left, lineHeight, right, Sheets, styles, width } from "../../../pdf/sheets.ts";
import { type Column, drawTable } from "../../../pdf/table.ts";
import type { Letterhead } from "../../../running/brand.ts";
import type { BodyLine, PaperBody } from "../paper-body.ts";
import { addFacturX } from "./factur-x.ts";
import { addressOf, checkText, periodOf, quantityOf, rateOf, sellerLines, taxIdOf } from "./paper-words.ts";
import { drawBeside, transferCode } from "./transfer-code.ts";

const generatedId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** What the thread of papers draws. */
export interface DrawnPaper {
  /** The JSON, which the PDF contains. */
  readonly body: string;
  /** Milliseconds UTC. */
  readonly issuedAt: number;
  /** Where the service is reached. */
  readonly publicUrl: string;
  /** The file of a font for what DejaVu Sans lacks. */
  readonly font: string | undefined;
  /** The letterhead at the time of issue; undefined without one. */
  readonly letterhead?: Letterhead | undefined;
}

/** An invoice or a credit note as PDF/A-3b with its JSON, and as an e-invoice. The same input gives the same bytes. */
export async function renderPaper(drawn: DrawnPaper): Promise<Uint8Array<ArrayBuffer>> {
  const { body, issuedAt, publicUrl, font, letterhead } = drawn;
  const paper = JSON.parse(body) as PaperBody;
  const bytes = Buffer.from(body);
  const at = new Date(issuedAt);
  const fingerprint = `SHA-256 ${createHash("sha256").update(bytes).digest("hex")}`;
  const title = `${kindOf(paper)} ${paper.number}`;
  const pdf = newPdf({ title, fingerprint, at, font });
  const sheets = new Sheets(
    pdf,
    {
      head: paper.seller.name,
      foot: [title, `Credits are counted by Vingate. Check at ${publicUrl}/console/verify`],
      letterhead,
    },
    { hasOther: font !== undefined, isOrdered: paper.format === "vingate-paper/v2" },
  );
  drawParties(sheets, paper, letterhead);
  drawLines(sheets, paper);
  drawTotals(sheets, paper);
  drawPayment(sheets, paper);
  sheets.number();
  const description = "The data that this paper shows";
  attach(pdf, { name: `paper-${paper.number}.json`, type: "application/json", description, bytes, at });
  addFacturX(pdf, paper, at);
  return bytesOf(pdf);
}

export const isCredit = ({ type_code }: PaperBody): boolean => type_code === "381";
const kindOf = (paper: PaperBody): string => (isCredit(paper) ? "Credit note" : "Invoice");

/** Seller, buyer, and the facts of the paper. */
function drawParties(sheets: Sheets, paper: PaperBody, letterhead: Letterhead | undefined): void {
  const { seller, buyer, payment } = paper;
  const half = width / 2 - 12;
  // The head can show another name.
  const isNamed = letterhead?.name == null || letterhead.name === seller.name;
  for (const line of [...(isNamed ? [] : [seller.name]), ...sellerLines(seller)])
    for (const part of sheets.texts.lines(line, half, styles.small)) {
      sheets.texts.draw(part, right - sheets.texts.width(part, styles.small), sheets.y - 26, styles.small);
      sheets.skip(lineHeight(styles.small));
    }
  const from = sheets.y + 10;
  sheets.back(from);
  if (buyer === null) sheets.paragraph("The buyer's data were removed.", styles.small, { room: half });
  else {
    const [first, ...rest] = addressOf(buyer);
    if (first) sheets.paragraph(first, styles.strong, { room: half });
    for (const line of rest) sheets.paragraph(line, styles.body, { room: half });
    sheets.skip(3);
    if (buyer.tax_id) sheets.paragraph(taxIdOf(buyer.tax_id), styles.small, { room: half });
    const check = checkText(buyer);
    if (check) sheets.paragraph(check, styles.small, { room: half });
  }
  if (paper.order_reference)
    sheets.paragraph(`Your reference: ${paper.order_reference}`, styles.small, { room: half });
  // A generated ID has no meaning for a reader; one that an operator chose is a customer number.
  if (!generatedId.test(paper.account_id))
    sheets.paragraph(`Account ${paper.account_id}`, styles.small, { room: half });
  const end = sheets.y;
  sheets.back(from);
  const facts: [string, string[]][] = [
    [kindOf(paper), [paper.number]],
    ["Issued", [dayName(paper.issue_date)]],
    ["Supplied", [periodOf(paper.period)]],
    ["Currency", [paper.currency]],
  ];
  if (paper.preceding_invoice)
    facts.push([
      "Corrects",
      [`Invoice ${paper.preceding_invoice.number} of ${dayName(paper.preceding_invoice.issue_date)}`],
    ]);
  if (payment) facts.push(["Paid", [`${dayName(payment.at)}, ${payment.method}`]]);
  if (paper.due_date) facts.push(["Due", [dayName(paper.due_date)]]);
  sheets.facts(facts, { x: left + width / 2, room: width / 2 });
  sheets.back(Math.max(end, sheets.y) + 20);
  const total = formatMoney(paper.totals.gross_minor, paper.currency);
  sheets.paragraph(`${kindOf(paper)} ${paper.number}: ${total}${stateOf(paper)}`, styles.title);
}

function stateOf(paper: PaperBody): string {
  if (isCredit(paper)) return " back";
  if (paper.totals.due_minor === 0) return ", paid";
  return paper.due_date ? `, due on ${dayName(paper.due_date)}` : ", due";
}

const lineColumns: readonly Column[] = [
  { title: "No.", share: 0.05 },
  { title: "Description", share: 0.44 },
  { title: "Quantity", share: 0.16, isNumber: true },
  { title: "Price", share: 0.14, isNumber: true },
  { title: "VAT", share: 0.07, isNumber: true },
  { title: "Amount", share: 0.14, isNumber: true },
];

function drawLines(sheets: Sheets, { lines, currency }: PaperBody): void {
  sheets.heading("Lines", styles.section, 60);
  const price = ({ price_minor, base_quantity }: BodyLine) =>
    base_quantity === 1
      ? plainAmount(price_minor, currency)
      : `${plainAmount(price_minor, currency)} / ${count(base_quantity)}`;
  const rows = lines.map((line) => ({
    cells: [
      String(line.id),
      line.name,
      quantityOf(line),
      price(line),
      rateOf(line.vat_rate),
      plainAmount(line.net_minor, currency),
    ],
    soft: ["", line.description],
  }));
  drawTable(sheets, lineColumns, rows);
}

/** 1,234.50, without the currency. */
function plainAmount(minor: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = String(minor).padStart(digits + 1, "0");
  const whole = count(Number(text.slice(0, text.length - digits)));
  return digits === 0 ? whole : `${whole}.${text.slice(-digits)}`;
}

const totalColumns: readonly Column[] = [
  { title: "", share: 0.6 },
  { title: "", share: 0.4, isNumber: true },
];

function drawTotals(sheets: Sheets, paper: PaperBody): void {
  const { totals, vat_breakdown, payment, currency } = paper;
  const money = (minor: number) => formatMoney(minor, currency);
  const rows = [
    { cells: ["Net", money(totals.net_minor)] },
    ...vat_breakdown.map(({ rate, taxable_minor, tax_minor }) => ({
      cells: [`VAT ${rateOf(rate)} of ${money(taxable_minor)}`, money(tax_minor)],
    })),
    { cells: ["Total", money(totals.gross_minor)], isSum: true },
  ];
  if (payment) rows.push({ cells: [`Paid on ${dayName(payment.at)}`, `−${money(payment.minor)}`] });
  if (!isCredit(paper)) rows.push({ cells: ["Due", money(totals.due_minor)], isSum: true });
  sheets.skip(8);
  sheets.require(rows.length * 20);
  drawTable(sheets, totalColumns, rows, left + width * 0.5);
  sheets.skip(6);
  for (const { category, exemption_reason } of vat_breakdown)
    sheets.paragraph(
      `${exemption_reason ? `${exemption_reason} ` : ""}EN 16931 category ${category}.`,
      styles.small,
    );
}

function drawPayment(sheets: Sheets, paper: PaperBody): void {
  const { seller, totals, currency, number } = paper;
  const code = transferCode(sheets, paper);
  sheets.heading(isCredit(paper) ? "Reason" : "Payment", styles.section, code?.height ?? 60);
  if (isCredit(paper)) {
    sheets.paragraph(paper.note ?? "", styles.small);
    return;
  }
  const due =
    totals.due_minor === 0
      ? "Nothing to pay."
      : `To pay: ${formatMoney(totals.due_minor, currency)}${paper.due_date ? ` until ${dayName(paper.due_date)}` : ""}.`;
  const account = seller.iban
    ? ` By transfer${totals.due_minor === 0 ? ", next time" : ""}: ${seller.name}, IBAN ${seller.iban}${seller.bic ? `, BIC ${seller.bic}` : ""}, reference ${totals.due_minor === 0 ? "the invoice number" : number}.`
    : "";
  drawBeside(sheets, code, (room) => {
    sheets.paragraph(due + account, styles.small, { room });
    if (seller.bank_text) sheets.paragraph(seller.bank_text, styles.small, { room });
  });
}
