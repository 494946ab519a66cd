import { ImportError } from "../input/import-error.ts";
import { rowMax } from "./bounds.ts";
import { LongRows } from "./long-rows.ts";

/** Whole lines of UTF-8; overwritten when the next ones are requested. */
export interface ByteLines {
  readonly bytes: Buffer;
  /** The offset of each line's end, without its line break. */
  readonly ends: readonly number[];
  /** The number of the first line, from 1. */
  readonly first: number;
}

const lineBreak = 10;

/** Divides UTF-8 into lines; each line is in one buffer. */
export async function* readByteLines(utf8: AsyncIterable<Buffer>): AsyncGenerator<ByteLines> {
  const begun = new BegunBytes();
  const longRows = new LongRows();
  let first = 1;
  const lines = (bytes: Buffer): ByteLines => {
    const ends = lineEnds(bytes);
    const line = first;
    first += ends.length;
    return { bytes, ends, first: line };
  };
  for await (const piece of utf8) {
    const end = piece.lastIndexOf(lineBreak) + 1;
    let from = 0;
    if (end > 0 && begun.length > 0) {
      from = piece.indexOf(lineBreak) + 1;
      begun.add(piece.subarray(0, from));
      longRows.add(begun.length);
      yield lines(begun.take());
    }
    if (end > from) yield lines(piece.subarray(from, end));
    begun.add(piece.subarray(end));
    if (begun.length > rowMax)
      throw new ImportError(
        `line ${first}: a line of more than ${rowMax / 2 ** 20} MiB begins here; this file has no lines`,
      );
  }
  if (begun.length > 0) yield lines(begun.take());
}

/** The beginning of a row, in memory that the next ones use again. */
export class BegunBytes {
  #memory = Buffer.allocUnsafeSlow(1 << 16);
  length = 0;

  add(bytes: Buffer): void {
    const length = this.length + bytes.length;
    if (length > this.#memory.length) {
      const memory = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#memory.length));
      this.#memory.copy(memory, 0, 0, this.length);
      this.#memory = memory;
    }
    bytes.copy(this.#memory, this.length);
    this.length = length;
  }

  /** The bytes, which are overwritten when more are added. */
  take(): Buffer {
    const taken = this.#memory.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}

function lineEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(lineBreak, from);
    ends.push(end < 0 ? bytes.length : end);
    if (end < 0) break;
    from = end + 1;
  }
  return ends;
}
