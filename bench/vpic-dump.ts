import { Database } from "bun:sqlite";
import { closeSync, openSync, writeSync } from "node:fs";
import { openPackagedVpic } from "../src/vehicles/imports/vpic/vpic-packaged.ts";

/** What the whole dump of 2026-09 counts. */
export const wholeShape = {
  Pattern: 1_678_690,
  VinSchema: 25_229,
  Wmi_VinSchema: 41_774,
  Wmi: 13_001,
  Model: 32_009,
  Make_Model: 32_009,
  Manufacturer: 23_003,
  VinException: 18_805,
} as const;

type Cell = string | number | null;
type Row = Record<string, Cell>;

/** Lookups that the packaged data lack, with as many values as vPIC's have. */
const lookups: Readonly<Record<string, number>> = {
  DriveType: 23,
  Transmission: 12,
  BodyCab: 12,
  BedType: 4,
};

/** Elements that manufacturers tell for most vehicles and that the packaged data lack, with the values they may have. */
const added: readonly (readonly [element: number, values: number])[] = [
  ...([
    [15, 20],
    [37, 12],
    [33, 9],
    [61, 4],
    [63, 10],
    [71, 400],
    [65, 2],
    [55, 6],
    [107, 6],
    [69, 3],
  ] as const),
  ...([
    [79, 3],
    [86, 3],
    [99, 3],
    [100, 3],
    [88, 3],
    [101, 3],
    [102, 3],
    [104, 3],
    [168, 2],
    [54, 3000],
  ] as const),
];

const escaped = (cell: Cell): string =>
  cell === null
    ? "\\N"
    : String(cell).replace(
        /[\\\t\n\r]/g,
        (one) => ({ "\t": "\\t", "\n": "\\n", "\r": "\\r" })[one] ?? "\\\\",
      );

/** Writes COPY blocks as a plain dump has them. */
class DumpWriter {
  readonly #handle: number;
  #text = "--\n-- PostgreSQL database dump\n--\n";

  constructor(file: string) {
    this.#handle = openSync(file, "w");
  }

  table(name: string, columns: readonly string[], rows: Iterable<readonly Cell[]>): void {
    this.#write(`\nCOPY vpic.${name.toLowerCase()} (${columns.join(", ").toLowerCase()}) FROM stdin;\n`);
    for (const row of rows) this.#write(`${row.map(escaped).join("\t")}\n`);
    this.#write("\\.\n");
  }

  close(): void {
    writeSync(this.#handle, this.#text);
    closeSync(this.#handle);
  }

  #write(text: string): void {
    this.#text += text;
    if (this.#text.length < 1 << 20) return;
    writeSync(this.#handle, this.#text);
    this.#text = "";
  }
}

/**
 * Writes a dump with the shape of NHTSA's whole one: the packaged data, the elements that they lack under the keys that
 * they have, and made-up rows up to its counts. `vins` are among those whose check digit is excused.
 */
export async function writeWholeDump(file: string, vins: readonly string[]): Promise<void> {
  using source = await openPackagedVpic();
  using database = new Database(source.file, { readonly: true });
  const dump = new DumpWriter(file);
  const tables = database
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table'")
    .all();
  for (const { name } of tables) {
    if (name.startsWith("sqlite_") || name in lookups) continue;
    const columns = database
      .query<{ name: string }, []>(`pragma table_info("${name}")`)
      .all()
      .map((one) => one.name);
    dump.table(name, columns, upTo(database, name, columns));
  }
  for (const [name, count] of Object.entries(lookups))
    dump.table(
      name,
      ["Id", "Name"],
      Array.from({ length: count }, (_, at) => [at + 1, `${name} ${at + 1}`]),
    );
  const exceptions = Array.from({ length: wholeShape.VinException }, (_, at): Cell[] => [
    at + 1,
    vins[at]!,
    "t",
  ]);
  dump.table("VinException", ["Id", "VIN", "CheckDigit"], exceptions);
  const codes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 400];
  dump.table(
    "ErrorCode",
    ["Id", "Name", "AdditionalErrorText"],
    codes.map((code) => [code, `${code} - made up`, null]),
  );
  dump.table("DefaultValue", ["Id", "ElementId", "VehicleTypeId", "DefaultValue"], [[1, 25, 2, null]]);
  dump.table("VehicleSpecSchema", ["Id", "MakeId", "VehicleTypeId", "TobeQCed"], [[1, 474, 2, null]]);
  dump.table("VehicleSpecSchema_Model", ["Id", "VehicleSpecSchemaId", "ModelId"], [[1, 1, 1861]]);
  dump.table("VehicleSpecSchema_Year", ["Id", "VehicleSpecSchemaId", "Year"], [[1, 1, 2018]]);
  dump.table("VSpecSchemaPattern", ["Id", "SchemaId"], [[1, 1]]);
  const pattern = [
    "Id",
    "VSpecSchemaPatternId",
    "IsKey",
    "ElementId",
    "AttributeId",
    "CreatedOn",
    "UpdatedOn",
  ];
  dump.table("VehicleSpecPattern", pattern, [[1, 1, "t", 28, "1861", "2024-01-01 10:00:00", null]]);
  dump.close();
}

/** A table's rows, then made-up ones up to the count of the whole dump. */
function* upTo(database: Database, name: string, columns: readonly string[]): Generator<readonly Cell[]> {
  const rows = database.query(`select * from "${name}"`).values() as Cell[][];
  yield* rows;
  const wanted = (wholeShape as Readonly<Record<string, number>>)[name] ?? 0;
  if (name === "Pattern") yield* morePatterns(rows, columns, wanted - rows.length);
  else yield* moreRows(rows, columns, wanted - rows.length);
}

/** The keys that a schema has say something of further elements too. */
function* morePatterns(
  rows: readonly Cell[][],
  columns: readonly string[],
  count: number,
): Generator<Cell[]> {
  const place = (name: string) => columns.indexOf(name);
  const seen = new Map<string, number>();
  let id = 3_000_000;
  let made = 0;
  for (let round = 0; made < count; round += 1)
    for (const [at, row] of rows.entries()) {
      if (made === count) return;
      const key = `${row[place("VinSchemaId")]} ${row[place("Keys")]}`;
      const next = round === 0 && !seen.has(key) ? 0 : (seen.get(key) ?? 0);
      if (next >= added.length) continue;
      seen.set(key, next + 1);
      const [element, values] = added[(next + at) % added.length]!;
      const told: Row = { Id: id++, ElementId: element, AttributeId: String(1 + ((at * 7) % values)) };
      yield columns.map((column, index) => told[column] ?? row[index]!);
      made += 1;
    }
}

/** Rows like those there are, under numbers and names of their own. */
function* moreRows(rows: readonly Cell[][], columns: readonly string[], count: number): Generator<Cell[]> {
  const letters = "ABCDEFGHJKLMNPRSTUVWXYZ";
  for (let at = 0; at < count; at += 1) {
    const row = rows[(at * 31) % rows.length]!;
    const letter = (by: number) => letters[Math.floor(at / by) % letters.length];
    const told: Row = {
      Id: 2_000_000 + at,
      Name: `Made up ${at}`,
      Wmi: `0${letter(1)}${letter(letters.length)}`,
    };
    yield columns.map((column, index) => told[column] ?? row[index]!);
  }
}
