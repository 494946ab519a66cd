import { readVin } from "../../../../src/base/reading/vins.ts";
import { vinsInText } from "../../../../src/base/reading/vins-in-text.ts";
import type { Barcode } from "./barcodes.ts";

/** A VIN that a barcode has. */
export interface ScannedVin {
  readonly vin: string;
  readonly barcode: Barcode;
}

/** The VIN in the papers of American vehicles, whose PDF417 has a line for each value, with three letters before it. */
const ofPapers = /^VAD([A-HJ-NPR-Z0-9]{17})\s*$/gm;

function vinsIn(text: string): string[] {
  const whole = readVin(text);
  if (whole) return [whole.vin];
  const papers = [...text.matchAll(ofPapers)].map(([, vin = ""]) => vin);
  const others = [...vinsInText(text)].flatMap(({ read }) => (read ? [read.vin] : []));
  return [...papers, ...others];
}

/** The VINs of barcodes, each once. */
export function vinsOf(barcodes: readonly Barcode[]): ScannedVin[] {
  const found = new Map<string, ScannedVin>();
  for (const barcode of barcodes)
    for (const vin of vinsIn(barcode.text)) if (!found.has(vin)) found.set(vin, { vin, barcode });
  return [...found.values()];
}
