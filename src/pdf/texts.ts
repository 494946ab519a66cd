import { type FontName, hasGlyph } from "./pdf-document.ts";

export interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly color?: string;
}

/** Characters of one font. */
interface Run {
  readonly font: FontName;
  readonly text: string;
}

/** Stands for a character that no font has. */
const missingMark = "□";
/** DejaVu's ascent, so that the baselines of all fonts are the same. */
const ascent = 0.928;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** One line, without controls and without what would turn the direction of the rest. */
const cleaned = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(/[\u202a-\u202e\u2066-\u2069]|[\ufe00-\ufe0f]/g, "");

/** Measures, breaks and draws texts. A character is of the first font that has it. */
export class Texts {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #fallback: boolean;
  readonly #fonts = new Map<string, FontName | undefined>();

  constructor(pdf: PDFKit.PDFDocument, { hasOther }: { readonly hasOther: boolean }) {
    this.#pdf = pdf;
    this.#fallback = hasOther;
  }

  width(text: string, style: TextStyle): number {
    return this.#runs(text, style).reduce((sum, run) => sum + this.#widthOf(run, style), 0);
  }

  /** The lines of a text, broken at spaces, and inside of words that are wider than a line. */
  lines(text: string, width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    let line = "";
    for (const word of cleaned(text).trim().split(/ +/)) {
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
  draw(text: string, x: number, y: number, style: TextStyle): void {
    this.#pdf.fillColor(style.color ?? "#000000");
    let at = x;
    for (const run of this.#runs(text, style)) {
      const width = this.#widthOf(run, style);
      const baseline = y + ascent * style.size;
      this.#pdf.text(run.text, at, baseline, { lineBreak: false, baseline: "alphabetic" });
      at += width;
    }
  }

  #widthOf({ font, text }: Run, { size }: TextStyle): number {
    return this.#pdf.font(font).fontSize(size).widthOfString(text);
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

  #runs(text: string, { bold }: TextStyle): Run[] {
    const own = bold ? "bold" : "regular";
    if (/^[ -~]*$/.test(text)) return text === "" ? [] : [{ font: own, text }];
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

  #fontOf(character: string, own: "regular" | "bold"): FontName | undefined {
    const key = own + character;
    if (this.#fonts.has(key)) return this.#fonts.get(key);
    const fonts: FontName[] = this.#fallback ? [own, "regular", "other"] : [own, "regular"];
    const found = fonts.find((font) => hasGlyph(this.#pdf, font, character.codePointAt(0)!));
    this.#fonts.set(key, found);
    return found;
  }
}
