import { expect, test } from "bun:test";
import { currencies, digitsOf as digitsOfService } from "../../../src/base/format/currencies.ts";
import { amountOf as amountOfService, formatCallPrice, formatMoney } from "../../../src/base/format/money.ts";
import {
  amountFault,
  amountOf,
  amountText,
  callPrice,
  digitsOf,
  price,
  shortPrice,
  typedAmount,
} from "./money.ts";

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

test("a short price has no digits that are zero", () => {
  expect([9900, 9950, 0].map((minor) => shortPrice(minor, "EUR"))).toEqual(["€99", "€99.50", "€0"]);
  expect([shortPrice(9900, "JPY"), shortPrice(1_000, "KWD"), shortPrice(1_001, "KWD")]).toEqual([
    "¥9,900",
    "KWD\u00a01",
    "KWD\u00a01.001",
  ]);
});

test("typed amounts are exact, and shown again as typed", () => {
  for (const [typed, minor] of [
    ["99", 9900],
    ["99.5", 9950],
    ["1,099.00", 109_900],
    [" 0.07 ", 7],
    ["90071992547409.91", 2 ** 53 - 1],
  ] as const) {
    expect(typedAmount(typed, "EUR")).toBe(minor);
    expect(typedAmount(amountText(minor, "EUR"), "EUR")).toBe(minor);
  }
  expect([typedAmount("", "EUR"), typedAmount("1000", "JPY"), typedAmount("1.25", "KWD")]).toEqual([
    undefined,
    1000,
    1250,
  ]);
});

test("a text that is no amount of the currency has a fault", () => {
  for (const [typed, currency] of [
    ["9.999", "EUR"],
    ["1.0", "JPY"],
    ["-1", "EUR"],
    ["€9", "EUR"],
    ["1e3", "EUR"],
    ["9.", "EUR"],
  ] as const)
    expect(typedAmount(typed, currency)).toBeNaN();
  expect([amountFault("x", "EUR"), amountFault("1.5", "JPY"), amountFault("", "EUR")]).toEqual([
    "Enter an amount, for example 99.00.",
    "Enter an amount, for example 9,900.",
    undefined,
  ]);
});
