import { expect, test } from "bun:test";
import { readColumn } from "./read-columns.ts";

const ambiguous = (line: number, text: string) =>
  expect.stringContaining(
    `line ${line}: the column data.listing_price.price can be read in more than one way, and none of its rows decides: "${text}"`,
  );
const mixed = (first: string, second: string) =>
  expect.stringContaining(`has numbers that are written in two ways: ${first} and ${second}`);

/** Columns of prices as people's files have them. */
test.each<[readonly string[], unknown]>([
  // Signs between groups and before decimals.
  [
    ["17'550.50", "9'900"],
    ["17550.5", "9900"],
  ],
  [
    ["CHF 1’234’567.–", "CHF 99.95"],
    ["1234567 CHF", "99.95 CHF"],
  ],
  [
    ["Rs. 17,55,000", "Rs 99,000/-", "₹ 1,00,00,000.50"],
    ["1755000 INR", "99000 INR", "10000000.5 INR"],
  ],
  [
    ["1\u202f234\u202f567,89 €", "99,90\u00a0€"],
    ["1234567.89 EUR", "99.9 EUR"],
  ],
  [
    ["17\u2009550", "9\u2009900,5"],
    ["17550", "9900.5"],
  ],
  [
    ["17.550", "9.900", "850"],
    ["17550", "9900", "850"],
  ],
  [
    ["17550,00", "9900,5"],
    ["17550", "9900.5"],
  ],
  [
    ["1.234.567", "12"],
    ["1234567", "12"],
  ],
  [
    ["12.345,67", "1.234"],
    ["12345.67", "1234"],
  ],
  [
    ["17.5", "9.25"],
    ["17.5", "9.25"],
  ],
  [["17.5", "9,25"], mixed("line 2: 17.5", "line 3: 9,25")],
  [["1,234", "1.234"], mixed("line 2: 1,234", "line 3: 1.234")],
  [["17,550.00", "17.550,00"], mixed("line 2: 17,550.00", "line 3: 17.550,00")],
  [
    ["0.99", "00.5", "007"],
    ["0.99", "0.5", "7"],
  ],
  [["17550.0", "9900.00", "5.000"], mixed("line 2: 17550.0", "line 4: 5.000")],
  [
    ["17_550", "17·550", "5"],
    ["refused", "refused", "5"],
  ],
  // Signs, and amounts that are none.
  [
    ["17,550.00-", "(1,234.00)", "-$5", "$1,234.00"],
    ["refused", "refused", "refused", "1234 USD"],
  ],
  [
    ["+17550", "±5", "~17550"],
    ["17550", "refused", "17550"],
  ],
  [
    ["1.234,-", "€ 5.900,—", "950,--"],
    ["1234", "5900 EUR", "950"],
  ],
  [
    ["1.7550e4", "1e4", "0x44", "1/2", "5"],
    ["refused", "refused", "refused", "refused", "5"],
  ],
  [
    ["10000-12000", "10.000 bis 12.000", "from 9,900", "5"],
    ["refused", "refused", "refused", "5"],
  ],
  [
    ["17.550 + MwSt.", "17,550 plus tax", "17550 net", "5"],
    ["refused", "refused", "refused", "5"],
  ],
  [
    ["#####", "#REF!", "FALSE", "=B2*2", "5"],
    ["refused", "refused", "refused", "refused", "5"],
  ],
  // Words beside them.
  [
    ["€ 5.900 VB", "5.900,- € VHB", "ca. 7.000 €", "FP 4.500 €"],
    ["5900 EUR", "5900 EUR", "7000 EUR", "4500 EUR"],
  ],
  [
    ["$5,900 OBO", "£4,950 ono", "approx. $7,000", "$17,550 USD"],
    ["5900 USD", "4950 GBP", "7000 USD", "17550 USD"],
  ],
  // Thousands and larger.
  [
    ["17,5 T€", "9 T€", "12 TEUR"],
    ["17500 EUR", "9000 EUR", "12000 EUR"],
  ],
  [
    ["17.5k", "$9K", "€12 k"],
    ["17500", "9000 USD", "12000 EUR"],
  ],
  [
    ["1.2 lakh", "₹17.5 lakhs", "0.5 crore"],
    ["120000", "1750000 INR", "5000000"],
  ],
  [
    ["120万円", "98.5万円", "1,200,000円"],
    ["1200000 JPY", "985000 JPY", "1200000 JPY"],
  ],
  [
    ["12.8万元", "9.98万"],
    ["128000 CNY", "99800"],
  ],
  [
    ["1.2M", "1,2 Mio. €", "5"],
    ["refused", "1200000 EUR", "5"],
  ],
  // Currencies.
  [
    ["17 550 kr", "5"],
    ["refused", "5"],
  ],
  [["SEK 17 550", "17 550 SEK", "17.550 DKK"], mixed("line 2: SEK 17 550", "line 4: 17.550 DKK")],
  [
    ["17 550 Kč", "9 900 Kč"],
    ["17550 CZK", "9900 CZK"],
  ],
  [
    ["17 550 zł", "9 900,50 PLN"],
    ["17550 PLN", "9900.5 PLN"],
  ],
  [
    ["R$ 17.550,00", "R$ 950"],
    ["17550 BRL", "950 BRL"],
  ],
  [["1.234 KD", "KWD 1.234", "OMR 5"], ambiguous(3, "KWD 1.234")],
  [
    ["Mex$17,550.00", "AED 17,550", "RON 5", "7 lei"],
    ["refused", "17550 AED", "5 RON", "7 RON"],
  ],
  [
    ["17550 EUR", "EUR17550", "eur 17550", "17550 Euro"],
    ["17550 EUR", "17550 EUR", "17550 EUR", "17550 EUR"],
  ],
  [
    ["१७,५५,०००", "৯৯,০০০", "１２,０００"],
    ["1755000", "99000", "12000"],
  ],
  [
    ["17.550,00 €", "TBA", "auf Anfrage", "k.A.", ""],
    ["17550 EUR", "", "refused", "", ""],
  ],
])("prices %p", (texts, read) => expect(readColumn("price", texts)).toEqual(read as never));

test.each<[readonly unknown[], unknown]>([
  [
    [17_550, 9900.5, "9.900"],
    ["17550", "9900.5", "9900"],
  ],
  [
    [-5, 1e21, 1.5e3, 0],
    ["refused", "refused", "1500", "0"],
  ],
])("prices of JSON %p", (texts, read) => expect(readColumn("price", texts)).toEqual(read as never));

test.each<[readonly string[], "point" | "comma", readonly string[]]>([
  [["1.234", "1,234"], "comma", ["1234", "refused"]],
  [["1.234 KWD", "17 550,5"], "comma", ["1234 KWD", "17550.5"]],
  [["1.234 KWD", "17 550,5", "17 550"], "point", ["1.234 KWD", "refused", "17550"]],
  [["1'234.5", "12,34,567"], "point", ["1234.5", "1234567"]],
])("prices %p with a decimal %s", (texts, decimals, read) =>
  expect(readColumn("price", texts, { decimals })).toEqual(read));

test("signs that cannot be seen are no part of a price", () =>
  expect(readColumn("price", ["\u200b17550", "\ufeff9900", "17\u00ad550", "17\u2060550 "])).toEqual([
    "17550",
    "9900",
    "17550",
    "17550",
  ]));
