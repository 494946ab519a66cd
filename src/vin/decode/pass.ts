import { MODEL } from "../elements.ts";
import {
  BLOCK_HEAD,
  BLOCK_POSITION,
  ENGINE_BASE,
  ENGINE_CHOICE,
  FORMULA_BASE,
  NO_SCORE,
  ROW,
  VALUE,
  VALUE_EXTRA,
  WMI,
  WMI_MAKE,
  YEAR_SLOTS,
  yearSlot,
} from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { fillDisplacement } from "./displacement.ts";
import { fillSpecifications } from "./specifications.ts";
import { NOT_COMPUTED, type Pass } from "./state.ts";

/** A full key string; shorter VINs must also compare the keys' lengths. */
const FULL = 14;

function clear(pass: Pass, year: number): void {
  const { best, present } = pass;
  for (let i = 0; i < pass.count; i++) best[present[i]!] = NO_SCORE;
  pass.count = 0;
  pass.multipleCount = 0;
  pass.named = 0;
  pass.valid = 0;
  pass.errors = NOT_COMPUTED;
  pass.year = year;
}

/** Empties a pass except its year: it then has only the facts of the manufacturer code. */
export function forgetRows(pack: Pack, wmi: number, pass: Pass): void {
  clear(pass, pass.year);
  pass.patterns = 0;
  pass.patternCount = 0;
  pass.patternMultiples = 0;
  pass.make = pack.wmis[wmi * WMI + WMI_MAKE]!;
  pass.converted.fill(-1);
}

/** Offers the rows `from` to `to` of one key to the pass; each element keeps its lowest score. */
function offerRows(pack: Pack, pass: Pass, from: number, to: number, base: number, key: number): void {
  const { rows } = pack;
  const { best, row: bestRow, key: bestKey, present } = pass;
  for (let row = from; row < to; row++) {
    const element = rows[row * ROW]! >>> 24;
    const rank = rows[row * ROW + 1]!;
    if (rank < 0) {
      addRow(pack, pass, row, key);
      continue;
    }
    const score = rank >= FORMULA_BASE ? rank : base + rank;
    const lowest = best[element]!;
    if (score >= lowest) continue;
    if (lowest === NO_SCORE) present[pass.count++] = element;
    best[element] = score;
    bestRow[element] = row;
    bestKey[element] = key;
  }
}

const idOf = (pack: Pack, row: number): number => pack.rows[row * ROW + 2]!;

/** Adds a row of an element that keeps all rows. */
function addRow(pack: Pack, pass: Pass, row: number, key: number): void {
  if (pass.multipleCount >= pass.multiple.length / 2) return;
  const { multiple } = pass;
  let place = pass.multipleCount;
  // Patterns arrive in any order and are returned by id; engine rows follow all patterns.
  const engines = pack.engineRows[0]!;
  for (; place > 0; place--) {
    const before = multiple[place * 2 - 2]!;
    const inOrder =
      before >= engines !== row >= engines ? row >= engines : idOf(pack, before) <= idOf(pack, row);
    if (inOrder) break;
    multiple[place * 2] = before;
    multiple[place * 2 + 1] = multiple[place * 2 - 1]!;
  }
  multiple[place * 2] = row;
  multiple[place * 2 + 1] = key;
  pass.multipleCount++;
}

/** Offers the rows of the keys set in one word; `firstKey` is the key of its lowest bit. */
function offerKeys(pack: Pack, pass: Pass, word: number, firstKey: number, base: number, length: number) {
  const { keyRows, keyLengths } = pack;
  let left = word;
  while (left !== 0) {
    const bit = 31 - Math.clz32(left);
    left ^= 1 << bit;
    const key = firstKey + bit;
    if (length < FULL && keyLengths[key]! > length) continue;
    offerRows(pack, pass, keyRows[key]!, keyRows[key + 1]!, base, key);
  }
}

/** A word with one bit for each of `keys` keys, at most 32. */
const allOf = (keys: number): number => (keys >= 32 ? -1 : (1 << keys) - 1);

