/** Longer lines are cut; their reader refuses them. */
export const lineBytesMax = 1000;

const newline = 10;
const carriageReturn = 13;

/**
 * The lines of a stream as they arrive, in groups of at most `groupMax`. Accepts CRLF, and a last line without an end.
 * Of a longer line only `lineBytesMax` bytes and one more are kept, so that memory is bounded. Invalid UTF-8 becomes
 * replacement characters.
 */
export async function* byteLines(
  stream: AsyncIterable<Uint8Array>,
  groupMax: number,
): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let group: string[] = [];
    let at = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, at)) {
      group.push(textOf(bytes, at, end));
      at = end + 1;
      if (group.length < groupMax) continue;
      yield group;
      group = [];
    }
    if (group.length > 0) yield group;
    rest = bytes.subarray(at, Math.min(bytes.length, at + lineBytesMax + 2));
  }
  if (rest.length > 0) yield [textOf(rest, 0, rest.length)];
}

function textOf(bytes: Buffer, from: number, end: number): string {
  const to = end > from && bytes[end - 1] === carriageReturn ? end - 1 : end;
  return bytes.toString("utf8", from, Math.min(to, from + lineBytesMax + 1));
}
