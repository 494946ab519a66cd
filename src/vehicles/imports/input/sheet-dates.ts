import { unitsIn } from "../../../base/reading/currencies-and-units.ts";
import { cellText as xmlText } from "./sheet-texts.ts";

/** How the styles of cells show numbers. */
export interface CellStyles {
  /** A number as a day or a time of a day if its style shows it so; else undefined. */
  dateOf(style: number, serial: number): string | undefined;
  /** A number with the currency or the unit that its style shows beside it. */
  withUnit(style: number, number: string): string;
}

/** Formats that workbooks do not list. */
const dateFormats: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58,
]);

/** The styles of a workbook, whose days are counted from 1900 or 1904. */
export function readStyles(xml: string, is1904: boolean): CellStyles {
  const formats = new Map<number, Format>();
  for (const [tag] of xml.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)) {
    const id = Number(/\snumFmtId="(\d{1,9})"/.exec(tag)?.[1]);
    const code = xmlText(/\sformatCode="([^"]*)"/.exec(tag)?.[1] ?? "");
    formats.set(id, { isDate: showsDate(code), unit: unitShown(code) });
  }
  const begin = xml.search(/<(?:\w+:)?cellXfs\b/);
  const end = xml.search(/<\/(?:\w+:)?cellXfs>/);
  const cells = begin < 0 ? "" : xml.slice(begin, end < 0 ? undefined : end);
  const shown = [...cells.matchAll(/<(?:\w+:)?xf\s[^<>]*>/g)].map(([tag]) => {
    const id = Number(/\snumFmtId="(\d{1,9})"/.exec(tag)?.[1]);
    return formats.get(id) ?? { isDate: dateFormats.has(id) };
  });
  return {
    dateOf: (style, serial) => (shown[style]?.isDate ? dayOf(serial + (is1904 ? 1462 : 0)) : undefined),
    withUnit(style, number) {
      const { text, isBefore } = shown[style]?.unit ?? {};
      if (text === undefined) return number;
      return isBefore ? `${text}${number}` : `${number} ${text}`;
    },
  };
}

interface Format {
  readonly isDate: boolean;
  readonly unit?: { readonly text: string; readonly isBefore: boolean } | undefined;
}

const partOfCode = /"([^"]{0,40})"|\[\$([^\]-]{0,20})[^\]]{0,20}\]|\\?(\p{Sc})|([0#?])/gu;

/** The currency or the unit in a format of positive numbers: in quotes, as `[$€-407]`, or a sign alone. */
function unitShown(code: string): Format["unit"] {
  let isBefore = true;
  for (const [, quoted, currency, sign, digit] of code.split(";")[0]!.matchAll(partOfCode)) {
    if (digit !== undefined) isBefore = false;
    const text = (quoted ?? currency ?? sign ?? "").trim();
    // A word such as `k` is shown for thousands of the number itself.
    if (text !== "" && unitsIn(text)?.zeros === 0) return { text, isBefore };
  }
  return undefined;
}

/** Whether a format shows days: not in quotes, colors or conditions, and not hours and minutes alone. */
function showsDate(code: string): boolean {
  const unquoted = code.split('"').filter((_, index) => index % 2 === 0);
  const [first = "", ...others] = unquoted.join("").split("[");
  const letters = [first, ...others.map((part) => part.slice(part.indexOf("]") + 1))]
    .join("")
    .replace(/[\\_]./g, "")
    .toLowerCase();
  return /[dy]/.test(letters) || (letters.includes("m") && !/[hs]/.test(letters));
}

const dayMs = 86_400_000;
/** 31 December 9999. */
const serialMax = 2_958_466;

function dayOf(serial: number): string | undefined {
  if (!(serial >= 1 && serial < serialMax)) return undefined;
  // Spreadsheets have a 29 February 1900.
  const days = serial < 60 ? serial + 1 : serial;
  const seconds = Math.round((days - 25_569) * 86_400);
  const text = new Date(seconds * 1000).toISOString();
  return (seconds * 1000) % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 19);
}
