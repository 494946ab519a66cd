/** The buffer in which answers are built, with a view that moves eight bytes at a time. */
export interface Scratch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
}

export function createScratch(size: number): Scratch {
  const bytes = new Uint8Array(size);
  return { bytes, view: new DataView(bytes.buffer) };
}

const ZERO = 48;
/**
 * Copies bytes `from` to `to` of `source` to `at`, eight at a time as floating-point numbers: the fastest
 * move for short pieces. Bits survive because text never contains the bytes of a not-a-number (no 0x7f or
 * 0xff). Up to seven bytes beyond the end are read and written; both sides reserve that room. Returns the
 * end.
 */
export function copy(target: DataView, at: number, source: DataView, from: number, to: number): number {
  for (let i = from, j = at; i < to; i += 8, j += 8) target.setFloat64(j, source.getFloat64(i, true), true);
  return at + to - from;
}

const encoder = new TextEncoder();

/** The constant pieces of an answer, laid out for `copy`. */
export function piecesOf(texts: readonly string[]): { view: DataView; starts: Int32Array } {
  const encoded = texts.map((text) => encoder.encode(text));
  const starts = new Int32Array(texts.length + 1);
  encoded.forEach((piece, i) => {
    starts[i + 1] = starts[i]! + piece.length;
  });
  const bytes = new Uint8Array(starts[texts.length]! + 8);
  encoded.forEach((piece, i) => {
    bytes.set(piece, starts[i]);
  });
  return { view: new DataView(bytes.buffer), starts };
}

/** One such piece. */
export interface Piece {
  readonly view: DataView;
  readonly length: number;
}

export function pieceOf(text: string): Piece {
  const { view, starts } = piecesOf([text]);
  return { view, length: starts[1]! };
}

/** Writes a piece; returns the end. */
export const copyPiece = ({ view }: Scratch, at: number, piece: Piece): number =>
  copy(view, at, piece.view, 0, piece.length);

/** Writes a number from 0 to 99; returns the end. */
export function writeNumber({ bytes }: Scratch, from: number, number: number): number {
  let at = from;
  if (number > 9) bytes[at++] = ZERO + ((number / 10) | 0);
  bytes[at++] = ZERO + (number % 10);
  return at;
}

/** Writes a year of four digits; returns the end. */
export function writeYear({ bytes }: Scratch, at: number, year: number): number {
  bytes[at] = ZERO + ((year / 1000) | 0);
  bytes[at + 1] = ZERO + (((year / 100) | 0) % 10);
  bytes[at + 2] = ZERO + (((year / 10) | 0) % 10);
  bytes[at + 3] = ZERO + (year % 10);
  return at + 4;
}

/** Writes any text as the inside of a JSON string, slowly; returns the end. */
export function writeText(scratch: Scratch, at: number, text: string): number {
  const inner = JSON.stringify(text).slice(1, -1);
  return at + encoder.encodeInto(inner, scratch.bytes.subarray(at)).written;
}
