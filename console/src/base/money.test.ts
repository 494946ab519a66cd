import { expect, test } from "bun:test";
import { currencies, digitsOf as digitsOfService } from "../../../src/base/format/currencies.ts";
import { amountOf as amountOfService, formatCallPrice, formatMoney } from "../../../src/base/format/money.ts";
import { amountOf, callPrice, digitsOf, netPrice, price, shortPrice } from "./money.ts";

test("money is shown as the service shows it, in all currencies", () => {
  for (const currency of currencies) {
    expect([currency, digitsOf(currency)]).toEqual([currency, digitsOfService(currency)]);
    for (const minor of [0, 5, 9900, 2 ** 53 - 1])
      expect(price(minor, currency)).toBe(formatMoney(minor, currency));
    expect(callPrice(3, 9900, 15_000, currency)).toBe(formatCallPrice(3, 9900, 15_000, currency));
  }
  for (const [credits, minor, per] of [
    [1, 5, 10],
    [3, 5, 10],
    [62_500, 800, 1000],
  ] as const)
    expect(Number(amountOf(credits, minor, per))).toBe(amountOfService(credits, minor, per));
});

test("a net price says that VAT is added, unless it is nothing", () => {
  expect([netPrice(4990, "EUR"), netPrice(0, "EUR")]).toEqual(["€49.90 + VAT", "€0.00"]);
});

test("a short price has no digits that are zero", () => {
  expect([9900, 9950, 0].map((minor) => shortPrice(minor, "EUR"))).toEqual(["€99", "€99.50", "€0"]);
  expect([shortPrice(9900, "JPY"), shortPrice(1_000, "KWD"), shortPrice(1_001, "KWD")]).toEqual([
    "¥9,900",
    "KWD\u00a01",
    "KWD\u00a01.001",
  ]);
});
