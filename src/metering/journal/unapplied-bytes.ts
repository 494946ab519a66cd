interface Piece {
  lastSeq: number;
  bytes: number;
}

/** Calls are counted in pieces, so that a full journal is thousands of them and not millions. */
const piecesMax = 4096;

/** The bytes of a journal's calls that are not in the database yet: at most one piece too many, never too few. */
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

  /** Counts calls that were written, the last of them `lastSeq`. */
  written(lastSeq: number, bytes: number): void {
    const last = this.#pieces.at(-1);
    if (last && last.bytes + bytes <= this.#pieceBytes) {
      last.lastSeq = lastSeq;
      last.bytes += bytes;
    } else this.#pieces.push({ lastSeq, bytes });
    this.#total += bytes;
  }

  /** Counts calls no more that are applied up to `appliedSeq`. */
  applied(appliedSeq: number): void {
    const first = this.#pieces.findIndex(({ lastSeq }) => lastSeq > appliedSeq);
    const gone = this.#pieces.splice(0, first < 0 ? this.#pieces.length : first);
    for (const { bytes } of gone) this.#total -= bytes;
  }
}
