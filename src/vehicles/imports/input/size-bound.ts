import { ImportError } from "./import-error.ts";

/** How much may come out of an input. */
export interface SizeBound {
  /** Bytes at most, after decompression. */
  readonly bytesMax: number;
  /** Bytes that went in so far; absent for what is not compressed. */
  readonly compressed?: () => number;
}

/** Text compresses twenty- or thirtyfold at most; what grows further was made to fill memory or disk. */
const growthMax = 250;
const harmlessBytes = 64 * 2 ** 20;

/** The same bytes; throws `ImportError` where there are too many of them. */
export async function* bounded(
  bytes: AsyncIterable<Uint8Array>,
  { bytesMax, compressed }: SizeBound,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > bytesMax)
      throw new ImportError(`the input holds more than the ${shown(bytesMax)} that are allowed`);
    if (compressed && size > harmlessBytes && size > growthMax * Math.max(1, compressed()))
      throw new ImportError(
        `the compressed input grows more than ${growthMax}-fold, as no table of records does; decompress it yourself if it is genuine`,
      );
    yield chunk;
  }
}

function shown(bytes: number): string {
  return bytes >= 2 ** 30
    ? `${Math.round(bytes / 2 ** 30)} GiB`
    : `${Math.max(1, Math.round(bytes / 2 ** 20))} MiB`;
}
