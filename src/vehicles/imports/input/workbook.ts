import { withoutEntities } from "../../../base/reading/xml-entities.ts";
import { ImportError } from "./import-error.ts";
import { type CellStyles, readStyles } from "./sheet-dates.ts";
import { textsIn } from "./sheet-texts.ts";
import { bounded } from "./size-bound.ts";
import { openZipWith, type ZipMember, type ZipMembers } from "./zip.ts";

type Member = Omit<ZipMember, "close">;

/** A sheet of a workbook (XLSX). */
export interface Sheet {
  readonly name: string;
  /** The names of all sheets. */
  readonly all: readonly string[];
  readonly member: Member;
  /** Its texts, which cells name by number. */
  readonly texts: readonly string[];
  readonly styles: CellStyles;
  close(): void;
}

const partBytesMax = 16 * 2 ** 20;
/** All texts, with 32 bytes for each. */
const textsMax = 64 * 2 ** 20;

/** The sheet of a workbook with a name or a number from 1, or the first visible one; undefined if the archive is none. */
export async function openSheet(file: string, name?: string): Promise<Sheet | undefined> {
  const book = await openZipWith(file, "xl/workbook.xml");
  if (!book) return undefined;
  try {
    const workbook = await textOf(book, "xl/workbook.xml");
    const sheets = tagsIn(workbook, /<(?:\w+:)?sheet\s[^<>]*>/g).map(attributesOf);
    const chosen =
      name === undefined
        ? sheets.find(({ state = "visible" }) => state === "visible")
        : (sheets.find((sheet) => sheet.name === name) ??
          (/^[1-9]\d{0,3}$/.test(name) ? sheets[Number(name) - 1] : undefined));
    const names = sheets.map((sheet) => `"${sheet.name}"`).join(", ");
    if (!chosen) throw new ImportError(`the workbook has no sheet "${name ?? ""}"; it has ${names}`);
    const related = tagsIn(
      await textOf(book, "xl/_rels/workbook.xml.rels"),
      /<(?:\w+:)?Relationship\s[^<>]*>/g,
    ).map(attributesOf);
    const target = related.find(({ Id }) => Id === chosen["r:id"] || Id === chosen.id)?.Target ?? "";
    const member = book.find(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
    if (!member) throw new ImportError(`the sheet "${chosen.name}" has no table; it has ${names}`);
    const is1904 = tagsIn(workbook, /<(?:\w+:)?workbookPr\s[^<>]*>/g).some((tag) =>
      /^(1|true)$/.test(attributesOf(tag).date1904 ?? ""),
    );
    return {
      name: chosen.name ?? "",
      all: sheets.map((sheet) => sheet.name ?? ""),
      member,
      texts: await sharedTexts(book),
      styles: readStyles(await textOf(book, "xl/styles.xml"), is1904),
      close: () => book.close(),
    };
  } catch (error) {
    book.close();
    throw error;
  }
}

/** The bytes of a part; far more than its packed ones are refused. */
const bytesOf = (member: Member, bytesMax: number): AsyncGenerator<Uint8Array> =>
  bounded(member.read(), { bytesMax, compressed: () => member.packedBytes });

async function textOf(book: ZipMembers, name: string): Promise<string> {
  const member = book.find(name);
  const decoder = new TextDecoder();
  let text = "";
  if (member)
    for await (const chunk of bytesOf(member, partBytesMax)) text += decoder.decode(chunk, { stream: true });
  return text;
}

async function sharedTexts(book: ZipMembers): Promise<string[]> {
  const member = book.find("xl/sharedStrings.xml");
  const texts: string[] = [];
  if (!member) return texts;
  const decoder = new TextDecoder();
  const items = /<(?:\w+:)?si(?:>|\s[^<>]*>|\/>)/g;
  let rest = "";
  let size = 0;
  for await (const chunk of bytesOf(member, 2 ** 30)) {
    rest += decoder.decode(chunk, { stream: true });
    let at = 0;
    for (;;) {
      items.lastIndex = at;
      const item = items.exec(rest);
      const begin = item?.index ?? -1;
      const closing = item?.[0].endsWith("/>") ? begin + item[0].length : endOf(rest, begin, "si");
      if (begin < 0 || closing < 0) break;
      const text = textsIn(rest.slice(begin, closing));
      size += text.length + 32;
      if (size > textsMax)
        throw new ImportError("the workbook has more than 64 MiB of texts; save its sheet as CSV");
      texts.push(text);
      at = closing;
    }
    rest = rest.slice(at);
    if (rest.length > partBytesMax) throw new ImportError("a text of the workbook does not end");
  }
  return texts;
}

/** Where the closing tag of an element ends; below 0 if it is not there. */
function endOf(xml: string, from: number, name: string): number {
  if (from < 0) return -1;
  const prefix = /^<(\w+:)?/.exec(xml.slice(from, from + 64))?.[1] ?? "";
  const closing = `</${prefix}${name}>`;
  const at = xml.indexOf(closing, from);
  return at < 0 ? -1 : at + closing.length;
}

const tagsIn = (xml: string, tag: RegExp): string[] => [...xml.matchAll(tag)].map(([one]) => one);

function attributesOf(tag: string): Readonly<Record<string, string>> {
  const found = tag.matchAll(/\s([\w:]+)="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name!, withoutEntities(value!)]));
}
