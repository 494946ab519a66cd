import { isVinCode, OTHER } from "../characters.ts";
import { BAR, canMatch, type KeyPosition, parseKey } from "../key-pattern.ts";
import { growingU8, growingU16, growingU32 } from "./growing.ts";
import { indices } from "./radix.ts";

/** Words of one position: what matches (two), what is named (two), whether it is free. */
export const POSITION_WORDS = 5;

const word = (flags: Uint8Array, from: number): number => {
  let bits = 0;
  for (let i = 0; i < 32 && from + i < flags.length; i++) if (flags[from + i] === 1) bits |= 1 << i;
  return bits >>> 0;
};

/** Position 4–8 or 11 of the VIN as a bit 0–5, or −1: those whose use vPIC reports. */
const usedBit = (index: number): number => (index < BAR ? index : index === 7 ? 5 : -1);

/**
 * Which positions a key accounts for: always (low six bits), or unless the VIN has I, O or Q there (high
 * six).
 */
function mentions(positions: readonly KeyPosition[]): number {
  let mask = 0;
  positions.forEach((position, index) => {
    const bit = usedBit(index);
    if (bit < 0 || position.free) return;
    const names = (code: number) => ((position.named[code >> 5]! >>> (code & 31)) & 1) === 1;
    const codes = Array.from({ length: OTHER }, (_, code) => code).filter(
      (code) => position.matches[code] === 1,
    );
    if (codes.every(names)) mask |= 1 << bit;
    else if (codes.every((code) => names(code) || !isVinCode(code))) mask |= 1 << (bit + 6);
  });
  return mask;
}

/** The distinct keys of all patterns, each parsed once. */
export class Keys {
  private readonly numbers = new Map<string, number>();
  readonly texts: string[] = [];
  /** First word of each key's positions; one more at the end. */
  readonly starts = growingU32();
  readonly words = growingU32();
  readonly live = growingU8();
  readonly masks = growingU16();
  readonly lengths = growingU8();
  /** Columns of a formula's capture, first and last digit from 1, or 0. */
  readonly captures = growingU16();

  of(key: string): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const positions = parseKey(key);
    const number = this.starts.push(this.words.length);
    for (const position of positions) {
      this.words.push(word(position.matches, 0));
      this.words.push(word(position.matches, 32));
      this.words.push(position.named[0]);
      this.words.push(position.named[1]);
      this.words.push(position.free ? 1 : 0);
    }
    const first = positions.findIndex((position) => position.digit) + 1;
    const last = positions.findLastIndex((position) => position.digit) + 1;
    this.live.push(canMatch(positions) ? 1 : 0);
    this.masks.push(mentions(positions));
    this.lengths.push(Math.min(positions.length, 255));
    this.captures.push(first | (last << 8));
    this.texts.push(key);
    this.numbers.set(key, number);
    return number;
  }

  /**
   * For each key its rank in vPIC's order: length without `*`, then text without brackets; equal keys share
   * one.
   */
  order(): Uint32Array {
    const lengths = this.texts.map((key) => key.replaceAll("*", "").length);
    const stripped = this.texts.map((key) => key.replace(/[[\]]/g, ""));
    const compare = (a: number, b: number): number =>
      lengths[a]! - lengths[b]! || (stripped[a]! < stripped[b]! ? -1 : stripped[a]! > stripped[b]! ? 1 : 0);
    const sorted = indices(this.texts.length).sort(compare);
    const places = new Uint32Array(sorted.length);
    for (let i = 1; i < sorted.length; i++) {
      const before = sorted[i - 1]!;
      places[sorted[i]!] = places[before]! + (compare(before, sorted[i]!) === 0 ? 0 : 1);
    }
    return places;
  }
}
