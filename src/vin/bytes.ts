/** Bytes being written, through a view that moves eight at a time. Ends with room to spare. */
export interface Output {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  length: number;
}

export function createOutput(size: number): Output {
  const bytes = new Uint8Array(size);
  return { bytes, view: new DataView(bytes.buffer), length: 0 };
}

/**
 * Copies bytes `from` to `to`, eight at a time as floating-point numbers: the fastest move for short pieces.
 * Bits survive because text never holds the byte patterns of a not-a-number (no 0x7f or 0xff).
 * Up to seven bytes beyond `to` are read and written; both sides keep that room.
 */
export function copy(output: Output, source: DataView, from: number, to: number): void {
  const { view } = output;
  let at = output.length;
  for (let i = from; i < to; i += 8, at += 8) view.setFloat64(at, source.getFloat64(i, true), true);
  output.length += to - from;
}

const encoder = new TextEncoder();

/** Pieces of an answer that are the same every time, laid out for `copy`. */
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

/** Writes a text the slow way, as the inside of a JSON string. */
export function writeText(output: Output, text: string): void {
  const inner = JSON.stringify(text).slice(1, -1);
  output.length += encoder.encodeInto(inner, output.bytes.subarray(output.length)).written;
}
