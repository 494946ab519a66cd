import { expect, test } from "bun:test";
import { amountIn, formsWith, milesOfKm, numberForms, readDecimal } from "./amounts.ts";

/** The values that the forms read, each once, with the currency, the unit and `k`. */
function shown(text: string): string {
  const found = amountIn(text);
  if (!found) return "none";
  const { number, currency, unit, zeros } = found;
  const bounds = { decimals: 2, least: 0 };
  const values = numberForms.map((form) => readDecimal(number, form, bounds, zeros));
  const read = [...new Set(values.filter((value) => value !== undefined))].join(" or ");
  return [read === "" ? "unread" : read, currency, unit].filter((one) => one !== "").join(" ");
}

test.each([
  ["17.550,00 €", "17550 EUR"],
  ["€17.550", "17550 EUR"],
  ["17 550", "17550"],
  ["17\u202f550,5", "17550.5"],
  ["1.7550e4", "unread"],
  ["17,5k", "17500"],
  ["17.5K €", "17500 EUR"],
  ["17k€", "17000 EUR"],
  ["17kk", "none"],
  ["-1", "unread"],
  ["−1", "unread"],
  ["-$5", "unread USD"],
  ["-0", "0"],
  ["97.303 km", "97303 km"],
  ["62,574 km", "62574 km"],
  ["62,574 mi", "62574 mi"],
  ["51,200 mi (ACTUAL)", "51200 mi"],
  ["51,200 Miles", "51200 mi"],
  ["97 303 км", "97303 km"],
  ["12 km/h", "none"],
  ["£17550", "17550 GBP"],
  ["CHF 17’550.–", "17550 CHF"],
  ["Fr. 17'550.05", "17550.05 CHF"],
  ["17.550,- €", "17550 EUR"],
  ["₹17,55,000.00", "1755000 INR"],
  ["17 550,00 kr", "17550 ?"],
  ["¥ 1,200,000", "1200000 ?"],
  ["120万", "1200000"],
  ["1,200,000円", "1200000 JPY"],
  ["C$9,900", "9900 CAD"],
  ["$9,900 CAD", "9900 CAD"],
  ["€9,900 USD", "none"],
  ["US$ 12,400", "12400 USD"],
  ["12,400 usd", "12400 USD"],
  ["R$ 12.400,50", "12400.5 BRL"],
  ["9 900,50 zł", "9900.5 PLN"],
  ["SGD 5000", "5000 SGD"],
  ["XXQ 5000", "none"],
  ["$1,000 - $2,000", "unread USD"],
  ["17,550.00-", "none"],
  ["٤٬٢٠٠٫٥٠", "4200.5"],
  ["１２,４００", "12400"],
  ["0x10", "unread"],
  [".5", "0.5"],
  ["5.", "none"],
  ["1,2,3", "unread"],
  ["12,34", "12.34"],
  ["01,234", "unread"],
  ["1234,567", "unread"],
  ["", "none"],
  ["N/A", "none"],
  ["1\u0000", "none"],
])("%p is %s", (text, read) => expect(shown(text)).toBe(read));

test("a number is exact beyond doubles", () => {
  expect(readDecimal("9,007,199,254,740,993.07", "1,234.56", {})).toBe("9007199254740993.07");
});

test("kilometers become miles, half to even", () => {
  expect(["0", "62574", "1", "100.5", "2000000"].map(milesOfKm)).toEqual([
    "0",
    "38882",
    "1",
    "62",
    "1242742",
  ]);
  // 0.804672 km are half a mile, and 2.414016 one and a half.
  expect(["0.804672", "2.414016", "4.02336", "0.8046721"].map(milesOfKm)).toEqual(["0", "2", "2", "1"]);
});

test("a person names the decimal sign", () => {
  expect(formsWith("comma")).toEqual(["1.234,56", "1 234,56", "1'234,56"]);
  expect(formsWith("point")).toEqual(["1,234.56", "1 234.56", "1'234.56", "12,34,567.89"]);
});
