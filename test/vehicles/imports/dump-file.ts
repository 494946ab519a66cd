import { Database } from "bun:sqlite";
import { closeSync, openSync, writeSync } from "node:fs";
import { openPackagedVpic } from "../../../src/vehicles/imports/vpic/vpic-packaged.ts";

const escaped = (cell: unknown): string =>
  cell === null
    ? "\\N"
    : String(cell).replace(
        /[\\\t\n\r]/g,
        (one) => ({ "\t": "\\t", "\n": "\\n", "\r": "\\r" })[one] ?? "\\\\",
      );

/** Tables of which only rows of some manufacturers' codes are kept. */
function within(table: string, wmis: string): string {
  const codes = `select Id from Wmi where Wmi in (${wmis})`;
  const schemas = `select VinSchemaId from Wmi_VinSchema where WmiId in (${codes})`;
  const conditions: Readonly<Record<string, string>> = {
    Wmi: `Wmi in (${wmis})`,
    Wmi_VinSchema: `WmiId in (${codes})`,
    Wmi_Make: `WmiId in (${codes})`,
    VinSchema: `Id in (${schemas})`,
    Pattern: `VinSchemaId in (${schemas})`,
  };
  return conditions[table] ?? "1 = 1";
}

/**
 * Writes the packaged data as a PostgreSQL plain dump, as NHTSA publishes vPIC: all of it, or of some codes.
 */
export async function writeDump(file: string, codes?: readonly string[]): Promise<void> {
  using source = await openPackagedVpic();
  using database = new Database(source.file, { readonly: true });
  const wmis = codes?.map((code) => `'${code}'`).join(", ");
  const handle = openSync(file, "w");
  writeSync(
    handle,
    "--\n-- PostgreSQL database dump\n--\nSELECT pg_catalog.set_config('search_path', '', false);\n",
  );
  const tables = database
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table'")
    .all();
  for (const { name } of tables.filter((table) => !table.name.startsWith("sqlite_"))) {
    const columns = database
      .query<{ name: string }, []>(`pragma table_info("${name}")`)
      .all()
      .map((one) => one.name);
    writeSync(
      handle,
      `\nCOPY vpic.${name.toLowerCase()} (${columns.map((one) => one.toLowerCase()).join(", ")}) FROM stdin;\n`,
    );
    let lines = "";
    const where = wmis === undefined ? "1 = 1" : within(name, wmis);
    for (const row of database.query(`select * from "${name}" where ${where}`).values()) {
      lines += `${row.map(escaped).join("\t")}\n`;
      if (lines.length < 1 << 20) continue;
      writeSync(handle, lines);
      lines = "";
    }
    writeSync(handle, `${lines}\\.\n`);
  }
  writeSync(handle, "\nALTER TABLE ONLY vpic.pattern ADD CONSTRAINT pk PRIMARY KEY (id);\n");
  closeSync(handle);
}
