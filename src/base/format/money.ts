import { digitsOf } from "./currencies.ts";
import type { Language } from "./languages.ts";

/** The locales of numbers and texts, by language. */
export const locales = { en: "en-US", de: "de-DE", es: "es-ES" } as const;

export type Locale = (typeof locales)[Language];

/**
 * What `credits` cost in minor units, at `minor` per `per` credits: rounded once, half to even. Throws a `RangeError` for
 * input that is no whole number from 0 (`per` from 1), and for a result beyond 2^53 - 1.
 */
export function amountOf(credits: number, minor: number, per: number): number {
  return safe(roundedQuotient(whole(credits, 0) * whole(minor, 0), whole(per, 1)));
}

/** A sum of whole numbers. Throws a `RangeError` beyond 2^53 - 1. */
export function sumOf(amounts: readonly number[]): number {
  return safe(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));
}

/** A price as people read it: `€99.00`, `¥1,000`, `KWD 1.250`; in German `99,00 €`. */
export function formatMoney(minor: number, currency: string, language: Language = "en"): string {
  return format(BigInt(minor), digitsOf(currency), currency, language);
}

/** An amount for programs, with a point: `-99.00`, `1000` of yen. */
export const decimalText = (minor: number, currency: string): string => decimalOf(minor, digitsOf(currency));

/** `units` of 10^-digits as a decimal, with a point: 1900 of two digits is `19.00`. */
export const decimalOf = (units: number, digits: number): string => decimal(BigInt(units), digits);

const callDigits = 4;

/** The price of a call with four digits, `€0.0066`: `credits` at `minor` per `per` credits. */
export function formatCallPrice(credits: number, minor: number, per: number, currency: string): string {
  const scaled = whole(credits, 0) * whole(minor, 0) * 10n ** BigInt(callDigits - digitsOf(currency));
  return format(roundedQuotient(scaled, whole(per, 1)), callDigits, currency);
}

function whole(value: number, min: number): bigint {
  if (!Number.isSafeInteger(value) || value < min)
    throw new RangeError(`${value} is no whole number from ${min}`);
  return BigInt(value);
}

function safe(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is beyond the exact numbers (2^53 - 1)`);
  return number;
}

/** Rounded half to even. */
function roundedQuotient(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  const twice = (value % by) * 2n;
  return twice > by || (twice === by && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

/** `units` of 10^-digits, without a double in between. */
function decimal(units: bigint, digits: number): string {
  const sign = units < 0n ? "-" : "";
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function format(units: bigint, digits: number, currency: string, language: Language = "en"): string {
  return new Intl.NumberFormat(locales[language], {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(decimal(units, digits) as Intl.StringNumericLiteral);
}
