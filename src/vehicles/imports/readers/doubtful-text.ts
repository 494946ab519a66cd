import { RecordError } from "../input/import-error.ts";

/** A warning on rows with such texts. */
export const garbled = 'rows with texts that were read in a wrong encoding before, such as "MÃ¼nchen"';

/** UTF-8 that was read as Windows-1252 and saved as UTF-8: `Ã`, `Â` or `â` and a character that ends no word. */
const garbledText = /Ã[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\xa0-\xbf]|â€|â‚¬/;
const garbledBytes = ["c383", "c382c2", "c3a2e2"].map((bytes) => Buffer.from(bytes, "hex"));

/** Finds texts that were damaged on their way here. Rows are looked at only if some bytes of the file are suspect. */
export class DoubtfulText {
  #hasNul = false;
  #isGarbled = false;

  /** The same bytes. */
  async *watch(utf8: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of utf8) {
      this.#hasNul ||= piece.includes(0) || piece.includes("\\u0000");
      this.#isGarbled ||= garbledBytes.some((bytes) => piece.includes(bytes));
      yield piece;
    }
  }

  /** The warnings on a row. Throws `RecordError` for a value with a NUL character, which no text has. */
  warningsOf(names: readonly string[], values: readonly unknown[]): readonly string[] {
    if (!this.#hasNul && !this.#isGarbled) return none;
    const texts = values.map((value) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")));
    const nul = this.#hasNul ? texts.findIndex((text) => /\0|\\u0000/.test(text)) : -1;
    if (nul >= 0)
      throw new RecordError(
        names[nul] ?? "",
        texts[nul]!.replaceAll("\0", "\\0"),
        "has a NUL character; export the file again as text in UTF-8",
      );
    return this.#isGarbled && texts.some((text) => garbledText.test(text)) ? [garbled] : none;
  }
}

const none: readonly string[] = [];
