import { expect, test } from "bun:test";
import { currencies, digitsOf } from "../../../base/format/currencies.ts";
import { fromStripe, toStripe } from "./stripe-units.ts";

/** One unit of each currency whose amount at Stripe has not two digits, as Stripe documents it. */
const documented: Readonly<Record<string, number | undefined>> = {
  BIF: 1,
  CLP: 1,
  DJF: 1,
  GNF: 1,
  JPY: 1,
  KMF: 1,
  KRW: 1,
  MGA: 1,
  PYG: 1,
  RWF: 1,
  VND: 1,
  VUV: 1,
  XAF: 1,
  XOF: 1,
  XPF: 1,
  BHD: 1000,
  JOD: 1000,
  KWD: 1000,
  OMR: 1000,
  TND: 1000,
  UGX: undefined,
  IQD: undefined,
  LYD: undefined,
};

test("one unit of each currency is the documented amount, and the same in return", () => {
  const unit = (code: string) => 10 ** digitsOf(code);
  expect(currencies.map((code) => [code, toStripe(code, unit(code))])).toEqual(
    currencies.map((code) => [code, code in documented ? documented[code] : 100]),
  );
  for (const code of currencies) {
    const amount = toStripe(code, 12 * unit(code));
    if (amount !== undefined) expect([code, fromStripe(code, amount)]).toEqual([code, 12 * unit(code)]);
  }
});

test.each([
  ["MGA", 100_050],
  ["KWD", 5124],
  ["UGX", 500],
  ["EUR", 0.5],
] as const)("what is not exact is not charged: %s %p", (code, minor) => {
  expect(toStripe(code, minor)).toBeUndefined();
});

test("amounts of Stripe are read exactly or not at all", () => {
  expect(fromStripe("ISK", 500)).toBe(5);
  expect(fromStripe("ISK", 550)).toBeUndefined();
  expect(fromStripe("MGA", 1000)).toBe(100_000);
  expect(fromStripe("KWD", 5120)).toBe(5120);
  expect(fromStripe("UGX", 500)).toBeUndefined();
  expect(fromStripe("UGX", 0)).toBe(0);
});
