import { readPicture } from "../../../console/src/parts/vin-photo/attempts.ts";
import { type BarcodeKind, prepareReader } from "../../../console/src/parts/vin-photo/barcodes.ts";
import { vinsOf } from "../../../console/src/parts/vin-photo/vins-of-barcodes.ts";
import { type Damage, pictureOf } from "./pictures.ts";

const code = Bun.resolveSync("zxing-wasm/reader/zxing_reader.wasm", import.meta.dir);
prepareReader(await Bun.file(code).arrayBuffer());

export const kinds: readonly BarcodeKind[] = ["Code39", "Code128", "DataMatrix", "QRCode", "PDF417"];

/** The VINs that the console reads from a made picture, after the kind of their barcode. */
export async function readMade(kind: BarcodeKind, text: string, damage: Damage = {}): Promise<string> {
  const picture = await pictureOf(kind, text, damage);
  const barcodes = await readPicture(picture, (found) => vinsOf(found).length > 0);
  return vinsOf(barcodes)
    .map(({ vin, barcode }) => `${barcode.kind} ${vin}`)
    .join(", ");
}
