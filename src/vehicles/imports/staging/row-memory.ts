import { type BodyText, bodyBytes, bodyBytesMax, storeBody } from "../../families/body.ts";

const pieceBytes = 1 << 20;

/**
 * Buffers for the bodies of a batch, reused by later batches: separate memory for each body would cost as
 * much as the rest of the row.
 */
export class RowMemory {
  #spare: Buffer[] = [];
  #filled: Buffer[] = [];
  #piece: Buffer = Buffer.alloc(0);
  #used = 0;

  /** Stores a body; its bytes are valid until they are released. */
  body(body: BodyText): Uint8Array {
    const most = bodyBytesMax(body);
    const piece = this.#room(most > pieceBytes ? bodyBytes(body) : most);
    const start = this.#used;
    this.#used = storeBody(body, piece, start);
    return new Uint8Array(piece.buffer, piece.byteOffset + start, this.#used - start);
  }

  /** The buffers filled since the last call. */
  take(): readonly Buffer[] {
    const taken = this.#filled;
    taken.push(this.#piece);
    this.#filled = [];
    this.#piece = Buffer.alloc(0);
    this.#used = 0;
    return taken;
  }

  /** Reuses buffers whose bytes are no longer read. */
  release(taken: readonly Buffer[]): void {
    // A larger buffer was made for one row.
    this.#spare.push(...taken.filter(({ length }) => length === pieceBytes));
  }

  #room(bytes: number): Buffer {
    if (this.#used + bytes <= this.#piece.length) return this.#piece;
    this.#filled.push(this.#piece);
    const spare = bytes <= pieceBytes ? this.#spare.pop() : undefined;
    this.#piece = spare ?? Buffer.allocUnsafeSlow(Math.max(pieceBytes, bytes));
    this.#used = 0;
    return this.#piece;
  }
}
