import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import { hasRightDigit } from "../../src/base/reading/vin-digit.ts";
import { randomNumbers } from "./vins.ts";

/** A VIN as somebody has it. */
export interface DamagedVin {
  readonly kind: string;
  readonly vin: string;
  readonly text: string;
}

type Random = (limit: number) => number;
/** Undefined if the VIN has no place for the damage. */
type Damage = (vin: string, random: Random) => string | undefined;

const put = (vin: string, at: number, text: string, count = 1): string =>
  vin.slice(0, at) + text + vin.slice(at + count);

/** Replaces one of the characters of `from`, chosen at random, by what it is mistaken for. */
const mistaken =
  (pairs: string): Damage =>
  (vin, random) => {
    const places = [...vin].flatMap((character, at) =>
      pairs
        .split(" ")
        .flatMap((pair) => (pair.charAt(0) === character ? [[at, pair.charAt(1)] as const] : [])),
    );
    const place = places[random(places.length)];
    return place && put(vin, ...place);
  };

const all =
  (from: string, to: string): Damage =>
  (vin) =>
    vin.includes(from) ? vin.replaceAll(from, to) : undefined;

const cyrillic: Readonly<Record<string, string>> = Object.fromEntries(
  ["AА", "BВ", "EЕ", "KК", "MМ", "HН", "PР", "CС", "TТ", "YУ", "XХ"].map((pair) => [...pair]),
);

/** What is read, by kind. */
export const repairedKinds: Readonly<Record<string, Damage>> = {
  "lower case": (vin) => vin.toLowerCase(),
  spaces: (vin) => `${vin.slice(0, 3)} ${vin.slice(3, 9)}  ${vin.slice(9)} `,
  "dashes and dots": (vin, random) =>
    [vin.slice(0, 3), vin.slice(3, 8), vin.slice(8, 9), vin.slice(9)].join("-–.‑".charAt(random(4))),
  "stars of Code 39": (vin) => `*${vin}*`,
  "leading I": (vin) => `I${vin}`,
  "stars and leading I": (vin) => `*I${vin}*`,
  "full width": (vin) => vin.replace(/./g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  "Cyrillic look-alikes": (vin) => {
    const text = vin.replace(/./g, (one) => cyrillic[one] ?? one);
    return text === vin ? undefined : text;
  },
  "O for 0": mistaken("0O"),
  "O for each 0": all("0", "O"),
  "I for 1": mistaken("1I"),
  "I for each 1": all("1", "I"),
  "Q for 0 or 9": mistaken("0Q 9Q"),
};

/** What is only proposed, by kind. */
export const proposedKinds: Readonly<Record<string, Damage>> = {
  "S for 5, B for 8, Z for 2": mistaken("5S 8B 2Z"),
  "5 for S, 8 for B, 2 for Z": mistaken("S5 B8 Z2"),
  "other look-alikes": mistaken("6G G6 0D D0 1L L1 7T T7 A4 4A UV VU"),
  "each 5 as S": (vin) => (vin.split("5").length > 2 ? vin.replaceAll("5", "S") : undefined),
  "two swapped": (vin, random) => {
    const at = random(16);
    return vin.charAt(at) === vin.charAt(at + 1)
      ? undefined
      : put(vin, at, vin.charAt(at + 1) + vin.charAt(at), 2);
  },
  "one doubled": (vin, random) => {
    const at = random(17);
    return put(vin, at, vin.charAt(at).repeat(2));
  },
  "one missing": (vin, random) => put(vin, random(17), ""),
};

/** VINs of 17 characters with a right check digit, of the demo set: made for patterns of real manufacturers. */
export function knownVins(): readonly string[] {
  const file = new URL("../../demo/plate.ndjson.zst", import.meta.url);
  const rows = zstdDecompressSync(readFileSync(file)).toString().trim().split("\n");
  const vins = rows.map((row) => String((JSON.parse(row) as { vin: unknown }).vin));
  return [...new Set(vins)].filter((vin) => vin.length === 17 && hasRightDigit(vin));
}

/** So many damaged VINs of each kind, the same ones for a seed. */
export function damagedVins(
  kinds: Readonly<Record<string, Damage>>,
  vins: readonly string[],
  each: number,
  seed: number,
): DamagedVin[] {
  const random = randomNumbers(seed);
  return Object.entries(kinds).flatMap(([kind, damage]) => {
    const damaged: DamagedVin[] = [];
    while (damaged.length < each) {
      const vin = vins[random(vins.length)]!;
      const text = damage(vin, random);
      if (text !== undefined) damaged.push({ kind, vin, text });
    }
    return damaged;
  });
}
