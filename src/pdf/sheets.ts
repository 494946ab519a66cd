import type { Letterhead } from "../running/brand.ts";
import { a4, drawImage, type OpenedImage, openImage } from "./pdf-document.ts";
import { type TextOptions, type TextStyle, Texts } from "./texts.ts";

const mm = 72 / 25.4;
export const left = 18 * mm;
export const right = a4.width - left;
export const width = right - left;
const top = 18 * mm;
/** Where a page's content ends; the foot is below. */
const bottom = a4.height - 24 * mm;
const footAt = a4.height - 19 * mm;

export const colors = { ink: "#1a2127", muted: "#475159", line: "#dbe0e3", edge: "#858d93" } as const;

export const styles = {
  body: { size: 9, color: colors.ink },
  strong: { size: 9, color: colors.ink, bold: true },
  small: { size: 8, color: colors.muted },
  title: { size: 15, color: colors.ink, bold: true },
  part: { size: 12, color: colors.ink, bold: true },
  section: { size: 9.5, color: colors.ink, bold: true },
  hash: { size: 7, color: colors.ink },
  foot: { size: 7, color: colors.muted },
} as const satisfies Readonly<Record<string, TextStyle>>;

export const lineHeight = ({ size }: TextStyle): number => size * 1.34;

/** What is on every page. */
export interface PageTexts {
  readonly head: string;
  readonly foot: readonly [string, string];
  /** Its name is in place of `head`; without one, pages have neither logo nor contact. */
  readonly letterhead?: Letterhead | undefined;
  /** A page's number, from 1, and how many there are; `Page 1 of 2` without it. */
  readonly pageOf?: (page: number, pages: number) => string;
}

const logoSize = { width: 140, height: 24 } as const;

/** A4 pages that are written from top to bottom. */
export class Sheets {
  readonly texts: Texts;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #page: PageTexts;
  #logo: OpenedImage | undefined;
  #y = 0;
  #pages = 0;

  constructor(pdf: PDFKit.PDFDocument, page: PageTexts, options: TextOptions) {
    this.#pdf = pdf;
    this.#page = page;
    this.texts = new Texts(pdf, options);
    this.addPage();
  }

  get y(): number {
    return this.#y;
  }

  /** How many pages there are. */
  get pages(): number {
    return this.#pages;
  }

  addPage(): void {
    this.#pdf.addPage();
    this.#pages += 1;
    this.#y = top;
    this.#drawHead(this.#page);
    this.#y += 26;
  }

  #drawHead({ head, letterhead }: PageTexts): void {
    const logo = letterhead?.logo ? this.#openLogo(letterhead.logo) : undefined;
    const scale = logo ? Math.min(logoSize.width / logo.width, logoSize.height / logo.height, 1) : 0;
    const logoWidth = logo ? logo.width * scale : 0;
    if (logo) drawImage(this.#pdf, logo, { x: left, y: this.#y - 6, width: logoWidth });
    const style = { ...styles.section, size: 11 };
    const x = left + (logo ? logoWidth + 8 : 0);
    // A long name continues on no other line: what follows has its place.
    const [first, ...rest] = this.texts.lines(letterhead?.name ?? head, (width * 2) / 3 - logoWidth, style);
    const shown = typeof first === "string" ? first : first!.text;
    this.texts.draw(rest.length > 0 ? `${shown}…` : shown, x, this.#y, style);
  }

  /** Once per document: all pages show the same image. */
  #openLogo(bytes: Uint8Array): OpenedImage {
    this.#logo ??= openImage(this.#pdf, bytes);
    return this.#logo;
  }

  /** Begins a page if the rest of this one has less room. */
  require(height: number): boolean {
    if (this.#y + height <= bottom) return false;
    this.addPage();
    return true;
  }

  skip(height: number): void {
    this.#y += height;
  }

  back(y: number): void {
    this.#y = y;
  }

  rule(color: string, from = left, to = right): void {
    this.#pdf.moveTo(from, this.#y).lineTo(to, this.#y).lineWidth(0.75).stroke(color);
  }

  /**
   * Fills the squares of a grid that are true, in one path: between squares that touch, viewers would show lines. The
   * cursor stays.
   */
  fillSquares(
    rows: readonly (readonly boolean[])[],
    { x, y, unit }: { readonly x: number; readonly y: number; readonly unit: number },
  ): void {
    for (const [down, row] of rows.entries())
      for (let from = 0; from < row.length; from++) {
        if (!row[from]) continue;
        const start = from;
        while (row[from + 1]) from++;
        this.#pdf.rect(x + start * unit, y + down * unit, (from - start + 1) * unit, unit);
      }
    this.#pdf.fill("#000000");
  }

  /** A text of any length at the cursor. */
  paragraph(text: string, style: TextStyle, { x = left, room = width } = {}): void {
    for (const line of this.texts.lines(text, room, style)) {
      this.require(lineHeight(style));
      this.texts.draw(line, x, this.#y, style);
      this.#y += lineHeight(style);
    }
  }

  /** A heading that stays with what follows it. */
  heading(text: string, style: TextStyle, followed: number): void {
    this.require(followed + 40);
    this.#y += 14;
    this.rule(colors.ink);
    this.#y += 5;
    this.paragraph(text, style);
    this.#y += 3;
  }

  /** Names with values of one or more lines. */
  facts(
    facts: readonly (readonly [string, readonly string[], TextStyle?])[],
    { x = left, room = width, named = 76 } = {},
  ): void {
    for (const [name, values, style = styles.body] of facts) {
      this.require(lineHeight(style) * 2);
      this.texts.draw(name, x, this.#y, { ...styles.small, size: 8.5 });
      for (const value of values) this.paragraph(value, style, { x: x + named, room: room - named });
      this.#y += 4;
    }
  }

  /** Writes the foot of every page: its number is known at the end. */
  number(): void {
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.#pdf.switchToPage(start + index);
      const [first, second] = this.#page.foot;
      const number = this.#page.pageOf?.(index + 1, count) ?? `Page ${index + 1} of ${count}`;
      this.texts.draw(first, left, footAt, styles.foot);
      this.texts.draw(second, left, footAt + lineHeight(styles.foot), styles.foot);
      const contact = this.#page.letterhead?.contact;
      if (contact)
        this.texts.draw(
          this.texts.lines(contact, width, styles.foot)[0]!,
          left,
          footAt + 2 * lineHeight(styles.foot),
          styles.foot,
        );
      this.texts.draw(number, right - this.texts.width(number, styles.foot), footAt, styles.foot);
    }
  }
}
