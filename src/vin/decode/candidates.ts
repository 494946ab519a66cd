import { VIN_LENGTH } from "../characters.ts";
import { BAR, parseKey } from "../key-pattern.ts";
import {
  ENGINE_BASE,
  ENGINE_CHOICE,
  FORMULA_BASE,
  NO_SCORE,
  ROW,
  VALUE,
  VALUE_EXTRA,
} from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import { keyLengthOf } from "./decode-vin.ts";
import type { State } from "./state.ts";

/** A row with a value of an element, whether it won or lost. */
export interface Candidate {
  readonly row: number;
  /** The lowest score of an element wins; negative for elements that keep all rows. */
  readonly score: number;
  /** Text of the key that matched; for engine rows, that of the pattern that chose the engine. */
  readonly key: string;
}

function matches(key: string, { codes, length }: State): boolean {
  const positions = parseKey(key);
  if (length < VIN_LENGTH && positions.length > keyLengthOf(length)) return false;
  // A key begins with the VIN's fourth character, and its bar is at the check digit's position.
  return positions.every(
    ({ matches: admitted }, index) => index === BAR || admitted[codes[index + 3]!] === 1,
  );
}

/**
 * Every row of the chosen pass by element, best first, with those that lost. It compares each key's text with
 * the VIN instead of narrowing sets of keys, so it costs a thousand decodes: use it to explain, and to check
 * the fast way.
 */
export function candidatesOf(pack: Pack, state: State): Map<number, Candidate[]> {
  const { covers, schemas, keyRows, keyTexts, rows, values } = pack;
  const { chosen } = state;
  const found = new Map<number, Candidate[]>();
  const add = (from: number, to: number, base: number, key: string) => {
    for (let row = from; row < to; row++) {
      const element = rows[row * ROW]! >>> 24;
      const rank = rows[row * ROW + 1]!;
      const score = rank < 0 || rank >= FORMULA_BASE ? rank : base + rank;
      const list = found.get(element);
      if (list) list.push({ row, score, key });
      else found.set(element, [{ row, score, key }]);
    }
  };
  const links = covers[chosen.covers]!;
  for (let link = 0; link < links; link++) {
    const block = covers[chosen.covers + 1 + link * 2]!;
    const base = covers[chosen.covers + 2 + link * 2]!;
    const first = schemas[block + 1]!;
    for (let key = first; key < first + schemas[block]!; key++) {
      const text = stringOf(pack, keyTexts[key]!);
      if (matches(text, state)) add(keyRows[key]!, keyRows[key + 1]!, base, text);
    }
  }
  if (chosen.best[ENGINE_CHOICE] !== NO_SCORE) {
    const engine = rows[chosen.row[ENGINE_CHOICE]! * ROW]! & 0xffffff;
    const list = values[engine * VALUE + VALUE_EXTRA]!;
    const key = stringOf(pack, keyTexts[chosen.key[ENGINE_CHOICE]!]!);
    if (list >= 0) add(pack.engineRows[list]!, pack.engineRows[list + 1]!, ENGINE_BASE, key);
  }
  for (const list of found.values()) list.sort((a, b) => a.score - b.score);
  return found;
}
