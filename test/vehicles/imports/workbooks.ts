import { deflateRawSync } from "node:zlib";

/** An archive of packed members. */
export function archiveOf(members: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(members)) {
    const [file, bytes] = [Buffer.from(name), Buffer.from(text)];
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(Bun.hash.crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(file.length, 22);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, file, packed]);
    locals.push(local);
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, offset, file]));
    at += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, central, end]);
}

interface Book {
  /** Sheets by name, as XML within `sheetData`; a name that begins with `.` is hidden. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly texts?: string;
  readonly styles?: string;
  readonly properties?: string;
}

/** A workbook. */
export function workbookOf({ sheets, texts = "", styles = "", properties = "" }: Book): Buffer {
  const names = Object.keys(sheets);
  const listed = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" ${name.startsWith(".") ? 'state="hidden" ' : ""}r:id="rId${at + 9}"/>`,
  );
  const related = names.map((_, at) => `<Relationship Id="rId${at + 9}" Target="worksheets/s${at}.xml"/>`);
  const parts = Object.values(sheets).map(
    (xml, at) =>
      [`xl/worksheets/s${at}.xml`, `<worksheet><sheetData>${xml}</sheetData></worksheet>`] as const,
  );
  return archiveOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook><workbookPr ${properties}/><sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${related.join("")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst>${texts}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(parts),
  });
}
