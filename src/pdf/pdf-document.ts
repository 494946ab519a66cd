import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import { programFile } from "../base/program/place.ts";

// PDF/A-3b: fonts and the color profile are inside the file, and all dates and IDs follow from the input.

const folder = "vendor/paper";
const fileOf = (name: string): Buffer => readFileSync(programFile(`${folder}/${name}`));

/** What `@types/pdfkit` does not have. */
interface Internals {
  readonly _root: { readonly data: Record<string, unknown> };
  readonly _font: {
    readonly font: {
      hasGlyphForCodePoint(code: number): boolean;
      layout(text: string): { readonly direction: "ltr" | "rtl" };
    };
  };
  file(data: Uint8Array, options: object): unknown;
  appendXML(descriptions: string): void;
  openImage(data: Buffer): OpenedImage;
  image(image: OpenedImage, x: number, y: number, options: { readonly width: number }): unknown;
}

const internalsOf = (pdf: PDFKit.PDFDocument): Internals => pdf as unknown as Internals;

export const a4 = { width: 595.28, height: 841.89 } as const;

/** A font of the document, in the order in which a character is looked for. */
export type FontName = "regular" | "bold" | "other";

export interface PdfOptions {
  readonly title: string;
  /** No two files have the same. */
  readonly fingerprint: string;
  readonly at: Date;
  /** The file of a font for what DejaVu Sans lacks. */
  readonly font: string | undefined;
  /** The language of its texts, English without it. */
  readonly lang?: string;
}

const loaded = new Map<string, Buffer>();

/** Read once in a thread. */
function cachedFile(name: string, read: () => Buffer): Buffer {
  const known = loaded.get(name) ?? read();
  loaded.set(name, known);
  return known;
}

/** An empty PDF/A-3b whose fonts are registered. All pages are kept until it ends. */
export function newPdf({ title, fingerprint, at, font, lang = "en-US" }: PdfOptions): PDFKit.PDFDocument {
  const options: Omit<PDFKit.PDFDocumentOptions, "font"> & { readonly font: null } = {
    size: "A4",
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: "1.7",
    subset: "PDF/A-3b",
    lang,
    displayTitle: true,
    // Otherwise Helvetica, which is not embedded, is the first font.
    font: null,
    info: { Title: title, Producer: "Vingate", Creator: "Vingate", Keywords: fingerprint, CreationDate: at },
  };
  const pdf = new PDFDocument(options as unknown as PDFKit.PDFDocumentOptions);
  pdf.registerFont(
    "regular",
    cachedFile("regular", () => fileOf("DejaVuSans.ttf")),
  );
  pdf.registerFont(
    "bold",
    cachedFile("bold", () => fileOf("DejaVuSans-Bold.ttf")),
  );
  if (font !== undefined)
    pdf.registerFont(
      "other",
      cachedFile(font, () => readFileSync(font)),
    );
  // pdfkit reads its profile from beside its own module, which the executable does not contain.
  return Object.assign(pdf, { _addColorOutputIntent: () => addColorProfile(pdf) });
}

function addColorProfile(pdf: PDFKit.PDFDocument): void {
  const profile = pdf.ref({ N: 3 });
  profile.write(cachedFile("profile", () => fileOf("sRGB.icc")));
  profile.end(undefined);
  const intent = pdf.ref({
    Type: "OutputIntent",
    S: "GTS_PDFA1",
    // An object: a string would be a name.
    Info: new String("sRGB IEC61966-2.1"),
    OutputConditionIdentifier: new String("sRGB IEC61966-2.1"),
    DestOutputProfile: profile,
  });
  intent.end(undefined);
  internalsOf(pdf)._root.data.OutputIntents = [intent];
}

export const hasGlyph = (pdf: PDFKit.PDFDocument, font: FontName, code: number): boolean =>
  internalsOf(pdf.font(font))._font.font.hasGlyphForCodePoint(code);

/** Whether a font lays a text out from right to left: its first letter decides, and some digits count as letters. */
export const laysOutRightToLeft = (pdf: PDFKit.PDFDocument, font: FontName, text: string): boolean =>
  internalsOf(pdf.font(font))._font.font.layout(text).direction === "rtl";

/** An image that is embedded when it is drawn first. */
export interface OpenedImage {
  readonly width: number;
  readonly height: number;
}

/** Opens a PNG. */
export function openImage(pdf: PDFKit.PDFDocument, bytes: Uint8Array): OpenedImage {
  return internalsOf(pdf).openImage(Buffer.from(bytes));
}

/** Draws an image in its proportions. */
export function drawImage(
  pdf: PDFKit.PDFDocument,
  image: OpenedImage,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  internalsOf(pdf).image(image, x, y, { width });
}

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** To what the document shows; it is the data of it unless this is given. */
  readonly relationship?: "Data" | "Alternative";
  readonly bytes: Uint8Array;
  readonly at: Date;
}

/** Embeds the data that the document shows. */
export function attach(
  pdf: PDFKit.PDFDocument,
  { name, type, description, relationship = "Data", bytes, at }: Attachment,
): void {
  const dates = { creationDate: at, modifiedDate: at };
  internalsOf(pdf).file(bytes, { name, type, description, relationship, ...dates });
}

/** Adds descriptions (RDF) to the metadata of the document. */
export const addXmp = (pdf: PDFKit.PDFDocument, descriptions: string): void =>
  internalsOf(pdf).appendXML(descriptions);

/** Ends the document. */
export async function bytesOf(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on("end", resolve).on("error", reject));
  pdf.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}
