import type { OracleData } from "./oracle-data.ts";
import { namedCharacters } from "./oracle-keys.ts";

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const VALUES: Record<string, number> = {};
"0123456789".split("").forEach((c, i) => {
  VALUES[c] = i;
});
"ABCDEFGH".split("").forEach((c, i) => {
  VALUES[c] = i + 1;
});
"JKLMN".split("").forEach((c, i) => {
  VALUES[c] = i + 1;
});
Object.assign(VALUES, { P: 7, R: 9 });
"STUVWXYZ".split("").forEach((c, i) => {
  VALUES[c] = i + 2;
});

/** The check digit, or `?` if a character is invalid in its position. */
export function checkDigitOf(vin: string, digitsFrom: number): string {
  if (vin.length !== 17) return "";
  let sum = 0;
  for (let i = 0; i < 17; i++) {
    const character = vin[i]!;
    const allowed = i === 9 ? /[A-HJ-NPR-TV-Y1-9]/ : i + 1 >= digitsFrom ? /[0-9]/ : /[A-HJ-NPR-Z0-9]/;
    if (!allowed.test(character)) return "?";
    sum += VALUES[character]! * WEIGHTS[i]!;
  }
  return sum % 11 === 10 ? "X" : String(sum % 11);
}

export interface Correction {
  readonly codes: number[];
  readonly suggested: string;
  readonly possible: string;
}

/** Codes 2 to 5: characters that no key of a covering schema names. */
export function correct(
  data: OracleData,
  vin: string,
  wmi: string,
  schemas: readonly number[],
  year: number | undefined,
): Correction {
  const valid = new Map<number, Set<string>>();
  for (const schema of year === undefined ? [] : schemas) {
    for (const { key } of data.patterns.get(schema) ?? []) {
      for (const [position, characters] of namedCharacters(key)) {
        const set = valid.get(position) ?? new Set();
        for (const character of characters) set.add(character);
        valid.set(position, set);
      }
    }
  }
  const order = (set: Set<string>) =>
    [...set].sort((a, b) => Number(b === "_") - Number(a === "_") || (a < b ? -1 : 1)).join("");
  const bad: [position: number, possible: string][] = [];
  for (const position of [4, 5, 6, 7, 8, 11, 12, 13, 14]) {
    if (position > vin.length || (wmi.length === 6 && position > 11)) continue;
    const set = valid.get(position);
    if (set !== undefined && set.size > 0 && !set.has(vin[position - 1]!)) bad.push([position, order(set)]);
  }
  const put = (text: string, position: number, character: string) =>
    text.slice(0, position - 1) + character + text.slice(position);
  if (bad.length === 0) return { codes: [], suggested: "", possible: "" };
  const possible = bad.map(([position, characters]) => `(${position}:${characters})`).join("");
  const marked = bad.reduce((text, [position]) => put(text, position, "!"), vin);
  if (bad.length > 1) return { codes: [5], suggested: marked, possible };
  const [position, characters] = bad[0]!;
  if (characters.length === 1) return { codes: [2], suggested: put(vin, position, characters), possible };
  const good = [...characters].filter((character) => {
    const candidate = put(vin, position, character);
    const digit = checkDigitOf(candidate, vin[2] === "9" ? 15 : 13);
    return digit !== "" && candidate[8] === digit;
  });
  if (good.length === 1) {
    return { codes: [3], suggested: put(vin, position, good[0]!), possible: `(${position}:${good[0]})` };
  }
  return { codes: [4], suggested: marked, possible };
}
