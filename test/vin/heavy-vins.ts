import { ALPHABET } from "../../src/vin/characters.ts";
import { checkDigit } from "../../src/vin/check-digit.ts";
import { namedCodes } from "../../src/vin/decode/corrections.ts";
import { runPass } from "../../src/vin/decode/pass.ts";
import { createState } from "../../src/vin/decode/state.ts";
import { MODEL } from "../../src/vin/elements.ts";
import { BAR, parseKey } from "../../src/vin/key-pattern.ts";
import { findWmi } from "../../src/vin/pack/find-wmi.ts";
import { ROW } from "../../src/vin/pack/layout.ts";
import { type Pack, stringOf } from "../../src/vin/pack/pack.ts";
import { randomNumbers } from "./vins.ts";

/** Makers of fire engines, school buses, coaches and heavy trucks: position 7 gives no cycle of the year. */
const MAKERS = "4P1 4EN 4S7 1BA 4UZ 4DR 1FU 1FV 1XK 1XP 1M1 4V4 1HT 5VC 1M8 15G 5FY 5KJ".split(" ");
const YEARS = "ABCDEFGHJKLMNPRSTVWXY123456789";
/** The VIN indices of the descriptor and the plant. */
const DESCRIPTOR = [3, 4, 5, 6, 7, 10];
const isPlain = (character: string): boolean => /[0-9A-HJ-NPR-Z]/.test(character);

/** A made VIN, and the year whose patterns it is made from. */
export type HeavyVin = readonly [vin: string, year: number];

/**
 * VINs of heavy vehicles of the years `from` to `to`: the characters that a pattern of a model names, and elsewhere any
 * that patterns of that year name.
 */
export function heavyVins(pack: Pack, [from, to]: readonly [number, number], count: number): HeavyVin[] {
  const random = randomNumbers(from);
  const found: HeavyVin[] = [];
  for (let tries = 0; found.length < count && tries < count * 40; tries++) {
    const year = from + random(to - from + 1);
    const vin = heavyVin(pack, MAKERS[tries % MAKERS.length]!, year, random);
    if (vin !== undefined) found.push([vin, year]);
  }
  return found;
}

function heavyVin(pack: Pack, code: string, year: number, random: (limit: number) => number) {
  const { passes, codes } = createState();
  const [pass] = passes;
  const vin = [...`${code}000000${YEARS[(year - 1980) % 30]}A`];
  while (vin.length < 17) vin.push(String(random(10)));
  vin.forEach((character, index) => {
    codes[index] = ALPHABET.indexOf(character);
  });
  runPass(pack, codes, 14, findWmi(pack, codes, 17), year, pass);
  const keys = modelKeys(pack, pass.covers, random);
  if (keys.length === 0) return undefined;
  const named = new Uint8Array(ALPHABET.length + 2);
  for (const index of DESCRIPTOR) {
    const count = namedCodes(pack, pass, index, named);
    const known = [...named.subarray(0, count)].map((each) => ALPHABET.charAt(each)).filter(isPlain);
    if (known.length > 0) vin[index] = known[random(known.length)]!;
  }
  const key = stringOf(pack, pack.keyTexts[keys[random(keys.length)]!]!);
  parseKey(key).forEach(({ matches }, index) => {
    const admitted = [...ALPHABET].filter((each, at) => matches[at] === 1 && isPlain(each));
    const chooses = index !== BAR && index + 3 < 17 && index + 3 !== 9 && admitted.length < 33;
    if (chooses && admitted.length > 0) vin[index + 3] = admitted[random(admitted.length)]!;
  });
  vin[8] = checkDigit(vin.join(""));
  return vin.join("");
}

/** The keys of one covering schema that name a model. */
function modelKeys(pack: Pack, covers: number, random: (limit: number) => number): number[] {
  const links = pack.covers[covers]!;
  if (links === 0) return [];
  const block = pack.covers[covers + 1 + random(links) * 2]!;
  const first = pack.schemas[block + 1]!;
  const keys = Array.from({ length: pack.schemas[block]! }, (_, index) => first + index);
  return keys.filter((key) => {
    for (let row = pack.keyRows[key]!; row < pack.keyRows[key + 1]!; row++)
      if (pack.rows[row * ROW]! >>> 24 === MODEL) return true;
    return false;
  });
}
