import { ImportError } from "../input/import-error.ts";
import { rowMax } from "./bounds.ts";

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
  let held: Buffer[] = [];
  let heldBytes = 0;
  let first = 1;
  const lines = (bytes: Buffer): ByteLines => {
    const ends = lineEnds(bytes);
    const begun = first;
    first += ends.length;
    return { bytes, ends, first: begun };
  };
  for await (const piece of utf8) {
    const end = piece.lastIndexOf(lineBreak) + 1;
    let from = 0;
    if (end > 0 && heldBytes > 0) {
      from = piece.indexOf(lineBreak) + 1;
      yield lines(Buffer.concat([...held, piece.subarray(0, from)]));
    }
    if (end > 0) [held, heldBytes] = [[], 0];
    if (end > from) yield lines(piece.subarray(from, end));
    if (end < piece.length) held.push(Buffer.from(piece.subarray(end)));
    heldBytes += piece.length - end;
    if (heldBytes > rowMax)
      throw new ImportError(
        `line ${first}: a line of more than ${rowMax / 2 ** 20} MiB begins here; this file has no lines`,
      );
  }
  if (heldBytes > 0) yield lines(Buffer.concat(held));
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
