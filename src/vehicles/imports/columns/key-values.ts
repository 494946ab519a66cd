import { monthOf } from "../../../base/reading/month-names.ts";
import { plainText } from "../../../base/reading/plain-text.ts";
import { isCellError, isEmptyWord } from "../../../base/reading/words.ts";
import { RecordError } from "../input/import-error.ts";

type Given = Readonly<Record<string, unknown>>;

/** At the ends of a text: characters that cannot be seen. */
const unseen = /^[\u200b-\u200f\u2060\ufeff]{1,9}|[\u200b-\u200f\u2060\ufeff]{1,9}$/g;

const isPlain = /^[!-~](?:[ -~]*[!-~])?$/;

/** A text; numbers are accepted. */
export function textOf(given: Given, name: string, required: boolean): string {
  const value = given[name];
  const text = typeof value === "number" ? String(value) : (value ?? "");
  if (typeof text !== "string") throw new RecordError(name, value, "must be text");
  const trimmed = isPlain.test(text) ? text : text.trim().replace(unseen, "");
  if (required && trimmed === "") throw new RecordError(name, value ?? "", "must not be empty");
  return trimmed;
}

/** A name of a vehicle; words for nothing, such as "unknown", are none. */
export function nameOf(given: Given, name: string, required: boolean): string {
  const text = textOf(given, name, required);
  if (!isEmptyWord(text, "name")) return text;
  if (required) throw new RecordError(name, given[name] ?? "", "must not be empty");
  return "";
}

/** A whole number; `2018.0` and `2018,0` are one that a program wrote with a decimal. */
export function wholeNumber(given: Given, name: string, least: number, most: number): number {
  const text = plainText(textOf(given, name, true));
  const value = /^\d{1,9}(?:[.,]0{1,6})?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  if (value >= least && value <= most) return value;
  if (isEmptyWord(text, "number")) throw new RecordError(name, given[name], "must not be empty");
  throw new RecordError(name, given[name], `must be a whole number from ${least} to ${most}`);
}

export const notADate = "must be a date, for example 2026-11-21 or 2026-11-21T08:15:00Z";

const exportAgain = "made by a spreadsheet: export the file again with this column as text";
const exponent = /^\d(?:[.,]\d+)?E\+?\d+$/i;
/** `="0123"` and `'0123` keep a spreadsheet from making a number of a text. */
const asText = /^="([^"]*)"$/;
const day =
  /^(?:(?:19|20)\d\d-\d\d-\d\d(?:[ T]00:00:00)?|\d\d?([./-])\d\d?\1(?:19|20)\d\d|\d\d?[./]\d\d?[./]\d\d)$/;
/** `Mar-24` and `1-Mar`; plates are written in capitals. */
const namedDay = /^(?:(\p{Lu}\p{Ll}{2,3})\.?[- ]\d\d|\d\d?\.?[- ](\p{Lu}\p{Ll}{2,3})\.?)$/u;

function isDay(text: string): boolean {
  if (day.test(text)) return true;
  const [, first, second] = namedDay.exec(text) ?? [];
  const name = first ?? second;
  return name !== undefined && monthOf(name) !== undefined;
}

/** A VIN or a plate. Throws `RecordError` for what a spreadsheet made of one. */
function keyText(given: Given, name: string, required: boolean): string {
  const written = textOf(given, name, required);
  const [, formula = written] = asText.exec(written) ?? [];
  const text = formula.startsWith("'") ? formula.slice(1) : formula;
  if (isCellError(text)) throw new RecordError(name, text, `is an error ${exportAgain}`);
  if (exponent.test(text)) throw new RecordError(name, text, `is a number ${exportAgain}`);
  if (isDay(text)) throw new RecordError(name, text, `is a day ${exportAgain}`);
  if (!isEmptyWord(text, "code")) return text;
  if (required) throw new RecordError(name, given[name] ?? "", "must not be empty");
  return "";
}

export function vinIn(given: Given, required = true): string {
  const text = keyText(given, "vin", required);
  if (/^\d{5}(?:\.\d+)?$/.test(text))
    throw new RecordError("vin", text, `is a number of five digits, as days are that were ${exportAgain}`);
  return text;
}

export const plateIn = (given: Given): string => keyText(given, "license", true);
