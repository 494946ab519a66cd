import { Database } from "bun:sqlite";
import { openPackagedVpic } from "../../src/vehicles/imports/vpic/vpic-packaged.ts";
import { writeText } from "../common/text-file.ts";

/** Row counts of the whole dump of 2026-09. */
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

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
}

/** Lookup tables that the packaged data lack, with as many values as vPIC's have. */
const lookups = { DriveType: 23, Transmission: 12, BodyCab: 12, BedType: 4 } as const;

/** Elements that most manufacturers report and the packaged data lack, each with its number of values. */
const added = [
  "15:20 37:12 33:9 61:4 63:10 71:400 65:2 55:6 107:6 69:3",
  "79:3 86:3 99:3 100:3 88:3 101:3 102:3 104:3 168:2 54:3000",
]
  .join(" ")
  .split(" ")
  .map((pair) => pair.split(":").map(Number) as [element: number, values: number]);

const errorCodes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 400];

const escapes: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };
const escaped = (cell: Cell): string =>
  cell === null ? "\\N" : String(cell).replace(/[\\\t\n\r]/g, (character) => escapes[character]!);

/** The tables' COPY blocks, as a plain dump has them. */
function* dumpText(tables: Iterable<Table>): Generator<string> {
  yield "--\n-- PostgreSQL database dump\n--\n";
  for (const { name, columns, rows } of tables) {
    yield `\nCOPY vpic.${name.toLowerCase()} (${columns.join(", ").toLowerCase()}) FROM stdin;\n`;
    for (const row of rows) yield `${row.map(escaped).join("\t")}\n`;
    yield "\\.\n";
  }
}

/** Tables that the packaged data lack. */
function madeTables(vins: readonly string[]): Table[] {
  const table = (name: string, columns: string, ...rows: readonly (readonly Cell[])[]): Table => ({
    name,
    columns: columns.split(" "),
    rows,
  });
  const exceptions = vins.slice(0, wholeShape.VinException).map((vin, at) => [at + 1, vin, "t"]);
  const codes = errorCodes.map((code) => [code, `${code} - made up`, null]);
  return [
    ...Object.entries(lookups).map(([name, count]) =>
      table(name, "Id Name", ...Array.from({ length: count }, (_, at) => [at + 1, `${name} ${at + 1}`])),
    ),
    table("VinException", "Id VIN CheckDigit", ...exceptions),
    table("ErrorCode", "Id Name AdditionalErrorText", ...codes),
    table("DefaultValue", "Id ElementId VehicleTypeId DefaultValue", [1, 25, 2, null]),
    table("VehicleSpecSchema", "Id MakeId VehicleTypeId TobeQCed", [1, 474, 2, null]),
    table("VehicleSpecSchema_Model", "Id VehicleSpecSchemaId ModelId", [1, 1, 1861]),
    table("VehicleSpecSchema_Year", "Id VehicleSpecSchemaId Year", [1, 1, 2018]),
    table("VSpecSchemaPattern", "Id SchemaId", [1, 1]),
    table("VehicleSpecPattern", "Id VSpecSchemaPatternId IsKey ElementId AttributeId CreatedOn UpdatedOn", [
      1,
      1,
      "t",
      28,
      "1861",
      "2024-01-01 10:00:00",
      null,
    ]),
  ];
}

/**
 * Writes a dump of the shape of NHTSA's whole one: the packaged data, further elements under their keys, and made-up
 * rows up to the whole counts. The check digits of `vins` are excused.
 */
export async function writeWholeDump(file: string, vins: readonly string[]): Promise<void> {
  using source = await openPackagedVpic();
  using database = new Database(source.file, { readonly: true });
  const names = (query: string) =>
    database
      .query<{ name: string }, []>(query)
      .all()
      .map(({ name }) => name);
  const packaged = names("select name from sqlite_master where type = 'table'")
    .filter((name) => !name.startsWith("sqlite_") && !(name in lookups))
    .map((name): Table => {
      const columns = names(`pragma table_info("${name}")`);
      return { name, columns, rows: rowsOf(database, name, columns) };
    });
  writeText(file, dumpText([...packaged, ...madeTables(vins)]));
}

/** A table's rows, then made-up ones up to the count of the whole dump. */
function* rowsOf(database: Database, name: string, columns: readonly string[]): Generator<readonly Cell[]> {
  const rows = database.query(`select * from "${name}"`).values() as Cell[][];
  yield* rows;
  const missing = ((wholeShape as Readonly<Record<string, number>>)[name] ?? 0) - rows.length;
  if (name === "Pattern") yield* morePatterns(rows, columns, missing);
  else for (let at = 0; at < missing; at += 1) yield madeRow(rows, columns, at);
}

const withCells = (row: readonly Cell[], columns: readonly string[], cells: Readonly<Record<string, Cell>>) =>
  columns.map((column, index) => cells[column] ?? row[index]!);

/** Patterns of further elements under the keys that a schema has. */
function* morePatterns(
  rows: readonly Cell[][],
  columns: readonly string[],
  count: number,
): Generator<Cell[]> {
  const [schema, keys] = [columns.indexOf("VinSchemaId"), columns.indexOf("Keys")];
  const seen = new Map<string, number>();
  let made = 0;
  while (made < count)
    for (const [at, row] of rows.entries()) {
      if (made === count) return;
      const key = `${row[schema]} ${row[keys]}`;
      const next = seen.get(key) ?? 0;
      if (next >= added.length) continue;
      seen.set(key, next + 1);
      const [element, values] = added[(next + at) % added.length]!;
      const attribute = String(1 + ((at * 7) % values));
      yield withCells(row, columns, { Id: 3_000_000 + made, ElementId: element, AttributeId: attribute });
      made += 1;
    }
}

/** A row like one of the table, with a number and a name of its own. */
function madeRow(rows: readonly Cell[][], columns: readonly string[], at: number): Cell[] {
  const letters = "ABCDEFGHJKLMNPRSTUVWXYZ";
  const letter = (by: number) => letters[Math.floor(at / by) % letters.length];
  const wmi = `0${letter(1)}${letter(letters.length)}`;
  return withCells(rows[(at * 31) % rows.length]!, columns, {
    Id: 2_000_000 + at,
    Name: `Made up ${at}`,
    Wmi: wmi,
  });
}
