import { createHash } from "node:crypto";
import { attach, bytesOf, newPdf } from "../../../pdf/pdf-document.ts";
import { left, lineHeight, right, Sheets, styles, width } from "../../../pdf/sheets.ts";
import { type Column, drawTable } from "../../../pdf/table.ts";
import type { Letterhead } from "../../../running/brand.ts";
import type { BodyLine, PaperBody } from "../paper-body.ts";
import { addFacturX } from "./factur-x.ts";
import type { PaperWording } from "./paper-texts.ts";
import {
  addressOf,
  checkText,
  methodOf,
  periodOf,
  quantityOf,
  rateOf,
  sellerLines,
  taxIdOf,
  wordingOf,
} from "./paper-words.ts";
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
  const words = wordingOf(paper);
  const title = `${kindOf(paper, words)} ${paper.number}`;
  const pdf = newPdf({ title, fingerprint, at, font, lang: words.locale });
  const sheets = new Sheets(
    pdf,
    {
      head: paper.seller.name,
      foot: [
        title,
        words.say("Credits are counted by Vingate. Check at {url}", { url: `${publicUrl}/console/verify` }),
      ],
      letterhead,
      pageOf: (page, pages) =>
        words.say("Page {page} of {pages}", { page: String(page), pages: String(pages) }),
    },
    { hasOther: font !== undefined, isOrdered: paper.format === "vingate-paper/v2" },
  );
  drawParties(sheets, paper, letterhead, words);
  drawLines(sheets, paper, words);
  drawTotals(sheets, paper, words);
  drawPayment(sheets, paper, words);
  sheets.number();
  const description = "The data that this paper shows";
  attach(pdf, { name: `paper-${paper.number}.json`, type: "application/json", description, bytes, at });
  addFacturX(pdf, paper, at);
  return bytesOf(pdf);
}

export const isCredit = ({ type_code }: PaperBody): boolean => type_code === "381";
const kindOf = (paper: PaperBody, { say }: PaperWording): string =>
  say(isCredit(paper) ? "Credit note" : "Invoice");

/** Seller, buyer, and the facts of the paper. */
function drawParties(
  sheets: Sheets,
  paper: PaperBody,
  letterhead: Letterhead | undefined,
  words: PaperWording,
): void {
  const { say, dayName } = words;
  const { seller, buyer, payment } = paper;
  const half = width / 2 - 12;
  // The head can show another name.
  const isNamed = letterhead?.name == null || letterhead.name === seller.name;
  for (const line of [...(isNamed ? [] : [seller.name]), ...sellerLines(seller, words)])
    for (const part of sheets.texts.lines(line, half, styles.small)) {
      sheets.texts.draw(part, right - sheets.texts.width(part, styles.small), sheets.y - 26, styles.small);
      sheets.skip(lineHeight(styles.small));
    }
  const from = sheets.y + 10;
  sheets.back(from);
  if (buyer === null) sheets.paragraph(say("The buyer's data were removed."), styles.small, { room: half });
  else {
    const [first, ...rest] = addressOf(buyer, words);
    if (first) sheets.paragraph(first, styles.strong, { room: half });
    for (const line of rest) sheets.paragraph(line, styles.body, { room: half });
    sheets.skip(3);
    if (buyer.tax_id) sheets.paragraph(taxIdOf(buyer.tax_id, words), styles.small, { room: half });
    const check = checkText(buyer, words);
    if (check) sheets.paragraph(check, styles.small, { room: half });
  }
  if (paper.order_reference)
    sheets.paragraph(say("Your reference: {reference}", { reference: paper.order_reference }), styles.small, {
      room: half,
    });
  // A generated ID has no meaning for a reader; one that an operator chose is a customer number.
  if (!generatedId.test(paper.account_id))
    sheets.paragraph(say("Account {account}", { account: paper.account_id }), styles.small, { room: half });
  const end = sheets.y;
  sheets.back(from);
  const facts: [string, string[]][] = [
    [kindOf(paper, words), [paper.number]],
    [say("Issued"), [dayName(paper.issue_date)]],
    [say("Supplied"), [periodOf(paper.period, words)]],
    [say("Currency"), [paper.currency]],
  ];
  if (paper.preceding_invoice)
    facts.push([
      say("Corrects"),
      [
        say("Invoice {number} of {day}", {
          number: paper.preceding_invoice.number,
          day: dayName(paper.preceding_invoice.issue_date),
        }),
      ],
    ]);
  if (payment) facts.push([say("Paid"), [`${dayName(payment.at)}, ${methodOf(payment.method, words)}`]]);
  if (paper.due_date) facts.push([say("Due"), [dayName(paper.due_date)]]);
  sheets.facts(facts, {
    x: left + width / 2,
    room: width / 2,
    // The names of other languages are longer.
    named: words.language === "en" ? 76 : 104,
  });
  sheets.back(Math.max(end, sheets.y) + 20);
  sheets.paragraph(headingOf(paper, words), styles.title);
}

