import { ImportError } from "./import-error.ts";

/** Limits on the decompressed size. */
export interface SizeBound {
  /** Max. decompressed bytes. */
  readonly bytesMax: number;
  /** Compressed bytes read so far; absent if the input is not compressed. */
  readonly compressed?: () => number;
}

/** Text compresses 20- to 30-fold; more growth means a file made to fill memory or disk. */
const growthMax = 250;
const harmlessBytes = 64 * 2 ** 20;

/** The same bytes. Throws `ImportError` if there are too many. */
export async function* bounded<T extends Uint8Array>(
  bytes: AsyncIterable<T>,
  { bytesMax, compressed }: SizeBound,
): AsyncGenerator<T> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > bytesMax) throw new ImportError(`the input has more than the ${shown(bytesMax)} allowed`);
    if (compressed && size > harmlessBytes && size > growthMax * Math.max(1, compressed()))
      throw new ImportError(
        `the compressed input grows more than ${growthMax}-fold, which no table of records does; decompress it first if it is genuine`,
      );
    yield chunk;
  }
}

function shown(bytes: number): string {
  return bytes >= 2 ** 30
    ? `${Math.round(bytes / 2 ** 30)} GiB`
    : `${Math.max(1, Math.round(bytes / 2 ** 20))} MiB`;
}
