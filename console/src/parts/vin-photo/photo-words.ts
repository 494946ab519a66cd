import { t } from "../../base/language/language.ts";
import type { BarcodeKind } from "./barcodes.ts";
import type { ScannedVin } from "./vins-of-barcodes.ts";

/** The names of barcodes, which labels and their standards use in every language. */
export const kindNames: Readonly<Record<BarcodeKind, string>> = {
  Code39: "Code 39",
  Code128: "Code 128",
  DataMatrix: "Data Matrix",
  QRCode: "QR",
  PDF417: "PDF417",
};

/** Longer texts are of papers, with values of people in them. */
const shownMax = 40;
export const textsMax = 9;

/** What to do if no barcode has a VIN; the texts are those of other barcodes. */
export function noVin(texts: readonly string[]): string {
  const shown = texts.filter((text) => text.length <= shownMax).slice(0, textsMax);
  if (texts.length > 0)
    return shown.length > 0
      ? t("What was read is not a VIN: {texts}. Look for another barcode, or type the VIN.", {
          texts: shown.join(", "),
        })
      : t("The barcode has no VIN. Look for another one, or type the VIN.");
  return t(
    "No barcode was found. Use more light without reflections, hold the camera straight before the label, and go closer until the barcode fills the picture.",
  );
}

/** How a VIN was read, below its field. */
export function scannedHint({ vin, barcode: { kind, text } }: ScannedVin): string {
  const read = text.trim();
  if (read === vin || read.length > shownMax)
    return t("Read from a barcode ({kind}). Compare it with the label.", { kind: kindNames[kind] });
  return t("Read from a barcode ({kind}) as {text}. Compare it with the label.", {
    kind: kindNames[kind],
    text: read,
  });
}
