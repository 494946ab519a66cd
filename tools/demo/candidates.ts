import { ALPHABET, readVin } from "../../src/vin/characters.ts";
import { checkDigit } from "../../src/vin/check-digit.ts";
import { MODEL } from "../../src/vin/elements.ts";
import { BAR, type KeyPosition, parseKey } from "../../src/vin/key-pattern.ts";
import { findWmi } from "../../src/vin/pack/find-wmi.ts";
import { ROW, VALUE, VALUE_TEXT, YEAR_SLOTS, yearSlot } from "../../src/vin/pack/layout.ts";
import { type Pack, stringOf } from "../../src/vin/pack/pack.ts";
import type { Random } from "./random.ts";
import { remember } from "./remember.ts";

/** The patterns of a manufacturer's code and a model year. */
export interface Patterns {
  readonly wmi: string;
  readonly year: number;
  /** Model name → the keys that name it. */
  readonly models: ReadonlyMap<string, readonly number[]>;
  /** Every key of the same schemas; they name trims, bodies, engines and plants. */
  readonly keysBeside: (key: number) => readonly number[];
}

/** The patterns of a manufacturer's code in a year; undefined if the code is not registered. */
export function patternsOf(pack: Pack, wmi: string, year: number): Patterns | undefined {
  const codes = new Uint8Array(17);
  const number = findWmi(pack, codes, readVin(wmi, codes));
  if (number < 0) return undefined;
  const covers = pack.years[number * YEAR_SLOTS + yearSlot(year)]!;
  const models = new Map<string, number[]>();
  const blockOf = new Map<number, number>();
  for (let link = 0; link < pack.covers[covers]!; link++) {
    const block = pack.covers[covers + 1 + link * 2]!;
    for (const key of keysOf(pack, block)) {
      const model = modelOf(pack, key);
      if (model === "") continue;
      blockOf.set(key, block);
      const known = models.get(model);
      if (known) known.push(key);
      else models.set(model, [key]);
    }
  }
  return { wmi, year, models, keysBeside: (key) => keysOf(pack, blockOf.get(key)!) };
}

function keysOf(pack: Pack, block: number): number[] {
  const first = pack.schemas[block + 1]!;
  return Array.from({ length: pack.schemas[block]! }, (_, index) => first + index);
}

const namesByPack = new WeakMap<Pack, Map<number, string>>();

function modelOf(pack: Pack, key: number): string {
  const names = remember(namesByPack, pack, () => new Map<number, string>());
  for (let row = pack.keyRows[key]!; row < pack.keyRows[key + 1]!; row++) {
    const meaning = pack.rows[row * ROW]!;
    if (meaning >>> 24 !== MODEL) continue;
    const value = meaning & 0xffffff;
    return remember(names, value, () => stringOf(pack, pack.values[value * VALUE + VALUE_TEXT]!));
  }
  return "";
}

/** A VIN without serial and check digit: characters 1 to 8, a star, 10 and 11. */
export type Stem = string;

/**
 * Draws a stem for VINs of the model. It matches the model's key and other keys of its schema that agree with it.
 * Undefined if the model's key depends on the year or the serial.
 */
export function drawStem(
  pack: Pack,
  patterns: Patterns,
  modelKey: number,
  light: boolean,
  random: Random,
): Stem | undefined {
  const others = patterns.keysBeside(modelKey);
  const open = Array.from({ length: places }, () => anything);
  if (light) open[seventh] = patterns.year >= 2010 ? anything & ~digits : digits;
  if (!narrow(open, demandsOf(pack, modelKey))) return undefined;
  for (let tries = 0; tries < keysTried; tries++) narrow(open, demandsOf(pack, random.pick(others)));
  const characters = open.map((admitted) =>
    random.pick([...vinCharacters].filter((_, bit) => (admitted >>> bit) % 2 === 1)),
  );
  const year = yearCharacters.charAt((patterns.year - 1980) % 30);
  return `${patterns.wmi}${characters.slice(0, BAR).join("")}*${year}${characters[plant]}`;
}

const yearCharacters = "ABCDEFGHJKLMNPRSTVWXY123456789";
// The characters of VINs, digits first. Z is left out, so that a set fits 32 bits.
const vinCharacters = "0123456789ABCDEFGHJKLMNPRSTUVWXY";
const anything = -1;
const digits = 0b1111111111;
/** The number of drawn characters: 4 to 8 and 11, the plant. */
const places = BAR + 1;
const seventh = 3;
const plant = BAR;
const keysTried = 40;

/** The characters that a key admits in each place, as bits; undefined if it depends on the year or the serial. */
type Demands = readonly number[] | undefined;

const demandsByPack = new WeakMap<Pack, Map<number, Demands>>();

function demandsOf(pack: Pack, key: number): Demands {
  const known = remember(demandsByPack, pack, () => new Map<number, Demands>());
  const text = pack.keyTexts[key]!;
  return remember(known, text, () => readDemands(parseKey(stringOf(pack, text))));
}

function readDemands(key: readonly KeyPosition[]): Demands {
  const asks = (index: number) => key[index] !== undefined && !key[index].free;
  if (asks(BAR + 1) || key.some((_, index) => index > BAR + 2 && asks(index))) return undefined;
  return Array.from({ length: places }, (_, place) => {
    const position = key[place === plant ? BAR + 2 : place];
    if (!position || position.free) return anything;
    return [...vinCharacters].reduce(
      (set, character, bit) => set | (position.matches[ALPHABET.indexOf(character)]! << bit),
      0,
    );
  });
}

/** Applies a key's demands if they agree with the others; returns whether they did. */
function narrow(open: number[], demands: Demands): boolean {
  if (!demands || open.some((admitted, place) => (admitted & demands[place]!) === 0)) return false;
  for (let place = 0; place < places; place++) open[place]! &= demands[place]!;
  return true;
}

/** The whole VIN. The last six characters of demo vehicles are 990000 to 999999. */
export function vinOf(stem: Stem, serial: number): string {
  const open = `${stem.slice(0, 8)}0${stem.slice(9, 11)}${String(990_000 + serial).padStart(6, "0")}`;
  return `${open.slice(0, 8)}${checkDigit(open)}${open.slice(9)}`;
}
