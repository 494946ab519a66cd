import { encode } from "uqr";
import { decimalText } from "../../../base/format/money.ts";
import { plainAccount } from "../../../base/reading/bank-accounts.ts";
import { lineHeight, right, type Sheets, styles, width } from "../../../pdf/sheets.ts";
import type { LineOfText } from "../../../pdf/texts.ts";
import type { PaperBody } from "../paper-body.ts";
import type { PaperWording } from "./paper-texts.ts";

// The code that banks' apps scan to fill in a transfer: EPC069-12, version 2.1 of the European Payments Council.

/** Countries whose banks take part in SEPA and in the European Economic Area: for these, no BIC is needed. */
const area = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);
/** Countries whose banks take part in SEPA alone. */
const withBic = new Set("AD AL CH GB GI MC MD ME MK RS SM VA".split(" "));

const maxima = { name: 70, bytes: 331, minor: 99_999_999_999, reference: 140, version: 13 } as const;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What the code of an invoice contains; undefined if it has none: nothing is due, or not in euros, or to no account of SEPA. */
function transferPayload(paper: PaperBody): string | undefined {
  const { format, type_code, currency, seller, totals, number } = paper;
  const isDue = format === "vingate-paper/v2" && type_code === "380" && totals.due_minor > 0;
  if (!isDue || currency !== "EUR" || totals.due_minor > maxima.minor || !seller.iban) return undefined;
  const iban = plainAccount(seller.iban);
  const bic = plainAccount(seller.bic ?? "");
  const country = iban.slice(0, 2);
  if (!area.has(country) && !(withBic.has(country) && bic !== "")) return undefined;
  const amount = `EUR${decimalText(totals.due_minor, currency)}`;
  const linesOf = (name: string) =>
    // Its purpose and its structured reference are empty.
    ["BCD", "002", "1", "SCT", bic, name, iban, amount, "", "", number.slice(0, maxima.reference)].join("\n");
  const name = shortened(oneLine(seller.name), maxima.bytes - Buffer.byteLength(linesOf("")));
  return name === "" ? undefined : linesOf(name);
}

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** The whole characters of a name that fit. */
function shortened(name: string, bytesMax: number): string {
  let short = "";
  for (const { segment } of graphemes.segment(name)) {
    const longer = short + segment;
    if ([...longer].length > maxima.name || Buffer.byteLength(longer) > bytesMax) break;
    short = longer;
  }
  return short.trim();
}

/** Half a millimeter, which cameras of phones read from paper. */
const unit = 72 / 50.8;
/** Modules that stay white on all sides. */
const quiet = 4;

/** What a code takes of the page. */
export interface TransferCode {
  readonly rows: readonly (readonly boolean[])[];
  /** Points, with what stays white around it, and its caption. */
  readonly width: number;
  readonly height: number;
  readonly caption: readonly LineOfText[];
}

export function transferCode(
  sheets: Sheets,
  paper: PaperBody,
  { say }: PaperWording,
): TransferCode | undefined {
  const payload = transferPayload(paper);
  if (payload === undefined) return undefined;
  const { data, size } = encode(payload, { ecc: "M", maxVersion: maxima.version, border: 0 });
  const side = (size + 2 * quiet) * unit;
  const lines = sheets.texts.lines(say("Scan to pay"), size * unit, styles.small);
  return { rows: data, width: side, height: side + lines.length * lineHeight(styles.small), caption: lines };
}

/** Draws texts, and the code at their right, where its room was required. Without a code, texts have the whole width. */
export function drawBeside(
  sheets: Sheets,
  code: TransferCode | undefined,
  drawTexts: (room: number) => void,
): void {
  if (!code) {
    drawTexts(width);
    return;
  }
  const end = sheets.y + code.height;
  drawCode(sheets, code);
  const { pages } = sheets;
  drawTexts(width - code.width);
  // Long texts end on another page.
  if (sheets.pages === pages) sheets.back(Math.max(sheets.y, end));
}

function drawCode(sheets: Sheets, { rows, caption: lines }: TransferCode): void {
  const side = rows.length * unit;
  const y = sheets.y + quiet * unit;
  sheets.fillSquares(rows, { x: right - side, y, unit });
  for (const [index, line] of lines.entries()) {
    const below = y + side + quiet * unit + index * lineHeight(styles.small);
    sheets.texts.draw(line, right - sheets.texts.width(line, styles.small), below, styles.small);
  }
}
