import { CODES } from "../characters.ts";
import { BAR, KEY_LENGTH } from "../key-pattern.ts";
import { BLOCK_HEAD, BLOCK_POSITION } from "../pack/layout.ts";
import { type Growing, growingI32, growingU8 } from "./growing.ts";
import { type Keys, POSITION_WORDS } from "./keys.ts";

const EMPTY_SCHEMA_WORDS = [0, 0, 0, 0];

/**
 * Writes schema blocks: for each used position a map from character to class, and for each class the set of
 * keys it keeps.
 */
export class Blocks {
  readonly words: Growing<Int32Array> = growingI32();
  readonly maps = growingU8();
  private readonly mapPlaces = new Map<string, number>();
  private bits = new Uint32Array(CODES);
  private readonly classOf = new Uint8Array(CODES);
  private readonly firstCode: number[] = [];

  private readonly keys: Keys;

  constructor(keys: Keys) {
    this.keys = keys;
    // Block 0: for schemas without patterns.
    for (const word of EMPTY_SCHEMA_WORDS) this.words.push(word);
  }

  /**
   * Adds the block of a schema with these live keys, whose models are listed at `models`; `dead` keys only
   * name characters. Returns its offset.
   */
  add(firstKey: number, live: readonly number[], dead: readonly number[], models: number): number {
    const place = this.words.length;
    const width = Math.max(1, (live.length + 31) >> 5);
    this.words.push(live.length);
    this.words.push(firstKey);
    const countPlace = this.words.push(0);
    this.words.push(models);
    const used: { index: number; union: [number, number] }[] = [];
    for (let index = 0; index < KEY_LENGTH; index++) {
      if (index === BAR) continue;
      const union = this.union(index, live, dead);
      if (union !== undefined) used.push({ index, union });
    }
    this.words.array[countPlace] = used.length;
    const heads = place + BLOCK_HEAD;
    for (let i = 0; i < used.length * BLOCK_POSITION; i++) this.words.push(0);
    for (const [i, { index, union }] of used.entries()) {
      this.position(heads + i * BLOCK_POSITION, index, union, live, width);
    }
    return place;
  }

  /** Characters the keys name at a position, or `undefined` if every key is free there. */
  private union(
    index: number,
    live: readonly number[],
    dead: readonly number[],
  ): [number, number] | undefined {
    const { starts, words } = this.keys;
    let low = 0;
    let high = 0;
    let mentioned = false;
    for (const list of [live, dead]) {
      for (const key of list) {
        const at = starts.array[key]! + index * POSITION_WORDS;
        if (index >= this.keys.lengths.array[key]! || words.array[at + 4] === 1) continue;
        mentioned = true;
        low |= words.array[at + 2]!;
        high |= words.array[at + 3]!;
      }
    }
    return mentioned ? [low, high] : undefined;
  }

  private position(
    head: number,
    index: number,
    union: [number, number],
    live: readonly number[],
    width: number,
  ): void {
    this.fillBits(index, live, width);
    const namedBit = (code: number) =>
      ((code < 32 ? union[0] >>> code : union[1] >>> (code - 32)) & 1) === 1 ? 1 : 0;
    this.firstCode.length = 0;
    // Classes of characters that no key names come first, so that one comparison finds a valid character.
    this.classify(width, (code) => namedBit(code) === 0);
    const invalid = this.firstCode.length;
    this.classify(width, (code) => namedBit(code) === 1, invalid);
    const bitsPlace = this.words.length;
    for (let w = 0; w < width; w++) {
      for (const code of this.firstCode) this.words.push(this.bits[code * width + w]!);
    }
    const mentioned = union[0] !== 0 || union[1] !== 0 ? 16 : 0;
    const vinIndex = index + 3;
    const counts = (invalid << 8) | (this.firstCode.length << 16);
    this.words.array.set(
      [vinIndex | (mentioned << 1) | counts, this.mapPlace(), bitsPlace, union[0], union[1]],
      head,
    );
  }

  /** For each character the set of keys that admit it at a position. */
  private fillBits(index: number, live: readonly number[], width: number): void {
    const { starts, words, lengths } = this.keys;
    if (this.bits.length < CODES * width) this.bits = new Uint32Array(CODES * width);
    const bits = this.bits.fill(0, 0, CODES * width);
    live.forEach((key, k) => {
      const w = k >> 5;
      const bit = 1 << (k & 31);
      const at = starts.array[key]! + index * POSITION_WORDS;
      const inside = index < lengths.array[key]!;
      const low = inside ? words.array[at]! : 0xffffffff;
      const high = inside ? words.array[at + 1]! : 0xff;
      for (let code = 0; code < 32; code++) {
        if (((low >>> code) & 1) === 1) bits[code * width + w] = bits[code * width + w]! | bit;
      }
      for (let code = 32; code < CODES; code++) {
        if (((high >>> (code - 32)) & 1) === 1) bits[code * width + w] = bits[code * width + w]! | bit;
      }
    });
  }

  /** Gives each listed character the class of an equal one, or a new class. */
  private classify(width: number, wanted: (code: number) => boolean, from = 0): void {
    const { classOf, firstCode } = this;
    for (let code = 0; code < CODES; code++) {
      if (!wanted(code)) continue;
      let found = from;
      while (found < firstCode.length && !this.equal(firstCode[found]!, code, width)) found++;
      if (found === firstCode.length) firstCode.push(code);
      classOf[code] = found;
    }
  }

  private equal(a: number, b: number, width: number): boolean {
    for (let w = 0; w < width; w++) if (this.bits[a * width + w] !== this.bits[b * width + w]) return false;
    return true;
  }

  private mapPlace(): number {
    const key = String.fromCharCode(...this.classOf);
    const known = this.mapPlaces.get(key);
    if (known !== undefined) return known;
    const place = this.maps.length;
    for (const cls of this.classOf) this.maps.push(cls);
    this.mapPlaces.set(key, place);
    return place;
  }
}
