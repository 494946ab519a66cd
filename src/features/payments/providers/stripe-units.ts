import { digitsOf } from "../../../base/format/currencies.ts";

// Stripe's units of amounts: https://docs.stripe.com/currencies, sections "Zero-decimal currencies", "Three-decimal
// currencies" and "Special cases", read on 2026-11-30 in a copy of 2024 that is stored publicly. All other currencies have two digits there.

/** Digits of Stripe's unit where they are not two. */
const digits: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF"
    .split(" ")
    .map((code) => [code, 0] as const),
  ..."BHD JOD KWD OMR TND".split(" ").map((code) => [code, 3] as const),
]);

/** What amounts must be divisible by in Stripe's unit, where it is not 1. The króna has two digits there, which are 0. */
const steps: ReadonlyMap<string, number> = new Map([
  ["ISK", 100],
  ..."BHD JOD KWD OMR TND".split(" ").map((code) => [code, 10] as const),
]);

/**
 * Stripe's page has both for the shilling, no digits and two. It names neither of the two dinars, so they would have two,
 * and ISO 4217 gives them three.
 */
const unclear: ReadonlySet<string> = new Set(["UGX", "IQD", "LYD"]);

/** Stripe's units in one minor unit of ISO 4217, or its reciprocal. */
const exponentOf = (currency: string): number => (digits.get(currency) ?? 2) - digitsOf(currency);

/** An amount in Stripe's unit; undefined if it has none that is exact. `minor` is in minor units of ISO 4217. */
export function toStripe(currency: string, minor: number): number | undefined {
  if (unclear.has(currency)) return undefined;
  const amount = scaled(minor, exponentOf(currency));
  return amount !== undefined && amount % (steps.get(currency) ?? 1) === 0 ? amount : undefined;
}

/** An amount of Stripe in minor units of ISO 4217; undefined if it is not exact. */
export function fromStripe(currency: string, amount: number): number | undefined {
  return unclear.has(currency) && amount !== 0 ? undefined : scaled(amount, -exponentOf(currency));
}

/** Times a power of ten; undefined if that is no whole number, or none that is exact. */
function scaled(value: number, exponent: number): number | undefined {
  const result = exponent < 0 ? value / 10 ** -exponent : value * 10 ** exponent;
  return Number.isSafeInteger(result) ? result : undefined;
}
