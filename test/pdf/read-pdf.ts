import { inflateSync } from "node:zlib";

/** A PDF as a test reads it: all that pdfkit writes is in objects of their own. */
export interface ReadPdf {
  /** Dictionaries. */
  readonly catalog: string;
  readonly fonts: readonly string[];
  readonly filespecs: readonly string[];
  /** The files of the whole document, which are some of these. */
  readonly associated: readonly string[];
  readonly xmp: string;
  /** The embedded files, by their dictionaries. */
  readonly files: readonly { readonly dictionary: string; readonly bytes: Buffer }[];
  /** The texts of each page, in the order in which they are drawn. */
  readonly pages: readonly (readonly string[])[];
  /** The same texts with their places. */
  readonly placed: readonly (readonly PlacedText[])[];
  /** The rectangles of each page. */
  readonly rectangles: readonly (readonly Rectangle[])[];
}

/** A text in points from the left and from the top of its page. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  /** The place of its baseline. */
  readonly y: number;
  readonly size: number;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const pageHeight = 841.89;

interface PdfObject {
  readonly dictionary: string;
  readonly bytes: Buffer | undefined;
}

export function readPdf(pdf: Uint8Array): ReadPdf {
  const objects = objectsOf(Buffer.from(pdf));
  const all = [...objects.values()];
  const typed = (type: string) => all.filter(({ dictionary }) => dictionary.includes(`/Type /${type}\n`));
  const dictionaries = (type: string) => typed(type).map(({ dictionary }) => dictionary);
  const [catalog = ""] = dictionaries("Catalog");
  const placed = typed("Page").map((page) => textsOf(page, objects));
  const associated = references(/\/AF \[([^\]]*)\]/.exec(catalog)?.[1] ?? "");
  return {
    catalog,
    fonts: dictionaries("FontDescriptor"),
    filespecs: dictionaries("Filespec"),
    associated: associated.map((id) => objects.get(id)!.dictionary),
    xmp: typed("Metadata")[0]!.bytes!.toString(),
    files: typed("EmbeddedFile").map(({ dictionary, bytes }) => ({ dictionary, bytes: bytes! })),
    pages: placed.map((texts) => texts.map(({ text }) => text)),
    placed,
    rectangles: typed("Page").map((page) => rectanglesOf(page, objects)),
  };
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString("latin1");
  const objects = new Map<string, PdfObject>();
  // The table at the end has their places: data inside of a stream can look like one.
  const [, table = ""] = /\nxref\n\d+ \d+\n([\s\S]*?)trailer/.exec(text) ?? [];
  for (const [, offset] of table.matchAll(/(\d{10}) \d{5} n/g)) {
    const from = Number(offset);
    const start = text.indexOf("obj\n", from) + 4;
    const end = text.indexOf("endobj", start);
    const streamAt = text.indexOf("\nstream\n", start);
    const hasStream = streamAt !== -1 && streamAt < end;
    const dictionary = text.slice(start, hasStream ? streamAt : end);
    const at = streamAt + "\nstream\n".length;
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const raw = pdf.subarray(at, at + length);
    const bytes = dictionary.includes("FlateDecode") ? inflateSync(raw) : raw;
    objects.set(String(Number.parseInt(text.slice(from), 10)), {
      dictionary,
      bytes: hasStream ? bytes : undefined,
    });
  }
  return objects;
}

const references = (text: string): string[] => [...text.matchAll(/(\d+) 0 R/g)].map((match) => match[1]!);

type Objects = ReadonlyMap<string, PdfObject>;

const followed = (objects: Objects, text: string, name: string): PdfObject | undefined =>
  objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1] ?? "");

const contentOf = ({ dictionary }: PdfObject, objects: Objects): string =>
  followed(objects, dictionary, "Contents")!.bytes!.toString("latin1");

function rectanglesOf(page: PdfObject, objects: Objects): Rectangle[] {
  const found = contentOf(page, objects).matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm);
  return [...found].map(([, ...numbers]) => {
    const [x, y, width, height] = numbers.map(Number) as [number, number, number, number];
    return { x, y, width, height };
  });
}

function textsOf(page: PdfObject, objects: Objects): PlacedText[] {
  const follow = (text: string, name: string) => followed(objects, text, name);
  const { dictionary } = page;
  const resources = follow(dictionary, "Resources")!.dictionary;
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
      const map = follow(objects.get(id!)!.dictionary, "ToUnicode")!.bytes!.toString();
      return [name!, charactersOf(map)] as const;
    }),
  );
  let font: readonly string[] = [];
  let place = { x: 0, y: 0 };
  let size = 0;
  const texts: PlacedText[] = [];
  const steps = /^1 0 0 1 ([\d.]+) ([\d.]+) Tm$|^\/(F\d+) ([\d.]+) Tf$|\[([^\]]*)\] TJ/gm;
  for (const [, x, y, name, points, shown] of contentOf(page, objects).matchAll(steps)) {
    if (x !== undefined) place = { x: Number(x), y: pageHeight - Number(y) };
    else if (name !== undefined) {
      font = fonts.get(name)!;
      size = Number(points);
    } else {
      const text = [...shown!.matchAll(/<([0-9a-f]+)>/g)]
        .flatMap(([, codes]) => codes!.match(/.{4}/g)!)
        .map((code) => font[Number.parseInt(code, 16)])
        .join("");
      texts.push({ text, ...place, size });
    }
  }
  return texts;
}

/** The characters of each glyph. */
function charactersOf(map: string): string[] {
  const characters: string[] = [];
  for (const [, from, items] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    for (const [index, [, codes]] of [...items!.matchAll(/<([0-9a-f ]*)>/g)].entries())
      characters[Number.parseInt(from!, 16) + index] = codes!
        .split(" ")
        .map((code) => String.fromCharCode(Number.parseInt(code, 16)))
        .join("");
  return characters;
}
