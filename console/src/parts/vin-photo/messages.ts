import type { Barcode, Pixels } from "./barcodes.ts";

/** What the page sends to the reader: its code first, then pictures. */
export type ReaderRequest =
  | { readonly wasm: ArrayBuffer }
  /** With a number it is read in this way only, without one in all ways until a VIN is found. */
  | { readonly id: number; readonly pixels: Pixels; readonly way?: number | undefined };

/** What the reader returns for a picture. */
export type ReaderResponse =
  | { readonly id: number; readonly barcodes: readonly Barcode[] }
  | { readonly id: number; readonly fault: string };
