import { readFile } from "node:fs/promises";
import { createDecoder, type Decoder } from "./decoder.ts";
import { loadPack } from "./pack/pack.ts";
import { PackError } from "./pack/pack-format.ts";

export type { DecidedBy, Decode, DecodedElement } from "./answer/describe.ts";
export type { Alternative, ExplainedElement, Explanation } from "./answer/explain.ts";
export type { Position } from "./answer/positions.ts";
export type { Undecodable } from "./decoder.ts";
export { PackError };

export interface OpenDecoderOptions {
  /**
   * The VIN data: a file, or its bytes. `vingate import vpic` writes NHTSA's newest data as `vin.pack` in the
   * service's data folder. Defaults to the data in this package.
   */
  readonly pack?: string | URL | Uint8Array;
  /** The date for year limits; today if absent. Open another decoder when the year changes. */
  readonly today?: Date;
}

/** Decodes VINs without a server or network. Use one for each thread; nothing needs closing. */
export type VinDecoder = Pick<Decoder, "source" | "decode" | "explain" | "answer">;

/** The pack next to the built library. */
const packaged = new URL("./vin.pack", import.meta.url);

/**
 * Opens a decoder. Rejects with `PackError` for a damaged pack or one of another format, and with the file
 * system's error for an unreadable file.
 */
export async function openDecoder({
  pack = packaged,
  today = new Date(),
}: OpenDecoderOptions = {}): Promise<VinDecoder> {
  const bytes = pack instanceof Uint8Array ? pack : await readFile(pack);
  const day = today.toISOString().slice(0, "2026-01-01".length);
  const { source, decode, explain, answer } = createDecoder(loadPack(bytes), {
    currentYear: Number(day.slice(0, 4)),
    today: day,
  });
  return { source, decode, explain, answer };
}
