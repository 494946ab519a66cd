import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";

/** The barcodes that labels and papers of vehicles have. */
export type BarcodeKind = "Code39" | "Code128" | "DataMatrix" | "QRCode" | "PDF417";

/** A barcode that was read. */
export interface Barcode {
  readonly kind: BarcodeKind;
  readonly text: string;
}

/** The pixels of a picture: four bytes each, as a canvas has them. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

const options: ReaderOptions = {
  // Code 39 with all of ASCII would read pairs of its characters as one.
  formats: ["Code39Std", "Code128", "DataMatrix", "QRCode", "PDF417"],
  tryDenoise: true,
  textMode: "Plain",
  maxNumberOfSymbols: 16,
};

/** Gives the reader its code, which it would otherwise request from another host. */
export const prepareReader = (wasmBinary: ArrayBuffer): void =>
  prepareZXingModule({ overrides: { wasmBinary } });

/** The barcodes in a picture. */
export async function barcodesIn(pixels: Pixels): Promise<Barcode[]> {
  const results = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], options);
  return results.map(({ symbology, text }) => ({ kind: symbology as BarcodeKind, text }));
}
