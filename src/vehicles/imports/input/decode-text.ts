import { type Encoding, utf8Of } from "./utf8.ts";

/** The text of bytes, in pieces. Throws as `utf8Of`. */
export function decodeText(bytes: AsyncIterable<Uint8Array>, encoding?: Encoding): AsyncGenerator<string> {
  return textOf(utf8Of(bytes, encoding));
}

/** The text of UTF-8 that comes in pieces of whole characters. */
export async function* textOf(utf8: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const piece of utf8) yield piece.toString();
}
