import { createDecoder, type Decoder } from "./decoder.ts";
import { loadPack } from "./pack/pack.ts";
import { PackError } from "./pack/pack-format.ts";
import { bundlerAdvice, readPack } from "./read-pack.ts";

export type { DecidedBy, Decode, DecodedElement } from "./answer/describe.ts";
export type { Alternative, ExplainedElement, Explanation } from "./answer/explain.ts";
export type { Position } from "./answer/positions.ts";
export type { Undecodable } from "./decoder.ts";
export { type Origin, originOf } from "./region.ts";
export { PackError };

export interface OpenDecoderOptions {
  /**
   * The VIN data: a file (in a browser, an address), or its bytes. `vingate import vpic` writes NHTSA's newest
   * data as `vin.pack` in the service's data folder. Defaults to the data in this package.
   */
  readonly pack?: string | URL | Uint8Array;
  /** The date for year limits; today if absent. Open another decoder when the year changes. */
  readonly today?: Date;
}

/** Decodes VINs without a server or network. Use one for each thread; nothing needs closing. */
export type VinDecoder = Pick<Decoder, "source" | "decode" | "explain" | "answer">;

/** The pack next to the built library. The expression is the one that bundlers recognize as a file. */
function packagedPack(): URL {
  try {
    return new URL("./vin.pack", import.meta.url);
  } catch {
    throw new PackError(`this bundle has no module address; ${bundlerAdvice}`);
  }
}

/**
 * Opens a decoder. Rejects with `PackError` for a pack that is absent, damaged or of another format, and with
 * the file system's error for an unreadable file.
 */
export async function openDecoder({
  pack,
  today = new Date(),
}: OpenDecoderOptions = {}): Promise<VinDecoder> {
  const bytes = pack instanceof Uint8Array ? pack : await readPack(pack ?? packagedPack());
  const day = today.toISOString().slice(0, "2026-01-01".length);
  const { source, decode, explain, answer } = createDecoder(loadPack(bytes), {
    currentYear: Number(day.slice(0, 4)),
    today: day,
  });
  return { source, decode, explain, answer };
}
