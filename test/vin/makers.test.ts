import { expect, test } from "bun:test";
import { createDecoder } from "../../src/vin/decoder.ts";
import { THREE_AGREE, TWO_AGREE } from "./makers.ts";
import { testPack, testYear } from "./shared-pack.ts";

const decoder = createDecoder(await testPack(), { currentYear: testYear });
const vinOf = (code: string) => `${code}AAAAA0AA123456`;
const folded = (text: string) =>
  ` ${text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, " ")} `;
/** Other names of a holder, as the lists' were folded. */
const ALSO: readonly [word: string, name: string][] = [
  ["VW", "VOLKSWAGEN"],
  ["MERCEDES", "BENZ"],
  ["DAIMLER", "BENZ"],
  ["AVTOVAZ", "LADA"],
  ["FUJI", "SUBARU"],
];
const LISTING = /builds several makes|name other makes|lists of codes disagree/;

/** Make and manufacturer of a code's VIN; empty if it has no decode. */
function answerOf(code: string): [make: string, manufacturer: string] {
  const decode = decoder.decode(vinOf(code));
  if (typeof decode === "string") return ["", ""];
  const stated = decode.elements.find((one) => one.code === "Manufacturer");
  const derived = decode.derived.find(({ field }) => field === "manufacturer.manufacturer");
  return [decode.make, stated?.value ?? derived?.value ?? ""];
}

/** What the decode of a code names: make and manufacturer, and all that it lists of its holder. */
function namedBy(code: string): { maker: string; listed: string } {
  const text = folded(answerOf(code).join(" "));
  const others = ALSO.filter(([word]) => text.includes(` ${word} `)).map(([, name]) => ` ${name} `);
  const maker = text + others.join("");
  const decode = decoder.decode(vinOf(code));
  const warnings = typeof decode === "string" ? [] : decode.warnings.filter((one) => LISTING.test(one));
  return { maker, listed: maker + folded(warnings.join(" ")) };
}

/** Of the codes, how many are answered with their holder, and which are not even with a list of makes. */
function judge(truth: string) {
  const right = { codes: 0, maker: 0, listed: 0 };
  const wrong: string[] = [];
  for (const entry of truth.replaceAll("\n", " ").split(";")) {
    const [words, codes] = entry.trim().split(": ");
    for (const code of codes!.split(" ")) {
      const { maker, listed } = namedBy(code);
      const in_ = (text: string) => words!.split("|").some((word) => text.includes(` ${word} `));
      right.codes++;
      if (in_(maker)) right.maker++;
      if (in_(listed)) right.listed++;
      else wrong.push(code);
    }
  }
  return { ...right, wrong };
}

test("makers outside North America, as lists name them that the table is not made from", () => {
  const three = judge(THREE_AGREE);
  const two = judge(TWO_AGREE);
  // Codes that vPIC has with another holder.
  expect(three.wrong).toEqual(["93V", "6G1", "LZE", "LDY"]);
  expect([three.codes, two.codes]).toEqual([219, 137]);
  expect(three.maker / three.codes).toBeGreaterThanOrEqual(0.95);
  expect(two.maker / two.codes).toBeGreaterThanOrEqual(0.85);
});

test("makers of whole countries", () => {
  const found = ["MBL", "LVS", "MB1", "VSK", "936", "XLR", "NAS", "LZY", "MEX", "XW8"].map(answerOf);
  expect(found).toEqual([
    ["HERO", "Hero MotoCorp"],
    ["FORD", "Changan Ford"],
    ["ASHOK LEYLAND", "Ashok Leyland"],
    ["NISSAN", "Nissan Motor Ibérica"],
    ["PEUGEOT", "Peugeot do Brasil"],
    ["DAF", "DAF Trucks"],
    ["SAIPA", "Saipa"],
    ["YUTONG", "Zhengzhou Yutong"],
    // Each builds several makes.
    ["", "Škoda Auto Volkswagen India"],
    ["", "Volkswagen Group Rus"],
  ]);
});