/**
 * Matches one schema: a set of keys, 32 to a word, narrowed by the character at each position. The rows of
 * the remaining keys are offered to the pass.
 */
function matchSchema(
  pack: Pack,
  codes: Uint8Array,
  length: number,
  block: number,
  base: number,
  pass: Pass,
): void {
  const { schemas, classMaps } = pack;
  const keys = schemas[block]!;
  const heads = block + BLOCK_HEAD;
  const end = heads + schemas[block + 2]! * BLOCK_POSITION;
  let named = pass.named;
  let valid = pass.valid;
  let left = allOf(keys);
  for (let head = heads; head < end; head += BLOCK_POSITION) {
    const word = schemas[head]!;
    const at = word & 31;
    const cls = classMaps[schemas[head + 1]! + codes[at]!]!;
    left &= schemas[schemas[head + 2]! + cls]!;
    named |= ((word >>> 5) & 1) << at;
    if (cls >= ((word >>> 8) & 0xff)) valid |= 1 << at;
  }
  pass.named = named;
  pass.valid = valid;
  offerKeys(pack, pass, left, schemas[block + 1]!, base, length);
  if (keys > 32) matchFurtherKeys(pack, codes, length, block, base, pass);
}

/** Matches the keys of a schema beyond the first 32; one schema in eleven has any. */
function matchFurtherKeys(
  pack: Pack,
  codes: Uint8Array,
  length: number,
  block: number,
  base: number,
  pass: Pass,
): void {
  const { schemas, classMaps } = pack;
  const keys = schemas[block]!;
  const heads = block + BLOCK_HEAD;
  const end = heads + schemas[block + 2]! * BLOCK_POSITION;
  for (let first = 32; first < keys; first += 32) {
    let left = allOf(keys - first);
    for (let head = heads; head < end && left !== 0; head += BLOCK_POSITION) {
      const word = schemas[head]!;
      const cls = classMaps[schemas[head + 1]! + codes[word & 31]!]!;
      left &= schemas[schemas[head + 2]! + Math.imul(word >>> 16, first >> 5) + cls]!;
    }
    offerKeys(pack, pass, left, schemas[block + 1]! + first, base, length);
  }
}

/**
 * Decodes under one model year (0: any): candidates, engine patterns, make, conversions. `length` is that of
 * the key string, 14 for a whole VIN.
 */
export function runPass(
  pack: Pack,
  codes: Uint8Array,
  length: number,
  wmi: number,
  year: number,
  pass: Pass,
): void {
  clear(pass, year);
  const { covers, rows, values } = pack;
  const place = pack.years[wmi * YEAR_SLOTS + yearSlot(year)]!;
  pass.covers = place;
  const links = covers[place]!;
  for (let i = 0; i < links; i++) {
    matchSchema(pack, codes, length, covers[place + 1 + i * 2]!, covers[place + 2 + i * 2]!, pass);
  }
  let extra = 0;
  if (pass.best[ENGINE_CHOICE] !== NO_SCORE) {
    extra = 1;
    const engine = rows[pass.row[ENGINE_CHOICE]! * ROW]! & 0xffffff;
    const list = values[engine * VALUE + VALUE_EXTRA]!;
    if (list >= 0) {
      const from = pack.engineRows[list]!;
      offerRows(pack, pass, from, pack.engineRows[list + 1]!, ENGINE_BASE, pass.key[ENGINE_CHOICE]!);
    }
  }
  pass.patterns = pass.count - extra + pass.multipleCount;
  const modelRow = pass.row[MODEL]!;
  pass.make =
    pass.best[MODEL] === NO_SCORE
      ? pack.wmis[wmi * WMI + WMI_MAKE]!
      : values[(rows[modelRow * ROW]! & 0xffffff) * VALUE + VALUE_EXTRA]!;
  fillDisplacement(pack, pass);
  pass.patternCount = pass.count;
  pass.patternMultiples = pass.multipleCount;
  if (pack.sheetModels.length > 0) fillSpecifications(pack, wmi, pass);
}
