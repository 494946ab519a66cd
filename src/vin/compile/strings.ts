const DELETE = "\x7f";

/** A text on one line: tabs and line ends become spaces, as in vPIC's answers. */
export const flat = (text: string): string => text.replace(/[\t\r\n]/g, " ");

/** A text as the inside of a JSON string, on one line. */
export const inJson = (text: string): string =>
  // Copies move eight bytes as one number, which a DEL byte could turn into a not-a-number.
  JSON.stringify(flat(text).replaceAll(DELETE, "")).slice(1, -1);

/** Interned texts: two bytes of length, then the bytes an answer copies. A text's number is its offset. */
export class Strings {
  private readonly places = new Map<string, number>();
  private bytes = new Uint8Array(1 << 20);
  private used = 0;
  private readonly encoder = new TextEncoder();

  constructor() {
    this.json("");
  }

  /** The number of a plain text. */
  plain(text: string): number {
    return this.json(inJson(text));
  }

  /** The number of a text that is already part of a JSON document. */
  json(piece: string): number {
    const known = this.places.get(piece);
    if (known !== undefined) return known;
    if (this.used + piece.length * 3 + 2 > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2 + piece.length * 3);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    const place = this.used;
    const { written } = this.encoder.encodeInto(piece, this.bytes.subarray(place + 2));
    if (written > 0xffff) throw new Error(`a text of ${written} bytes is too long for the pack`);
    this.bytes[place] = written & 0xff;
    this.bytes[place + 1] = written >> 8;
    this.used = place + 2 + written;
    this.places.set(piece, place);
    return place;
  }

  done(): Uint8Array {
    return this.bytes.slice(0, this.used);
  }
}
