import { hasRightToLeft, type OrderedLine, orderedLine, orderedLines } from "./letter-order.ts";
import { missingMark, orderedRuns, type Run } from "./ordered-runs.ts";
import { type FontName, hasGlyph, laysOutRightToLeft } from "./pdf-document.ts";

export interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly color?: string;
}

type OwnFont = "regular" | "bold";

/** A text as it is given, or a line that `Texts.lines` has made of one. */
export type LineOfText = string | OrderedLine;

/** How texts are drawn. */
export interface TextOptions {
  /** Whether the operator's font stands behind DejaVu. */
  readonly hasOther: boolean;
  /** Whether letters from right to left are in their order. Papers of before have them from left to right, and keep it. */
  readonly isOrdered: boolean;
}

/** DejaVu's ascent, so that the baselines of all fonts are the same. */
const ascent = 0.928;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** One line, without controls and without what would turn the direction of the rest. */
const cleaned = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(/[\u202a-\u202e\u2066-\u2069]|[\ufe00-\ufe0f]/g, "");

/** Laid out whole: otherwise pdfkit lays words out one by one, from left to right. */
const shaping = { features: [] };

/** How many widths are known at a time. */
const shapedMost = 10_000;

/** Measures, breaks and draws texts. A character is of the first font that has it. */
export class Texts {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #options: TextOptions;
  readonly #fonts = new Map<string, FontName | undefined>();
  readonly #directions = new Map<string, boolean>();
  readonly #shapedWidths = new Map<string, number>();

  constructor(pdf: PDFKit.PDFDocument, options: TextOptions) {
    this.#pdf = pdf;
    this.#options = options;
  }

  width(text: LineOfText, style: TextStyle): number {
    return this.#runs(text, style).reduce((sum, run) => sum + this.#widthOf(run, style), 0);
  }

  /** The lines of a text, broken at spaces, and inside of words that are wider than a line. */
  lines(text: string, width: number, style: TextStyle): LineOfText[] {
    const words = cleaned(text).trim().split(/ +/);
    if (!this.#isOrdered(text)) return this.#broken(words, width, style);
    return orderedLines(words.join(" "), this.#bisected(words, width, style));
  }

  /**
   * The same lines as `#broken`, by few measurements: letters that are shaped take a hundred times as long, and a name of
   * 200 of them would delay the papers of others.
   */
  #bisected(words: readonly string[], width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    for (let left = words; left.length > 0; ) {
      const count = this.#fitting(left, " ", width, style);
      if (count > 0) {
        lines.push(left.slice(0, count).join(" "));
        left = left.slice(count);
        continue;
      }
      const [long, ...others] = left as readonly [string, ...string[]];
      const all = Array.from(graphemes.segment(long), ({ segment }) => segment);
      const begun = all.slice(0, Math.max(1, this.#fitting(all, "", width, style))).join("");
      lines.push(begun);
      left = begun === long ? others : [long.slice(begun.length), ...others];
    }
    return lines;
  }

  /** How many of some parts fit in a line, from the first one on. */
  #fitting(parts: readonly string[], between: string, width: number, style: TextStyle): number {
    let [fits, most] = [0, parts.length];
    while (fits < most) {
      const count = Math.ceil((fits + most) / 2);
      if (this.width(parts.slice(0, count).join(between), style) <= width) fits = count;
      else most = count - 1;
    }
    return fits;
  }

  #isOrdered(text: string): boolean {
    return this.#options.isOrdered && hasRightToLeft(text);
  }

  #broken(words: readonly string[], width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    let line = "";
    for (const word of words) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (this.width(longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      const parts = this.#parts(word, width, style);
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1)!;
    }
    return [...lines, line];
  }

  /** Draws one line; `y` is its top. */
  draw(text: LineOfText, x: number, y: number, style: TextStyle): void {
    this.#pdf.fillColor(style.color ?? "#000000");
    let at = x;
    for (const run of this.#runs(text, style)) {
      const width = this.#widthOf(run, style);
      const baseline = y + ascent * style.size;
      const options = run.isShaped ? shaping : {};
      this.#pdf.text(run.text, at, baseline, { lineBreak: false, baseline: "alphabetic", ...options });
      at += width;
    }
  }

  /** Sets the font and its size, too. Runs that are shaped are measured once: that takes a tenth of a millisecond. */
  #widthOf({ font, text, isShaped }: Run, { size }: TextStyle): number {
    const pdf = this.#pdf.font(font).fontSize(size);
    if (!isShaped) return pdf.widthOfString(text, {});
    const key = `${font} ${size} ${text}`;
    const known = this.#shapedWidths.get(key);
    if (known !== undefined) return known;
    if (this.#shapedWidths.size === shapedMost) this.#shapedWidths.clear();
    const width = pdf.widthOfString(text, shaping);
    this.#shapedWidths.set(key, width);
    return width;
  }

  #parts(word: string, width: number, style: TextStyle): string[] {
    if (this.width(word, style) <= width) return [word];
    const parts: string[] = [];
    let part = "";
    for (const { segment } of graphemes.segment(word)) {
      if (part !== "" && this.width(part + segment, style) > width) {
        parts.push(part);
        part = "";
      }
      part += segment;
    }
    return [...parts, part];
  }

  #runs(given: LineOfText, { bold }: TextStyle): Run[] {
    const own = bold ? "bold" : "regular";
    if (typeof given !== "string") return this.#orderedRuns(given, own);
    const text = given;
    if (/^[ -~]*$/.test(text)) return text === "" ? [] : [{ font: own, text }];
    if (this.#isOrdered(text)) return this.#orderedRuns(orderedLine(cleaned(text)), own);
    const runs: { font: FontName; text: string }[] = [];
    for (const character of cleaned(text)) {
      const found = this.#fontOf(character, own);
      const font = found ?? own;
      const shown = found === undefined ? missingMark : character;
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
    return runs;
  }

  #orderedRuns(line: OrderedLine, own: OwnFont): Run[] {
    return orderedRuns(line, own, {
      fontOf: (characters) =>
        this.#fontsOf(own).find((font) => characters.every((one) => this.#has(font, one))),
      laysOutRightToLeft: (font, text) => this.#laysOutRightToLeft(font, text),
    });
  }

  #laysOutRightToLeft(font: FontName, text: string): boolean {
    const key = `${font} ${text}`;
    const known = this.#directions.get(key);
    if (known !== undefined) return known;
    if (this.#directions.size === shapedMost) this.#directions.clear();
    const isSo = laysOutRightToLeft(this.#pdf, font, text);
    this.#directions.set(key, isSo);
    return isSo;
  }

  #fontsOf(own: OwnFont): FontName[] {
    return this.#options.hasOther ? [own, "regular", "other"] : [own, "regular"];
  }

  #has(font: FontName, character: string): boolean {
    return hasGlyph(this.#pdf, font, character.codePointAt(0)!);
  }

  #fontOf(character: string, own: OwnFont): FontName | undefined {
    const key = own + character;
    if (this.#fonts.has(key)) return this.#fonts.get(key);
    const found = this.#fontsOf(own).find((font) => this.#has(font, character));
    this.#fonts.set(key, found);
    return found;
  }
}
