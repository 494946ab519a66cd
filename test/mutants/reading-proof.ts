import type { Mutant } from "./mutant.ts";

const reading = "src/base/reading";
const amounts = `${reading}/amounts.ts`;
const beside = `${reading}/currencies-and-units.ts`;
const days = `${reading}/days.ts`;
const times = `${reading}/times.ts`;
const timestamps = `${reading}/timestamps.ts`;
const usual = `${reading}/usual-texts.ts`;
const words = `${reading}/words.ts`;
const columnReader = "src/vehicles/imports/columns/column-reader.ts";
const rowValues = "src/vehicles/imports/columns/row-values.ts";
const keyValues = "src/vehicles/imports/columns/key-values.ts";
const amountsTest = "test/vehicles/imports/read-amounts.test.ts";
const distancesTest = "test/vehicles/imports/read-distances.test.ts";
const daysTest = "test/vehicles/imports/read-days.test.ts";
const wordsTest = "test/vehicles/imports/read-words.test.ts";
const usualTest = `${reading}/usual-texts.test.ts`;

/** Rules of the reader of other people's values, each broken once, besides those in `other-peoples-values.ts`. */
export const readingProofMutants: readonly Mutant[] = [
  // Seven of the reader's eighteen rules; the other eleven are in `other-peoples-values.ts` and `file-shapes.ts`.
  {
    bug: "a distance has no bound where it is quickly read",
    file: usual,
    find: "if (value > (part > 0 ? most - 1 : most)) return undefined;",
    replace: "",
    test: distancesTest,
    named: "9,999,999",
  },
  {
    bug: "a decimal sign that a person named admits one sign between groups",
    file: columnReader,
    find: "sign === undefined ? [form as NumberForm] : formsWith(sign)",
    replace: "[form as NumberForm]",
    test: amountsTest,
    named: "with a decimal comma",
  },
  {
    bug: "the month is first if nothing shows the order",
    file: columnReader,
    find: "return dates === undefined ? dayForms : [dates];",
    replace: 'return [dates ?? "month_first"];',
    test: daysTest,
    named: '"04/04/26"',
  },
  {
    bug: "a text that no form reads decides its column",
    file: `${reading}/evidence.ts`,
    find: "if (readings.size === 0 && this.#forms.every(",
    replace: "if (readings.size < 0 && this.#forms.every(",
    test: amountsTest,
    named: "#####",
  },
  {
    bug: "a number is read by way of a double",
    file: amounts,
    find: '.replace(/\\D/g, "").replace(/^0+(?=\\d)/, "");',
    replace: '.replace(/\\D/g, "").replace(/^.*$/, (digits) => String(Number(digits)));',
    test: `${reading}/amounts.test.ts`,
    named: "exact beyond doubles",
  },
  {
    bug: "kr is a currency of its own",
    file: rowValues,
    find: 'if (own === "?" && declared === "" && currencyAt !== undefined)',
    replace: 'if (own === "!" && declared === "" && currencyAt !== undefined)',
    test: amountsTest,
    named: '"17 550 kr"',
  },
  {
    bug: "an unknown zone is UTC",
    file: times,
    find: "if (zone !== undefined && zoneHoursAhead === undefined) return undefined;",
    replace: "",
    test: daysTest,
    named: "14:05 CST",
  },
  // Others.
  {
    bug: "characters that cannot be seen make a number unreadable",
    file: `${reading}/plain-text.ts`,
    find: "[\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060\\ufeff]",
    replace: "[\\u061c\\u200e\\u200f\\u202a-\\u202e\\ufeff]",
    test: amountsTest,
    named: "signs that cannot be seen",
  },
  {
    bug: "a price that is open to negotiation is none",
    file: beside,
    find: "vb vhb fp",
    replace: "fp",
    test: amountsTest,
    named: "5.900 VB",
  },
  {
    bug: "a price without tax is a price",
    file: beside,
    find: '"~ ca circa',
    replace: '"~ net plus tax ca circa',
    test: amountsTest,
    named: "plus tax",
  },
  {
    bug: "mil are thousands, and Swedish miles, too",
    file: beside,
    find: '["mil", 3, false],',
    replace: '["mil", 3, true],',
    test: distancesTest,
    named: "1 250 mil",
  },
  {
    bug: "lakh has the zeros of a million",
    file: beside,
    find: '["lakh", 5, true],',
    replace: '["lakh", 6, true],',
    test: amountsTest,
    named: "1.2 lakh",
  },
  {
    bug: "ten thousands of Chinese are thousands",
    file: beside,
    find: '["万", 4, true],',
    replace: '["万", 3, true],',
    test: distancesTest,
    named: "万公里",
  },
  {
    bug: "a minus behind an amount is no sign",
    file: amounts,
    find: "/^(?:[.,]--?|\\/-)/",
    replace: "/^(?:[.,]?--?|\\/-)/",
    test: amountsTest,
    named: "17,550.00-",
  },
  {
    bug: "lakhs after thousands cost their row",
    file: rowValues,
    find: 'if (typeof value !== "number") found = reader.readAmount(text);',
    replace: "",
    test: distancesTest,
    named: "98,000 mi",
  },
  {
    bug: "groups of two digits are quickly read",
    file: usual,
    find: "if (sinceGroup < 0 ? digits > 3 : sinceGroup !== 3) return undefined;",
    replace: "",
    test: usualTest,
    named: "most texts of a form are quickly read",
  },
  {
    bug: "a last group of two digits is quickly read",
    file: usual,
    find: "const isGrouped = sinceGroup < 0 || sinceGroup === 3;",
    replace: "const isGrouped = sinceGroup < 4;",
    test: usualTest,
    named: "most texts of a form are quickly read",
  },
  {
    bug: "quickly read days have the month first",
    file: usual,
    find: 'form === "day_first" ? [a, b] : [b, a]',
    replace: "[b, a]",
    test: usualTest,
    named: "days that are quickly read",
  },
  {
    bug: "an hour of a day is a count of seconds",
    file: timestamps,
    find: " || hourOfDay.test(text) ?",
    replace: " ?",
    test: `${reading}/days.test.ts`,
    named: "an hour of a day",
  },
  {
    bug: "seconds since 1970 are milliseconds",
    file: timestamps,
    find: 'part = "000"]',
    replace: 'part = ""]',
    test: daysTest,
    named: '"1792332300", ',
  },
  {
    bug: "a week that its year does not have is one of the next",
    file: timestamps,
    find: "return yearOf(monday + 3 * dayMs) === year ?",
    replace: "return yearOf(monday + 3 * dayMs) !== undefined ?",
    test: `${reading}/days.test.ts`,
    named: "2025-W53-1",
  },
  {
    bug: "years of the Thai calendar are of the future",
    file: days,
    find: "? Number(text) - 543 : Number(text)",
    replace: "? Number(text) : Number(text)",
    test: daysTest,
    named: "18/10/2569",
  },
  {
    bug: "the year behind a time is not found",
    file: timestamps,
    find: ".replace(yearLast, (_, date",
    replace: ".replace(/^$/, (_, date",
    test: daysTest,
    named: "UTC 2026",
  },
  {
    bug: "a day of zeros is kept as a date that cannot be read",
    file: words,
    find: '...["0000-00-00", "0000-00-00 00:00:00",',
    replace: '...["0000-00-00",',
    test: daysTest,
    named: "0000-00-00 00:00:00",
  },
  {
    bug: "an error of a spreadsheet is a fact",
    file: words,
    find: 'return (kind === "text" || kind === "name") && isCellError(seen);',
    replace: "return false;",
    test: wordsTest,
    named: 'the color "#REF!" is',
  },
  {
    bug: "an error of a spreadsheet is a plate",
    file: keyValues,
    find: "if (isCellError(text)) throw",
    replace: "if (text === exponent.source) throw",
    test: wordsTest,
    named: 'the plate "#####" is',
  },
  {
    bug: "a plate that a spreadsheet made a number of is one",
    file: keyValues,
    find: "if (exponent.test(text)) throw",
    replace: "if (text === exponent.source) throw",
    test: wordsTest,
    named: 'the plate "1,23E\\+10" is',
  },
  {
    bug: "what keeps a spreadsheet from making a number stays in the VIN",
    file: keyValues,
    find: `formula.startsWith("'") ? formula.slice(1) : formula;`,
    replace: "formula;",
    test: wordsTest,
    named: "a VIN that a spreadsheet keeps as text",
  },
];
