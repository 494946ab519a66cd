import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { currencies, digitsOf, isCurrency } from "./currencies.ts";
import { amountOf, formatCallPrice, formatMoney, sumOf } from "./money.ts";

const nbsp = "\u00a0";

describe("amountOf", () => {
  test("rounds half to even, once", () => {
    // At 5 per 10 credits, each credit is half a unit.
    expect([0, 1, 2, 3, 4, 5].map((credits) => amountOf(credits, 5, 10))).toEqual([0, 0, 1, 2, 2, 2]);
    expect([1, 2, 3].map((credits) => amountOf(credits, 1, 3))).toEqual([0, 1, 1]);
    expect(amountOf(5000, 800, 1000)).toBe(4000);
    expect(amountOf(1, 850, 1000)).toBe(1);
  });

  test("is the nearest whole number to the exact quotient, and even in the middle", () => {
    const count = fc.nat({ max: 2 ** 31 });
    fc.assert(
      fc.property(
        count,
        fc.nat({ max: 2 ** 21 }),
        fc.integer({ min: 1, max: 2 ** 31 }),
        (credits, minor, per) => {
          const [exact, by] = [BigInt(credits) * BigInt(minor), BigInt(per)];
          const amount = BigInt(amountOf(credits, minor, per));
          const twiceOff = 2n * (amount * by - exact);
          const size = twiceOff < 0n ? -twiceOff : twiceOff;
          expect(size <= by).toBe(true);
          if (size === by) expect(amount % 2n).toBe(0n);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test("has no error of doubles", () => {
    expect(amountOf(2 ** 53 - 1, 7, 7)).toBe(2 ** 53 - 1);
    expect(amountOf(999_999_999_999, 999_999, 1_000_000)).toBe(999_998_999_999);
  });

  test("refuses what is not exact", () => {
    expect(() => amountOf(2 ** 53 - 1, 2, 1)).toThrow(RangeError);
    for (const [credits, minor, per] of [
      [1.5, 1, 1],
      [-1, 1, 1],
      [1, -1, 1],
      [1, 1, 0],
      [2 ** 53, 1, 1],
      [Number.NaN, 1, 1],
    ] as const)
      expect(() => amountOf(credits, minor, per)).toThrow(RangeError);
  });
});

test("a sum beyond the exact numbers is refused", () => {
  expect(sumOf([])).toBe(0);
  expect(sumOf([9900, 4000, -900])).toBe(13_000);
  expect(sumOf([2 ** 53 - 1, 5, -5])).toBe(2 ** 53 - 1);
  expect(() => sumOf([2 ** 53 - 1, 1])).toThrow(RangeError);
});

test("money has the digits of its currency", () => {
  expect(
    [
      [9900, "EUR"],
      [0, "EUR"],
      [5, "USD"],
      [-3000, "EUR"],
      [1000, "JPY"],
      [1250, "KWD"],
      [123_456, "HUF"],
      [9_007_199_254_740_991, "EUR"],
      [9_007_199_254_740_991, "KWD"],
    ].map(([minor, currency]) => formatMoney(minor as number, currency as string)),
  ).toEqual([
    "€99.00",
    "€0.00",
    "$0.05",
    "-€30.00",
    "¥1,000",
    `KWD${nbsp}1.250`,
    `HUF${nbsp}1,234.56`,
    "€90,071,992,547,409.91",
    `KWD${nbsp}9,007,199,254,740.991`,
  ]);
});

test("the price of a call has four digits", () => {
  expect(formatCallPrice(1, 9900, 15_000, "EUR")).toBe("€0.0066");
  expect(formatCallPrice(3, 9900, 15_000, "EUR")).toBe("€0.0198");
  expect(formatCallPrice(0, 9900, 15_000, "EUR")).toBe("€0.0000");
  expect(formatCallPrice(1, 1000, 3000, "JPY")).toBe("¥0.3333");
  expect(formatCallPrice(2, 30_000, 15_000, "KWD")).toBe(`KWD${nbsp}0.0040`);
});

test("all listed currencies have the digits of ISO 4217", () => {
  expect(currencies).toEqual([...new Set(currencies)].sort());
  // Only this runtime is compared, because it follows ISO 4217.
  for (const currency of currencies) {
    const { maximumFractionDigits } = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
    }).resolvedOptions();
    expect([currency, maximumFractionDigits]).toEqual([currency, digitsOf(currency)]);
  }
  expect(["DEM", "XAU", "eur", "", "EURO"].filter(isCurrency)).toEqual([]);
});
