import { linesOf } from "../base/lines.ts";
import { type Encoding, utf8Of } from "../vehicles/imports/input/utf8.ts";

/** Enough to detect UTF-16; a person who types VINs does not wait for more. */
const leastBytes = 8;

/**
 * The lines of a list in any encoding that imports read: `auto` is UTF-8, UTF-16, or Windows-1252 if the text looks so.
 * Throws `ImportError` with the line of what it cannot read.
 */
export const listLines = (stream: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string[]> =>
  linesOf(utf8Of(stream, encoding, "latin1", { least: leastBytes }));
