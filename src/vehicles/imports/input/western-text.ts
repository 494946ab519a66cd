import { ImportError } from "./import-error.ts";
import { decoderOf } from "./text-decoder.ts";

/** A decision is made after so many words. */
const wordsMost = 200;
/** In a Windows-1252 text, a larger share of such words is no chance. */
const strangeShare = 0.25;
const cellMost = 64;
const readings = ["windows-1251", "windows-1253", "shift_jis", "gb18030", "euc-kr", "big5"];

const lineBreak = 10;
/** Comma, semicolon, tab and line break. */
const cellEnds: ReadonlySet<number> = new Set([0x2c, 0x3b, 9, lineBreak]);
/** Dashes, dots and fixed spaces stand in rows, too. */
const separators: ReadonlySet<number> = new Set([0x85, 0x96, 0x97, 0xa0]);
const isHigh = (byte: number): boolean => byte >= 0x80 && !separators.has(byte);
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a && byte < 0x80;

/**
 * Looks at text that is not UTF-8 and is read as Windows-1252: Western words have few letters beyond ASCII, words of
 * other scripts nearly only such bytes. Throws `ImportError` for them.
 */
export class WesternText {
  #line: number;
  /** The bytes of the cell that is not complete. */
  #cell: number[] = [];
  #length = 0;
  #high = 0;
  #words = 0;
  #strange = 0;
  /** The line of the first strange word, and its cell. */
  #strangeLine: number | undefined;
  #strangeCell: Uint8Array | undefined;

  constructor(line: number) {
    this.#line = line;
  }

  add(bytes: Uint8Array): void {
    if (this.#words >= wordsMost) return;
    for (const byte of bytes) {
      if (isHigh(byte)) this.#high += 1;
      if (isHigh(byte) || isLetter(byte)) this.#length += 1;
      else this.#endWord();
      if (cellEnds.has(byte)) this.#endCell();
      else if (this.#cell.length < cellMost) this.#cell.push(byte);
      if (byte === lineBreak) this.#line += 1;
      if (this.#words >= wordsMost) break;
    }
    if (this.#words >= wordsMost) this.#decide();
  }

  end(): void {
    this.#endWord();
    this.#decide();
  }

  #endWord(): void {
    if (this.#high > 0) this.#words += 1;
    if (this.#high > 2 && this.#high * 2 > this.#length) {
      this.#strange += 1;
      this.#strangeLine ??= this.#line;
    }
    this.#length = 0;
    this.#high = 0;
  }

  #endCell(): void {
    if (this.#strangeLine !== undefined) this.#strangeCell ??= Uint8Array.from(this.#cell);
    this.#cell = [];
  }

  #decide(): void {
    if (this.#strange <= strangeShare * this.#words) return;
    this.#endCell();
    const shown = readings.flatMap((encoding) => readingOf(this.#strangeCell!, encoding));
    throw new ImportError(
      `line ${this.#strangeLine}: the text is neither UTF-8 nor Windows-1252; save it as UTF-8, or name its encoding${shown.length === 0 ? "" : `: this line has ${shown.join(", ")}`}`,
    );
  }
}

/** How a cell reads in an encoding, if it can be read. */
function readingOf(cell: Uint8Array, encoding: string): string[] {
  try {
    const text = decoderOf(encoding, true).decode(cell).trim();
    return /^[\p{L}\p{M}\p{N}\p{Zs}ー.-]+$/u.test(text) ? [`"${text}" in ${encoding}`] : [];
  } catch {
    return [];
  }
}
