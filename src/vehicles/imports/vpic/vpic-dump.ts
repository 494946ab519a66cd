import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { OutboundGuard } from "../../../outbound/guard.ts";
import type { VpicCell, VpicRow, VpicSource } from "../../../vin/compile/source.ts";
import { ImportError, InputAbsent } from "../input/import-error.ts";
import { type Input, type InputOptions, openInput } from "../input/input.ts";
import { utf8Of } from "../input/utf8.ts";
import { copyCell, readCopyBlocks } from "./copy-blocks.ts";
import { vpicName } from "./vpic-name.ts";

/** The URL of NHTSA's dump of a month; `back` counts months before the current one. */
export function vpicAddress(now: Date, back = 0): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
  const month = first.toISOString().slice(0, 7).replace("-", "_");
  return `https://vpic.nhtsa.dot.gov/Downloads/vPICList_lite_${month}.plain.zip`;
}

const monthsBack = 3;

/** Opens NHTSA's newest dump. The current month's is published at some time within it. */
export async function openNewestDump(now: Date, options: InputOptions): Promise<Input> {
  for (let back = 0; ; back += 1) {
    try {
      return await openInput(vpicAddress(now, back), options);
    } catch (error) {
      if (!(error instanceof InputAbsent)) throw error;
      if (back === monthsBack)
        throw new ImportError(
          `NHTSA has no dump from ${vpicAddress(now)} back to ${vpicAddress(now, back)}; name a URL or a file`,
        );
    }
  }
}

/** Options to open the dump; downloads are kept in `folder`. */
export function vpicInput(folder: string, guard?: OutboundGuard): InputOptions {
  return { members: /\.(plain|sql|dump)$/i, bytesMax: 4 * 2 ** 30, folder, ...(guard && { guard }) };
}

/** Tables and columns that compiling needs; without one of them VINs would have no model or no manufacturer. */
const needed: Readonly<Record<string, readonly string[]>> = {
  pattern: ["id", "vinschemaid", "keys", "elementid", "attributeid"],
  element: ["id", "name", "lookuptable"],
  wmi: ["id", "wmi", "manufacturerid", "vehicletypeid"],
  wmi_vinschema: ["wmiid", "vinschemaid", "yearfrom", "yearto"],
  wmi_make: ["wmiid", "makeid"],
  vinschema: ["id"],
  make: ["id", "name"],
  model: ["id", "name"],
  make_model: ["makeid", "modelid"],
};
/** Tables that the reduced data lack; with them every error code is right. */
const whole = [
  "defaultvalue",
  "errorcode",
  "vinexception",
  "vehiclespecschema",
  "vehiclespecpattern",
] as const;

interface Table {
  readonly file: string;
  readonly columns: readonly string[];
  rows: number;
}

/** vPIC's tables from NHTSA's dump, in files until disposed. */
export interface DumpedVpic extends VpicSource, Disposable {}

/**
 * Reads the rows of `vPICList_lite_*.plain`, a PostgreSQL dump of vPIC. Its tables are kept in files in
 * `folder`, about 340 MB: compiling reads them several times, and they are too large for memory. Throws
 * `ImportError` for a dump that ends early or lacks a table.
 */
