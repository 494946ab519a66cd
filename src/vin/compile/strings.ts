import { growingU32 } from "./growing.ts";

const DELETE = "\x7f";

/** A text as the inside of a JSON string. Tabs and line ends become spaces, as vPIC answers them. */
export const inJson = (text: string): string =>
  // Copies move eight bytes as one number, which a DEL byte could turn into a not-a-number.
  JSON.stringify(text.replace(/[\t\r\n]/g, " ").replaceAll(DELETE, "")).slice(1, -1);

/** Interned texts, kept as the bytes an answer copies. */
export class Strings {
  private readonly places = new Map<string, number>();
  private readonly offsets = growingU32();
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
    if (this.used + piece.length * 3 > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.used + piece.length * 3));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    const place = this.offsets.push(this.used);
    this.used += this.encoder.encodeInto(piece, this.bytes.subarray(this.used)).written;
    this.places.set(piece, place);
    return place;
  }

  sections(): { stringOffsets: Uint32Array; stringBytes: Uint8Array } {
    this.offsets.push(this.used);
    return { stringOffsets: this.offsets.done(), stringBytes: this.bytes.slice(0, this.used) };
  }
}
