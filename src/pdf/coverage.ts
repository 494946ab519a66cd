import { readFileSync } from "node:fs";
import { programFile } from "../base/program/place.ts";

// Which characters fonts have, read from their tables `cmap` alone: opening a font to draw takes memory.

/** A bit for each code point. */
type Coverage = Uint8Array;

const codePoints = 0x110000;

/** The subtables of `cmap` by platform and encoding, in the order in which the drawing takes them. */
const encodings = ["3.10", "0.6", "0.4", "3.1", "0.3", "0.2", "0.1", "0.0"] as const;

/** What has no glyph of its own: marks of direction, joiners, variants of the character before, and what is never drawn. */
const unshown = /[\p{Cc}\u061c\u200c-\u200f\u2028-\u202e\u2066-\u2069]|[\ufe00-\ufe0f]/u;

const read = new Map<string, Coverage>();

/** Reads a font once in a process. */
function coverageOf(path: string): Coverage {
  const known = read.get(path) ?? coveredBy(readFileSync(path));
  read.set(path, known);
  return known;
}

/** The characters that a TrueType file has. Throws a RangeError for one that is cut off. */
export function coveredBy(file: Buffer): Coverage {
  const covered = new Uint8Array(codePoints / 8);
  const tables = Array.from({ length: file.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const entry = tables.find((at) => file.toString("latin1", at, at + 4) === "cmap");
  if (entry === undefined) return covered;
  const cmap = file.subarray(file.readUInt32BE(entry + 8));
  const subtables = new Map(
    Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => {
      const at = 4 + 8 * index;
      return [`${cmap.readUInt16BE(at)}.${cmap.readUInt16BE(at + 2)}`, cmap.readUInt32BE(at + 4)];
    }),
  );
  const from = encodings.map((one) => subtables.get(one)).find((one) => one !== undefined);
  if (from === undefined) return covered;
  const subtable = cmap.subarray(from);
  const format = subtable.readUInt16BE(0);
  const add = (code: number) => {
    if (code < codePoints) covered[code >> 3]! |= 1 << (code & 7);
  };
  if (format === 12) addGroups(subtable, add);
  if (format === 4) addSegments(subtable, add);
  return covered;
}

/** Format 12: ranges of code points with the glyph of the first one. */
function addGroups(subtable: Buffer, add: (code: number) => void): void {
  for (let index = 0; index < subtable.readUInt32BE(12); index++) {
    const at = 16 + 12 * index;
    const first = subtable.readUInt32BE(at);
    const last = Math.min(subtable.readUInt32BE(at + 4), codePoints - 1);
    const glyph = subtable.readUInt32BE(at + 8);
    for (let code = first; code <= last; code++) if (glyph + code - first !== 0) add(code);
  }
}

/** Format 4: ranges of 16 bits, whose glyphs follow from a difference or are listed. */
function addSegments(subtable: Buffer, add: (code: number) => void): void {
  const size = subtable.readUInt16BE(6);
  const at = (part: number, index: number) => 14 + part * size + (part > 0 ? 2 : 0) + index;
  for (let index = 0; index < size; index += 2) {
    const last = subtable.readUInt16BE(at(0, index));
    const first = subtable.readUInt16BE(at(1, index));
    const difference = subtable.readUInt16BE(at(2, index));
    const place = at(3, index);
    const offset = subtable.readUInt16BE(place);
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const listed = offset === 0 ? code : subtable.readUInt16BE(place + offset + 2 * (code - first));
      const glyph = listed === 0 && offset !== 0 ? 0 : (listed + difference) & 0xffff;
      if (glyph !== 0) add(code);
    }
  }
}

/**
 * The characters of a text for which papers show a box, each once: neither DejaVu nor the operator's font has them. The
 * font's file is read once in a process. Throws if it cannot be read.
 */
export function missingLetters(text: string, font: string | undefined): string[] {
  const names = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) => programFile(`vendor/paper/${name}`));
  const fonts = [...names, ...(font === undefined ? [] : [font])].map(coverageOf);
  const has = (code: number) => fonts.some((covered) => (covered[code >> 3]! & (1 << (code & 7))) !== 0);
  return [...new Set(text)].filter((one) => !unshown.test(one) && !has(one.codePointAt(0)!));
}
