const base64url = Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");

/**
 * Appends bytes; `done` returns those written since its last call. Many bodies share one piece of memory, each its own
 * part, which saves a copy and an allocation per body.
 */
export class ByteWriter {
  readonly #pieceBytes: number;
  #piece: Buffer;
  #from = 0;
  #at = 0;

  constructor(pieceBytes: number) {
    this.#pieceBytes = pieceBytes;
    this.#piece = Buffer.allocUnsafeSlow(pieceBytes);
  }

  bytes(source: Buffer, from = 0, to = source.length): void {
    this.#reserve(to - from);
    source.copy(this.#piece, this.#at, from, to);
    this.#at += to - from;
  }

  text(text: string): void {
    this.#reserve(text.length * 3);
    this.#at += this.#piece.write(text, this.#at);
  }

  /** The 43 characters of 32 bytes, without padding. */
  base64url(bytes: Uint8Array): void {
    this.#reserve(43);
    const piece = this.#piece;
    let at = this.#at;
    for (let i = 0; i < 30; i += 3) {
      const three = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!;
      piece[at++] = base64url[three >> 18]!;
      piece[at++] = base64url[(three >> 12) & 63]!;
      piece[at++] = base64url[(three >> 6) & 63]!;
      piece[at++] = base64url[three & 63]!;
    }
    const two = (bytes[30]! << 16) | (bytes[31]! << 8);
    piece[at++] = base64url[two >> 18]!;
    piece[at++] = base64url[(two >> 12) & 63]!;
    piece[at++] = base64url[(two >> 6) & 63]!;
    this.#at = at;
  }

  /** The bytes written since the last call; they are never overwritten. */
  done(): Buffer {
    const written = this.#piece.subarray(this.#from, this.#at);
    this.#from = this.#at;
    return written;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#piece.length) return;
    const begun = this.#at - this.#from;
    const next = Buffer.allocUnsafeSlow(Math.max(this.#pieceBytes, (begun + bytes) * 2));
    this.#piece.copy(next, 0, this.#from, this.#at);
    this.#piece = next;
    this.#from = 0;
    this.#at = begun;
  }
}
