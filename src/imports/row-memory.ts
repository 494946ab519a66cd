import { type BodyText, bodyBytesMax, storeBody } from "../families/body.ts";

const pieceBytes = 1 << 20;

/** Takes the bytes of rows in their order, as a hash does. */
export interface Digest {
  update(bytes: Uint8Array): unknown;
}

/**
 * Memory that the rows of a batch are encoded into, in large pieces that later batches use again: memory of its own
 * for each body would cost as much as the rest of the row. What is stored goes into the digest, a piece at a time.
 */
export class RowMemory {
  readonly #digest: Digest;
  #spare: Buffer[] = [];
  #filled: Buffer[] = [];
  #piece: Buffer = Buffer.alloc(0);
  #used = 0;
  #digested = 0;

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  /** Stores a text, which only the digest sees. */
  text(text: string): void {
    const bytesMax = text.length * 3;
    const piece = this.#room(bytesMax);
    this.#used += piece.write(text, this.#used, bytesMax, "utf8");
  }

  /** Stores a body; the bytes are its own until they are given back. */
  body(body: BodyText): Uint8Array {
    const piece = this.#room(bodyBytesMax(body));
    const start = this.#used;
    this.#used = storeBody(body, piece, start);
    return new Uint8Array(piece.buffer, piece.byteOffset + start, this.#used - start);
  }

  /** Hands over what was stored since it was called last. */
  take(): readonly Buffer[] {
    this.digestRest();
    const taken = this.#filled;
    taken.push(this.#piece);
    this.#filled = [];
    this.#piece = Buffer.alloc(0);
    this.#used = 0;
    this.#digested = 0;
    return taken;
  }

  /** Takes back what nobody reads any more. */
  giveBack(taken: readonly Buffer[]): void {
    // A larger piece was made for one row.
    this.#spare.push(...taken.filter(({ length }) => length === pieceBytes));
  }

  /** Everything stored by now is in the digest afterwards. */
  digestRest(): void {
    if (this.#used > this.#digested) this.#digest.update(this.#piece.subarray(this.#digested, this.#used));
    this.#digested = this.#used;
  }

  #room(bytes: number): Buffer {
    if (this.#used + bytes <= this.#piece.length) return this.#piece;
    this.digestRest();
    this.#filled.push(this.#piece);
    const spare = bytes <= pieceBytes ? this.#spare.pop() : undefined;
    this.#piece = spare ?? Buffer.allocUnsafeSlow(Math.max(pieceBytes, bytes));
    this.#used = 0;
    this.#digested = 0;
    return this.#piece;
  }
}
