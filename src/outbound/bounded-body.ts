/** The whole body of an answer; undefined if it has more than so many bytes. Rejects as its connection fails. */
export async function bodyUpTo(answer: Response, bytesMax: number): Promise<Buffer | undefined> {
  if (Number(answer.headers.get("content-length")) > bytesMax) return undefined;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > bytesMax) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
