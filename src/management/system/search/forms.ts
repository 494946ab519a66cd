import { currencies, digitsOf, isCurrency } from "../../../base/format/currencies.ts";
import { numberForms, readDecimal } from "../../../base/reading/amounts.ts";
import { vinOf } from "../../../base/reading/vins.ts";
import { callIdPattern, readCallId } from "../../../metering/requests/call-id.ts";
import type { TextForms, TypedAmount } from "../../../running/searches.ts";
import { plateStates } from "../../../vehicles/families/plate-states.ts";
import { entityId } from "../../common/identifiers.ts";
import { wordsOf } from "../../common/word-index.ts";

const plateForm = /^([A-Z0-9](?:[A-Z0-9 -]{0,8}[A-Z0-9])?)[ ,]+([A-Z]{2})$/;
const requestIdForm = /^(?=.*\d)[A-Za-z0-9._-]{8,128}$/;
const numberForm = /^((?:19|20)\d\d)-(\d{4,9})$/;
const keyPart = "[A-Za-z0-9._~-]";
const maskedKey = new RegExp(`^(${keyPart}{0,256})(?:…|\\.\\.\\.|\\*{2,})(${keyPart}{4,256})$`);
const keyForm = new RegExp(`^${keyPart}{4,256}$`);
const secretForm = /^vg[a-z]_/;

/** What a text can be. */
export function formsOf(typed: string): TextForms {
  const text = typed.trim();
  const isSecret = secretForm.test(text);
  const key = keyOf(text);
  if (isSecret) return { text, words: [], amounts: [], isSecret, ...(key && { key }) };
  const [number, series] = numberForm.exec(text) ?? [];
  const [, plate, state] = plateForm.exec(text.toUpperCase()) ?? [];
  const amounts = amountsOf(text);
  const vin = vinOf(text);
  const isPlain = amounts.length === 0 && number === undefined && vin === undefined;
  return {
    text,
    words: wordsOf(text),
    amounts,
    isSecret,
    ...(entityId.safeParse(text).success && { id: text }),
    ...(number && series && { number: { series, text: number } }),
    ...(vin && { vin }),
    ...(plate && state && plateStates.has(state) && { plate: { number: plate, state } }),
    ...(callIdPattern.test(text) && { call: readCallId(text) }),
    ...(isPlain && requestIdForm.test(text) && { requestId: text }),
    ...(key && { key }),
  };
}

function keyOf(text: string): TextForms["key"] {
  const [, start, end] = maskedKey.exec(text) ?? [];
  if (start !== undefined && end !== undefined) return { start, end };
  return keyForm.test(text) ? { start: "", end: text } : undefined;
}

const symbols = new Map(
  currencies.flatMap((code): [string, string][] => {
    const parts = new Intl.NumberFormat("en-US", { style: "currency", currency: code }).formatToParts(0);
    const symbol = parts.find(({ type }) => type === "currency")?.value;
    return symbol && symbol !== code ? [[symbol, code]] : [];
  }),
);

/** The amounts that a text can be: `99`, `99.00`, `€1,000`, `99,00 EUR`. */
export function amountsOf(text: string): TypedAmount[] {
  const start = text.search(/\d/);
  if (start < 0) return [];
  let end = text.length;
  while (!/\d/.test(text[end - 1]!)) end -= 1;
  const number = text.slice(start, end).replace(/\s/g, " ");
  const named = `${text.slice(0, start)}${text.slice(end)}`.trim();
  if (number.length > 20) return [];
  const currency = isCurrency(named.toUpperCase()) ? named.toUpperCase() : symbols.get(named);
  if (named !== "" && currency === undefined) return [];
  return [0, 2, 3].flatMap((digits) => {
    if (currency !== undefined && digitsOf(currency) !== digits) return [];
    const bounds = { decimals: 0, least: 0, most: Number.MAX_SAFE_INTEGER };
    const read = forms.flatMap((form) => readDecimal(number, form, bounds, digits) ?? []);
    return [...new Set(read)].map((minor) => ({
      minor: Number(minor),
      digits,
      ...(currency && { currency }),
    }));
  });
}

/** Every form but the Indian one, whose groups of two digits are more often a slip of the hand. */
const forms = numberForms.filter((form) => form !== "12,34,567.89");
