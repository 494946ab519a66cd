import { Garbage } from "./garbage.ts";

const longRow = 65_536;
const collectedAt = 4 * 2 ** 20;

/** Collects garbage after long rows, each of which leaves several times its size. */
export class LongRows {
  readonly #garbage = new Garbage(collectedAt);

  add(bytes: number): void {
    if (bytes >= longRow) this.#garbage.add(bytes);
  }
}
