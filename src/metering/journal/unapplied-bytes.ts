interface Piece {
  lastSeq: number;
  bytes: number;
}

/** Calls are counted in pieces, so that a full journal is thousands of entries and not millions. */
const piecesMax = 4096;

/** The bytes of a journal's calls that are not in the database: at most one piece too many, never too few. */
export class UnappliedBytes {
  readonly #pieceBytes: number;
  readonly #pieces: Piece[] = [];
  #total = 0;

  constructor(bytesMax: number) {
    this.#pieceBytes = bytesMax / piecesMax;
  }

  get total(): number {
    return this.#total;
  }

  /** Counts written calls; the last of them is `lastSeq`. */
  written(lastSeq: number, bytes: number): void {
    const last = this.#pieces.at(-1);
    if (last && last.bytes + bytes <= this.#pieceBytes) {
      last.lastSeq = lastSeq;
      last.bytes += bytes;
    } else this.#pieces.push({ lastSeq, bytes });
    this.#total += bytes;
  }

  /** Stops counting calls applied up to `appliedSeq`. */
  applied(appliedSeq: number): void {
    const first = this.#pieces.findIndex(({ lastSeq }) => lastSeq > appliedSeq);
    const gone = this.#pieces.splice(0, first < 0 ? this.#pieces.length : first);
    for (const { bytes } of gone) this.#total -= bytes;
  }
}
