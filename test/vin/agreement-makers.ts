import { abroad, assignments, besides } from "../../src/vin/assigned/assignments.ts";
import type { Decoder } from "../../src/vin/decoder.ts";
import { THREE_AGREE, TWO_AGREE } from "./makers.ts";

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
const LISTING = /builds several makes|name other makes|lists of codes disagree|another holder/;

/** Make and manufacturer of a code's VIN; empty if it has no decode. */
export function answerOf(decoder: Decoder, code: string): [make: string, manufacturer: string] {
  const decode = decoder.decode(vinOf(code));
  if (typeof decode === "string") return ["", ""];
  const stated = decode.elements.find((one) => one.code === "Manufacturer");
  const derived = decode.derived.find(({ field }) => field === "manufacturer.manufacturer");
  return [decode.make, stated?.value ?? derived?.value ?? ""];
}

/** What the decode of a code names: make and manufacturer, and all that it lists of its holder. */
function namedBy(decoder: Decoder, code: string): { maker: string; listed: string } {
  const text = folded(answerOf(decoder, code).join(" "));
  const others = ALSO.filter(([word]) => text.includes(` ${word} `)).map(([, name]) => ` ${name} `);
  const maker = text + others.join("");
  const decode = decoder.decode(vinOf(code));
  const warnings = typeof decode === "string" ? [] : decode.warnings.filter((one) => LISTING.test(one));
  return { maker, listed: maker + folded(warnings.join(" ")) };
}

/** Codes that lists agree on, and how many are answered with their holder. */
interface Judged {
  readonly codes: number;
  /** With that make or manufacturer. */
  readonly maker: number;
  /** With it, or with a warning that lists it. */
  readonly listed: number;
  readonly wrong: readonly string[];
}

function judge(decoder: Decoder, truth: string): Judged {
  const right = { codes: 0, maker: 0, listed: 0 };
  const wrong: string[] = [];
  for (const entry of truth.replaceAll("\n", " ").split(";")) {
    const [words, codes] = entry.trim().split(": ");
    for (const code of codes!.split(" ")) {
      const { maker, listed } = namedBy(decoder, code);
      const in_ = (text: string) => words!.split("|").some((word) => text.includes(` ${word} `));
      right.codes++;
      if (in_(maker)) right.maker++;
      if (in_(listed)) right.listed++;
      else wrong.push(code);
    }
  }
  return { ...right, wrong };
}

export const compareMakers = (decoder: Decoder) => ({
  three: judge(decoder, THREE_AGREE),
  two: judge(decoder, TWO_AGREE),
});

const share = ({ maker, codes }: Judged): string => `${((100 * maker) / codes).toFixed(1)} %`;

/** The page's text on manufacturer codes. */
export function makersInWords({ three, two }: ReturnType<typeof compareMakers>): string {
  const makes = [...besides].filter(([, { make }]) => make !== "").map(([code]) => code);
  const others = [...besides].filter(([code, { make }]) => make === "" && !abroad.has(code));
  return `${assignments.size.toLocaleString("en-US")} manufacturer codes that vPIC does not have are answered with make, manufacturer, country and region from public lists of codes (\`src/vin/assigned/\`). \`derived\` and \`x-data-source\` name them as \`wmi-assignments\`, the rule under \`derived\` names the lists, and a warning says so. A manufacturer of several makes has no make: a warning lists them. Where the lists disagree on the holder, make and manufacturer are empty, and a warning says which list names whom. Where vPIC names several makes with a code and all but one are few vehicles, that one is given as derived (${makes.join(", ")}). Where lists name another holder than vPIC, vPIC's stays, a warning names the other, and the make is stated only where patterns describe the VIN (${others.map(([code]) => code).join(", ")}). ${abroad.size} codes are in vPIC for imports alone (${[...abroad.keys()].join(", ")}): of what no pattern describes, the holder is that of the lists, and a warning names its makes. A code without a known holder is an uncharged 404, whose \`detail\` names the country that assigns codes like it. vPIC's own operations use none of this.

The codes were compared with six public lists that the table is not made from (\`test/vin/makers.ts\`: codes outside North America, those of vPIC included). Where three or more of them agree, ${three.maker} of ${three.codes} codes are answered with that make or manufacturer (${share(three)}; 160 with the former table of 341 codes); where two agree, ${two.maker} of ${two.codes} (${share(two)}; formerly 84). With the makes and holders that warnings list it is ${three.listed} and ${two.listed}; nine of these warnings were added after the comparison. Most of the others are motorcycles, of which the lists name the brand and vPIC the factory. Public lists copy one another, so that their number proves less than it seems. Of 123 real VINs of cars in Europe (test data of ZmoleCristian/vin-decode) 121 have the make that the data state, formerly 107.`;
}
