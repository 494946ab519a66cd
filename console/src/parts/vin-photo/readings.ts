import { attemptsMax } from "./attempts.ts";
import type { Barcode } from "./barcodes.ts";
import { type ScannedVin, vinsOf } from "./vins-of-barcodes.ts";

/** Code 39 has no check character of its own: what is read once may be another text. */
const readingsMin = 2;
/** After so many pictures without a VIN, the dialog shows what to do. */
const overdueAt = 30;

/** What the camera has seen since it was turned on. */
export class LiveReadings {
  readonly #counts = new Map<string, number>();
  readonly #texts = new Set<string>();
  #pictures = 0;

  /** The way in which the next picture is read: each second one as it is, since that is fastest. */
  nextWay(): number {
    return this.#pictures % 2 === 0 ? 0 : 1 + (((this.#pictures - 1) / 2) % (attemptsMax - 1));
  }

  /** Adds the barcodes of a picture. The VINs that it completes are `found` once. */
  add(barcodes: readonly Barcode[]) {
    this.#pictures += 1;
    const found: ScannedVin[] = [];
    for (const one of vinsOf(barcodes)) {
      const count = (this.#counts.get(one.vin) ?? 0) + 1;
      this.#counts.set(one.vin, count);
      if (count === readingsMin) found.push(one);
    }
    if (vinsOf(barcodes).length === 0) for (const { text } of barcodes) this.#texts.add(text);
    const isOverdue = this.#counts.size === 0 && this.#pictures % overdueAt === 0;
    return { found, isOverdue, texts: [...this.#texts] };
  }
}
