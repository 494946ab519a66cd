const blankMax = 65_536;

/** The first chunk that is not blank, and the whole text. A longer blank beginning counts as text. */
export async function peekText(utf8: AsyncIterable<Buffer>): Promise<[string, AsyncIterable<Buffer>]> {
  const pieces = utf8[Symbol.asyncIterator]();
  let blank = Buffer.alloc(0);
  let piece = await pieces.next();
  while (!piece.done && blank.length < blankMax && piece.value.toString().trim() === "") {
    // A copy, because the chunk can be overwritten.
    blank = Buffer.concat([blank, piece.value]);
    piece = await pieces.next();
  }
  const first = piece;
  async function* whole() {
    if (blank.length > 0) yield blank;
    for (let one = first; !one.done; one = await pieces.next()) yield one.value;
  }
  return [first.done ? "" : first.value.toString(), whole()];
}
