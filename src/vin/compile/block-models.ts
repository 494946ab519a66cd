import { MODEL } from "../elements.ts";
import { ROW } from "../pack/layout.ts";
import { growingI32 } from "./growing.ts";

/** Writes the models that schema blocks name: lists of distinct values. */
export class BlockModels {
  readonly words = growingI32();

  constructor() {
    // List 0: no models.
    this.words.push(0);
  }

  /** Adds the models of some rows; returns the offset of their list. */
  add(rows: Int32Array, first: number, end: number): number {
    const found = new Set<number>();
    for (let row = first; row < end; row++) {
      const meaning = rows[row * ROW]!;
      if (meaning >>> 24 === MODEL) found.add(meaning & 0xffffff);
    }
    if (found.size === 0) return 0;
    const place = this.words.push(found.size);
    for (const model of found) this.words.push(model);
    return place;
  }
}
