/** The first piece of a text that is not blank, and the whole text. */
export async function peekText(text: AsyncIterable<string>): Promise<[string, AsyncIterable<string>]> {
  const pieces = text[Symbol.asyncIterator]();
  let first = "";
  while (first.trim() === "") {
    const piece = await pieces.next();
    if (piece.done) break;
    first += piece.value;
  }
  async function* whole() {
    yield first;
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
  }
  return [first, whole()];
}
