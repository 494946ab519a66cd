import { ImportError } from "../input/import-error.ts";
import { readByteLines } from "../readers/byte-lines.ts";

/** A table of a dump. */
export interface CopyBlock {
  /** Lower case, without its schema. */
  readonly table: string;
  readonly columns: readonly string[];
}

/** Receives a dump's rows. All else in the dump is ignored, and none of it is run. */
export interface CopyListener {
  begin(block: CopyBlock): void;
  /** Rows as in the dump: escaped cells between tabs. */
  rows(lines: readonly string[]): void;
  end(): void;
}

/**
 * Reads the `COPY … FROM stdin` blocks of a PostgreSQL plain dump. Throws `ImportError` if there are none, or
 * the dump ends within one.
 */
export async function readCopyBlocks(utf8: AsyncIterable<Buffer>, listener: CopyListener): Promise<void> {
  let open: CopyBlock | undefined;
  let blocks = 0;
  for await (const { bytes } of readByteLines(utf8)) {
    const lines = bytes.toString().replaceAll("\r\n", "\n").split("\n");
    if (lines.at(-1) === "") lines.pop();
    for (let at = 0; at < lines.length; ) {
      if (!open) {
        open = blockOf(lines[at]!);
        if (open) listener.begin(open);
        at += 1;
        continue;
      }
      const end = lines.indexOf("\\.", at);
      const rows = lines.slice(at, end < 0 ? undefined : end);
      if (rows.length > 0) listener.rows(rows);
      if (end < 0) break;
      listener.end();
      open = undefined;
      blocks += 1;
      at = end + 1;
    }
  }
  if (open) throw new ImportError(`the dump ends early within the table ${open.table}; download it again`);
  if (blocks === 0) throw new ImportError("this is not a PostgreSQL plain dump: it has no COPY block");
}

function blockOf(line: string): CopyBlock | undefined {
  const [, table, columns] = /^COPY (?:"?\w+"?\.)?"?(\w+)"? \((.*)\) FROM stdin;$/i.exec(line) ?? [];
  if (table === undefined || columns === undefined) return undefined;
  const names = columns.split(",").map((name) => name.trim().replaceAll('"', "").toLowerCase());
  return { table: table.toLowerCase(), columns: names };
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** The text of a cell; null for a null. */
export function copyCell(text: string): string | null {
  if (text === "\\N") return null;
  if (!text.includes("\\")) return text;
  return text.replace(/\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)/gs, (_, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    if (/^x./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return escapes[code] ?? code;
  });
}