export async function openVpicDump(input: Input, folder: string): Promise<DumpedVpic> {
  const spoolFolder = join(folder, `vpic-${process.pid}-${crypto.randomUUID()}.tables`);
  mkdirSync(spoolFolder, { mode: 0o700 });
  const remove = () => rmSync(spoolFolder, { recursive: true, force: true });
  try {
    const tables = await spool(input, spoolFolder);
    requireTables(tables);
    return {
      name: vpicName,
      version: versionOf(input, tables),
      fingerprint: input.checksum(),
      complete: whole.every((name) => (tables.get(name)?.rows ?? 0) > 0),
      count: (table) => tables.get(table.toLowerCase())?.rows ?? 0,
      rows: (table, columns) => readTable(tables.get(table.toLowerCase()), columns),
      [Symbol.dispose]: remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function requireTables(tables: ReadonlyMap<string, Table>): void {
  const wrong = (what: string) =>
    new ImportError(`the dump has no ${what}: it is not NHTSA's vPICList_lite, or its form has changed`);
  const absent = Object.keys(needed).find((name) => !tables.has(name));
  if (absent) throw wrong(`table ${absent}`);
  for (const [name, needs] of Object.entries(needed)) {
    const { columns, rows } = tables.get(name)!;
    const missing = needs.find((column) => !columns.includes(column));
    if (missing) throw wrong(`column ${missing} in the table ${name}`);
    if (rows === 0) throw wrong(`rows in the table ${name}`);
  }
}

async function spool(input: Input, folder: string): Promise<ReadonlyMap<string, Table>> {
  const tables = new Map<string, Table>();
  let table: Table | undefined;
  let handle = 0;
  await readCopyBlocks(utf8Of(input.read(), "utf-8"), {
    begin({ table: name, columns }) {
      if (tables.has(name)) throw new ImportError(`the dump has the table ${name} twice`);
      table = { file: join(folder, name), columns, rows: 0 };
      tables.set(name, table);
      handle = openSync(table.file, "wx", 0o600);
    },
    rows(lines) {
      const bytes = Buffer.from(`${lines.join("\n")}\n`);
      for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
      table!.rows += lines.length;
    },
    end: () => closeSync(handle),
  });
  return tables;
}

/** The month in the file's name, or that of the newest pattern. */
function versionOf({ name }: Input, tables: ReadonlyMap<string, Table>): string {
  const [, year, month] = /(20\d\d)[_-](\d\d)/.exec(name) ?? [];
  if (year !== undefined) return `${year}-${month}`;
  let newest = "";
  for (const [created] of readTable(tables.get("pattern"), ["CreatedOn"]))
    if (typeof created === "string" && created > newest) newest = created;
  return newest.slice(0, 7);
}

const chunkBytes = 1 << 18;
const [tab, lineBreak, backslash, digit0, digit9] = [9, 10, 92, 48, 57];
/** A whole number of so many digits is exact as a number. */
const digitsMax = 9;

function* readTable(table: Table | undefined, columns: readonly string[]): Generator<VpicRow> {
  if (!table) return;
  const indexes = columns.map((name) => table.columns.indexOf(name.toLowerCase()));
  const cells = new RowCells(indexes);
  const handle = openSync(table.file, "r");
  let chunk = Buffer.allocUnsafeSlow(chunkBytes);
  try {
    for (let kept = 0; ; ) {
      const read = readSync(handle, chunk, kept, chunk.length - kept, null);
      if (read === 0) return;
      const filled = kept + read;
      let from = 0;
      for (let end = cells.find(chunk, from, filled); end >= 0; end = cells.find(chunk, from, filled)) {
        yield cells.read(chunk);
        from = end + 1;
      }
      kept = filled - from;
      // A row that is longer than the memory needs more of it.
      const next = kept === chunk.length ? Buffer.allocUnsafeSlow(2 * kept) : chunk;
      chunk.copy(next, 0, from, filled);
      chunk = next;
    }
  } finally {
    closeSync(handle);
  }
}

/**
 * The wanted cells of one row at a time. Each is a text of its own: a part of a larger text would keep all of it in
 * memory, and the compiler keeps some texts of nearly every part of the table.
 */
class RowCells {
  /** The place of each cell of a row: where it begins, and where it ends. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #indexes: readonly number[];

  constructor(indexes: readonly number[]) {
    this.#indexes = indexes;
  }

  /** Finds the cells of the row that begins at `from`; returns its end, or −1 if it is not in the memory. */
  find(chunk: Buffer, from: number, filled: number): number {
    let cell = 0;
    this.#starts[0] = from;
    for (let at = from; at < filled; at++) {
      const byte = chunk[at]!;
      if (byte > lineBreak || byte < tab) continue;
      this.#ends[cell] = at;
      if (byte === lineBreak) return at;
      this.#starts[++cell] = at + 1;
    }
    return -1;
  }

  read(chunk: Buffer): VpicRow {
    return this.#indexes.map((index) =>
      index < 0 ? null : cellOf(chunk, this.#starts[index]!, this.#ends[index]!),
    );
  }
}

/** A cell; whole numbers as such, because most cells are, and a number takes no memory. */
function cellOf(chunk: Buffer, from: number, to: number): VpicCell {
  const first = chunk[from]!;
  let number = 0;
  let plain = first !== digit0 || to === from + 1;
  for (let at = from; at < to; at++) {
    const byte = chunk[at]!;
    if (byte === backslash) return copyCell(chunk.toString("utf8", from, to));
    if (byte >= digit0 && byte <= digit9) number = number * 10 + byte - digit0;
    else plain = false;
  }
  return plain && to > from && to - from <= digitsMax ? number : chunk.toString("utf8", from, to);
}
