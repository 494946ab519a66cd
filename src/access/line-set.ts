import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Lines of a batch as the database keeps them. */
export interface KeptLines {
  /** So many lines from the first one on. A node of a former version reads this alone. */
  readonly answered: number;
  /** A bitmap of all of them, deflated, in base64; absent if there are no others. */
  readonly lines?: string;
}

/** Lines of a batch, by their numbers from 1. A bitmap, so that 512 KiB of any lines are kept in less than 50. */
export class LineSet {
  #bits: Uint8Array;
  #count = 0;

  constructor({ answered, lines }: KeptLines = { answered: 0 }) {
    this.#bits = lines === undefined ? new Uint8Array(32) : inflateRawSync(Buffer.from(lines, "base64"));
    for (let line = 1; line <= 8 * this.#bits.length; line++) if (this.has(line)) this.#count += 1;
    for (let line = 1; line <= answered; line++) this.add(line);
  }

  has(line: number): boolean {
    return ((this.#bits[(line - 1) >> 3] ?? 0) & bitOf(line)) !== 0;
  }

  add(line: number): void {
    if (this.has(line)) return;
    const at = (line - 1) >> 3;
    if (at >= this.#bits.length) {
      const larger = new Uint8Array(2 * at);
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[at]! |= bitOf(line);
    this.#count += 1;
  }

  /** What is kept of these lines and others. */
  keptWith(others: KeptLines): KeptLines {
    const all = new LineSet(others);
    for (let line = 1; line <= 8 * this.#bits.length; line++) if (this.has(line)) all.add(line);
    return all.#kept();
  }

  #kept(): KeptLines {
    let answered = 0;
    while (this.has(answered + 1)) answered += 1;
    if (answered === this.#count) return { answered };
    return { answered, lines: deflateRawSync(this.#bits).toString("base64") };
  }
}

const bitOf = (line: number): number => 1 << ((line - 1) & 7);
