import {
  type NumberFault,
  type NumberReading,
  numberSigns,
  readNumber,
} from "../../../src/base/reading/numbers.ts";
import { count } from "./format.ts";
import { language, locale, t } from "./language/language.ts";
import { amountText, digitsOf } from "./money.ts";

/**
 * What a field of a number has: the text that was typed, or a number before anything is typed, which the field writes in
 * the page's language. Amounts are in minor units, percentages in hundredths of a percent.
 */
export type Typed = string | number;

/** The largest number that is exact. */
const unitsMax = Number.MAX_SAFE_INTEGER;

/** A stored number as a field has it; empty if there is none. */
export const typedOf = (value: number | null | undefined): Typed => value ?? "";

export const isEmpty = (typed: Typed): boolean => typeof typed === "string" && typed.trim() === "";

const percentages = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false });

/** Hundredths of a percent as a form shows them: `5.5`. */
const rateText = (rate: number): string => percentages.format(rate / 100);

/** A kind of number: how it is written, and how many digits it has after the decimal sign. */
interface Kind {
  readonly most: number;
  readonly all: boolean;
  written(units: number): string;
}

const whole: Kind = { most: 0, all: true, written: count };
const rate: Kind = { most: 2, all: false, written: rateText };
const amountIn = (currency: string): Kind => ({
  most: digitsOf(currency),
  all: true,
  written: (minor) => amountText(minor, currency),
});

/** Undefined for an empty text. */
function readingOf(typed: Typed, kind: Kind): NumberReading | undefined {
  if (typeof typed === "number") return { units: typed };
  return isEmpty(typed) ? undefined : readNumber(typed, numberSigns[language], kind);
}

/** Undefined for an empty text, NaN for one that is refused. */
function unitsOf(typed: Typed, kind: Kind): number | undefined {
  const reading = readingOf(typed, kind);
  return reading && ("units" in reading ? reading.units : Number.NaN);
}

/** The text in the field. */
const shown = (typed: Typed, kind: Kind): string => (typeof typed === "number" ? kind.written(typed) : typed);

/** Why a text is refused, or undefined; `words` describes the fault and gives an example. */
function faultOf(typed: Typed, kind: Kind, words: (fault: NumberFault) => string): string | undefined {
  const reading = readingOf(typed, kind);
  if (!reading || "units" in reading) return undefined;
  const { fault, meant } = reading;
  if (meant !== undefined) return t("Type {example}.", { example: kind.written(meant) });
  return fault === "size" ? t("At most {most}.", { most: kind.written(unitsMax) }) : words(fault);
}

/** A typed whole number; undefined for an empty text, NaN if it is none. */
export const wholeNumber = (typed: Typed): number | undefined => unitsOf(typed, whole);

export const shownWhole = (typed: Typed): string => shown(typed, whole);

/** Why a text is no whole number from `least` to `most`; undefined if it is one, or empty. */
export function wholeFault(typed: Typed, least = 0, most = unitsMax): string | undefined {
  const value = wholeNumber(typed);
  if (value === undefined || (value >= least && value <= most)) return undefined;
  if (value > most) return t("Enter a whole number up to {most}.", { most: count(most) });
  if (value < least) return t("Enter a whole number from {least}.", { least: count(least) });
  return faultOf(typed, whole, (fault) => {
    if (fault === "decimals")
      return t("No digits after a decimal sign here, for example {example}.", thousand);
    if (fault === "groups") return t("A group has 3 digits, for example {example}.", thousand);
    return t("Enter a whole number, for example {example}.", thousand);
  });
}

const thousand = { example: count(15_000) };

/** A typed amount in minor units; undefined for an empty text, NaN if it is no amount of the currency. */
export const typedAmount = (typed: Typed, currency: string): number | undefined =>
  unitsOf(typed, amountIn(currency));

export const shownAmount = (typed: Typed, currency: string): string => shown(typed, amountIn(currency));

/** Why a text is no amount of a currency; undefined if it is one, or empty. */
export function amountFault(typed: Typed, currency: string): string | undefined {
  const kind = amountIn(currency);
  const example = (units: number) => kind.written(units * 10 ** kind.most);
  const groups = example(15_000);
  return faultOf(typed, kind, (fault) => {
    if (fault === "groups") return t("A group has 3 digits, for example {example}.", { example: groups });
    if (fault !== "decimals")
      return t("Enter an amount, for example {amountText}.", { amountText: example(99) });
    return kind.most === 0
      ? t("No digits after a decimal sign here, for example {example}.", { example: groups })
      : t("{currency} has {digits} digits after the decimal sign, for example {example}.", {
          currency,
          digits: kind.most,
          example: kind.written(5990 * 10 ** (kind.most - 2)),
        });
  });
}

/** A typed percentage in hundredths; undefined for an empty text, NaN if it is none from 0 to 100. */
export function typedRate(typed: Typed): number | undefined {
  const value = unitsOf(typed, rate);
  return value !== undefined && value > 10_000 ? Number.NaN : value;
}

export const shownRate = (typed: Typed): string => shown(typed, rate);

/** `19%`. */
export const rateWords = (hundredths: number): string =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(hundredths / 10_000);

/** Why a text is no percentage; undefined if it is one, or empty. */
export function rateFault(typed: Typed): string | undefined {
  const value = unitsOf(typed, rate);
  if (value !== undefined && value > 10_000) return t("Enter a percentage up to 100.");
  return faultOf(typed, rate, () =>
    t("Enter a percentage, such as {whole} or {part}.", { whole: rateText(1900), part: rateText(550) }),
  );
}

/** Typed whole numbers between semicolons, or commas with a space after them. NaN for a part that is none. */
export const wholeNumbers = (typed: string): number[] =>
  typed
    .split(/;|,\s|\n/)
    .filter((part) => part.trim() !== "")
    .map((part) => wholeNumber(part) ?? Number.NaN);

/** Whole numbers as a form shows them: `1,000; 100`. */
export const wholeNumbersText = (values: readonly number[]): string => values.map(count).join("; ");

/**
 * A typed number of rows, or a share of them, as the service writes it: `1000`, `0.5%`. Undefined if it is neither, empty
 * for an empty text.
 */
export function typedShare(typed: string): string | undefined {
  const text = typed.trim();
  const isShare = text.endsWith("%");
  const value = isShare ? typedRate(text.slice(0, -1)) : wholeNumber(text);
  if (value === undefined) return isShare ? undefined : "";
  if (Number.isNaN(value)) return undefined;
  return isShare ? `${value / 100}%` : String(value);
}

/** Why a text is no number of rows and no share of them. */
export const shareFault = (typed: string): string | undefined =>
  typedShare(typed) === undefined
    ? t("Enter a number such as {whole}, or a percentage such as {part}.", {
        whole: count(15_000),
        part: rateWords(50),
      })
    : undefined;

/** What a share or a number of rows reads as; undefined if it is empty or neither. */
export function shareWords(typed: string): string | undefined {
  const read = typedShare(typed);
  if (!read) return undefined;
  return read.endsWith("%")
    ? rateWords(typedRate(typed.trim().slice(0, -1)) ?? 0)
    : count(wholeNumber(typed) ?? 0);
}
