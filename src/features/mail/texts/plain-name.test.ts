import { expect, test } from "bun:test";
import { plainName } from "./plain-name.ts";

const shown: readonly (readonly [string, string])[] = [
  ["Lena Novák", "Lena Novák"],
  ["Acme Inc. & Co. KG", "Acme Inc. & Co. KG"],
  ["J.R.R. Tolkien", "J.R.R. Tolkien"],
  ["Mærsk A/S", "Mærsk A/S"],
  ["Autohaus24.de", "Autohaus24 de"],
  ["Pay at http://evil.example/pay?x=1", "Pay at http: evil example/pay?x=1"],
  ["HTTPS:\\\\evil.example", "HTTPS: evil example"],
  ["www.e", "www e"],
  ["evil\u3002example", "evil example"],
  ["evil\uff0eexample", "evil example"],
  ["evil\u2024example", "evil example"],
  ["evil.q\u0301om", "evil q\u0301om"],
  ["evil.e\u00adxample", "evil.e xample"],
  ["192.0.2.7", "192 0 2 7"],
  ["pay@evil.example", "pay at evil example"],
  ["mailto:pay", "mailto: pay"],
  ["a\u202eb\u200fc\u2066d\u061ce\u200bf\ufeffg", "a b c d e f g"],
  ["a\r\nBcc: b\u0000\u2028c", "a Bcc: b c"],
  ["\u200b", ""],
  ["x".repeat(60), "x".repeat(60)],
  ["😀".repeat(61), `${"😀".repeat(59)}…`],
];

test.each(shown)("the name %j is shown as %j", (name, expected) => {
  expect(plainName(name)).toBe(expected);
});