/** Invoice 2026-0049: €99.00, paid. */
function headingOf(paper: PaperBody, words: PaperWording): string {
  const { say, money, dayName } = words;
  const { totals, currency, number, due_date } = paper;
  const named = { title: `${kindOf(paper, words)} ${number}`, total: money(totals.gross_minor, currency) };
  if (isCredit(paper)) return say("{title}: {total} back", named);
  if (totals.due_minor === 0) return say("{title}: {total}, paid", named);
  if (due_date === null) return say("{title}: {total}, due", named);
  return say("{title}: {total}, due on {day}", { ...named, day: dayName(due_date) });
}

const lineColumns = ({ say }: PaperWording): readonly Column[] => [
  { title: say("No."), share: 0.05 },
  { title: say("Description"), share: 0.44 },
  { title: say("Quantity"), share: 0.16, isNumber: true },
  { title: say("Price"), share: 0.14, isNumber: true },
  { title: say("VAT"), share: 0.07, isNumber: true },
  { title: say("Amount"), share: 0.14, isNumber: true },
];

function drawLines(sheets: Sheets, { lines, currency }: PaperBody, words: PaperWording): void {
  sheets.heading(words.say("Lines"), styles.section, 60);
  const amount = (minor: number) => words.amount(minor, currency);
  const price = ({ price_minor, base_quantity }: BodyLine) =>
    base_quantity === 1 ? amount(price_minor) : `${amount(price_minor)} / ${words.count(base_quantity)}`;
  const rows = lines.map((line) => ({
    cells: [
      String(line.id),
      line.name,
      quantityOf(line, words),
      price(line),
      rateOf(line.vat_rate, words),
      amount(line.net_minor),
    ],
    soft: ["", line.description],
  }));
  drawTable(sheets, lineColumns(words), rows);
}

const totalColumns: readonly Column[] = [
  { title: "", share: 0.6 },
  { title: "", share: 0.4, isNumber: true },
];

function drawTotals(sheets: Sheets, paper: PaperBody, words: PaperWording): void {
  const { say, dayName } = words;
  const { totals, vat_breakdown, payment, currency } = paper;
  const money = (minor: number) => words.money(minor, currency);
  const rows = [
    { cells: [say("Net"), money(totals.net_minor)] },
    ...vat_breakdown.map(({ rate, taxable_minor, tax_minor }) => ({
      cells: [
        say("VAT {rate} of {net}", { rate: rateOf(rate, words), net: money(taxable_minor) }),
        money(tax_minor),
      ],
    })),
    { cells: [say("Total"), money(totals.gross_minor)], isSum: true },
  ];
  if (payment)
    rows.push({ cells: [say("Paid on {day}", { day: dayName(payment.at) }), `−${money(payment.minor)}`] });
  if (!isCredit(paper))
    rows.push({
      cells: [say(words.language === "en" ? "Due" : "Amount due"), money(totals.due_minor)],
      isSum: true,
    });
  sheets.skip(8);
  sheets.require(rows.length * 20);
  drawTable(sheets, totalColumns, rows, left + width * 0.5);
  sheets.skip(6);
  for (const { category, exemption_reason } of vat_breakdown)
    sheets.paragraph(
      [
        exemption_reason ?? "",
        // The reason is the operator's text, in one language; the law of the buyer names these words.
        category === "AE" && words.language !== "en" ? say("Reverse charge.") : "",
        say("EN 16931 category {category}.", { category }),
      ]
        .filter((part) => part !== "")
        .join(" "),
      styles.small,
    );
}

function drawPayment(sheets: Sheets, paper: PaperBody, words: PaperWording): void {
  const { say } = words;
  const { seller, totals, number } = paper;
  const code = transferCode(sheets, paper, words);
  sheets.heading(say(isCredit(paper) ? "Reason" : "Payment"), styles.section, code?.height ?? 60);
  if (isCredit(paper)) {
    sheets.paragraph(paper.note ?? "", styles.small);
    return;
  }
  const account = `${seller.name}, IBAN ${seller.iban}${seller.bic ? `, BIC ${seller.bic}` : ""}`;
  const transfer =
    totals.due_minor === 0
      ? say("By transfer, next time: {account}, reference the invoice number.", { account })
      : say("By transfer: {account}, reference {reference}.", { account, reference: number });
  const text = dueText(paper, words) + (seller.iban ? ` ${transfer}` : "");
  drawBeside(sheets, code, (room) => {
    sheets.paragraph(text, styles.small, { room });
    if (seller.bank_text) sheets.paragraph(seller.bank_text, styles.small, { room });
  });
}

function dueText({ totals, currency, due_date }: PaperBody, { say, money, dayName }: PaperWording): string {
  if (totals.due_minor === 0) return say("Nothing to pay.");
  const sum = money(totals.due_minor, currency);
  if (due_date === null) return say("To pay: {sum}.", { sum });
  return say("To pay: {sum} until {day}.", { sum, day: dayName(due_date) });
}
