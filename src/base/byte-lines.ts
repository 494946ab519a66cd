/** Longer lines are cut; their reader refuses them. */
export const lineBytesMax = 1000;

const newline = 10;
const carriageReturn = 13;
const none: Buffer = Buffer.alloc(0);

/**
 * The lines of a stream as they arrive, in groups of at most `groupMax`. Accepts CRLF, and a last line without an
 * end. A longer line is cut to `lineBytesMax` bytes and one more, so that memory is bounded. Invalid UTF-8 becomes
 * replacement characters.
 */
export async function* byteLines(
  stream: AsyncIterable<Uint8Array>,
  groupMax: number,
): AsyncGenerator<string[]> {
  let rest = none;
  for await (const chunk of stream) {
    // Not copied: it may have half a megabyte, and is kept as long as the reader of these lines waits.
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let group: string[] = [];
    let at = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, at)) {
      if (rest.length === 0) group.push(textOf(bytes, at, end));
      else {
        const line = joined(rest, bytes.subarray(at, end));
        group.push(textOf(line, 0, line.length));
        rest = none;
      }
      at = end + 1;
      if (group.length < groupMax) continue;
      yield group;
      group = [];
    }
    if (group.length > 0) yield group;
    rest = joined(rest, bytes.subarray(at));
  }
  if (rest.length > 0) yield [textOf(rest, 0, rest.length)];
}

/** The start of a line, longer by a part of it, as far as it is kept. */
function joined(start: Buffer, part: Buffer): Buffer {
  return Buffer.concat([start, part.subarray(0, lineBytesMax + 2 - start.length)]);
}

function textOf(bytes: Buffer, from: number, end: number): string {
  const to = end > from && bytes[end - 1] === carriageReturn ? end - 1 : end;
  return bytes.toString("utf8", from, Math.min(to, from + lineBytesMax + 1));
}
