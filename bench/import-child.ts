import { writeFileSync } from "node:fs";
import { systemClock } from "../src/base/clock.ts";
import { openDatabase } from "../src/database/open.ts";
import { name, raw, sql } from "../src/database/sql.ts";
import { importSource } from "../src/imports/import-source.ts";
import { openFile } from "../src/imports/input/input.ts";
import { createInsert, type RowValues } from "../src/imports/record-insert.ts";
import { recordsSource } from "../src/imports/sources/records.ts";
import { rowsPerTransaction } from "../src/imports/staged-rows.ts";
import { type Generated, type GeneratedName, generated } from "./import-rows.ts";

// Run by import.ts in a process of its own, whose CPU and memory are those of one import or of one bare loop.
// Arguments: "import" or "bare" or "copy", rows, file, and the database as JSON. Prints one JSON line.

const [what, rowsName, file = "", options = "{}"] = process.argv.slice(2);
const { family, rows, line }: Generated = generated[rowsName as GeneratedName];
const db = await openDatabase({ ...JSON.parse(options), deadlineMs: 600_000 });
const source = recordsSource(family, { yearMax: 2028 });
const bareDataset = 1_000_000;

async function importAll(): Promise<void> {
  const options = { members: source.members, bytesMax: 2 ** 40, folder: "/nowhere" };
  await using input = await openFile(file, options);
  await importSource(db, { source, input, graceMs: 0 }, systemClock);
}

/** One row of the file as the import stores it. */
async function oneRow(): Promise<RowValues> {
  async function* text() {
    yield `${generated[rowsName as GeneratedName].head}${line(0)}`;
  }
  for await (const { rows: made } of source.rows(text())) {
    const [row] = made;
    if (row && !(row instanceof Error))
      return createInsert(family, bareDataset, { update: () => undefined }).encode(row);
  }
  throw new Error("there is no row");
}

const vinOf = (at: number) => `1HGCM${String(at % 1000).padStart(3, "0")}3A${String(at).padStart(7, "0")}`;

/** The same bytes in the same transactions, in order, by a loop that does nothing else. */
async function insertAll(row: RowValues): Promise<void> {
  const insert = createInsert(family, bareDataset, { update: () => undefined });
  const bytes = row.reduce<number>((sum, value) => sum + (value instanceof Uint8Array ? value.length : 0), 0);
  const batch = Math.min(rowsPerTransaction, Math.ceil((8 * 2 ** 20) / bytes));
  const vins = Array.from({ length: rows }, (_, at) => vinOf(at));
  for (let from = 0; from < rows; from += batch) {
    const some = vins.slice(from, from + batch).sort();
    const values = some.map((vin) => row.map((value, index) => (index === 1 ? vin : value)));
    await db.transaction((tx) => insert.run(tx, values));
  }
}

/** The same bytes by COPY, from a file that the server reads. */
function writeCopyFile(row: RowValues): string {
  const cell = (value: RowValues[number]) => {
    if (value === null) return "\\N";
    if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString("hex")}`;
    return String(value).replaceAll("\\", "\\\\");
  };
  const cells = row.map(cell);
  const lines = Array.from({ length: rows }, (_, at) => cells.with(1, vinOf(at)).join("\t"));
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o644 });
  return file;
}

const row = what === "import" ? [] : await oneRow();
const copied = what === "copy" ? writeCopyFile(row) : "";
const cpu = process.cpuUsage();
const begun = performance.now();
if (what === "import") await importAll();
else if (what === "bare") await insertAll(row);
else await db.run(raw(`copy ${family.table} from '${copied}'`));
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(cpu);
if (what !== "import") await db.run(sql`delete from ${name(family.table)} where dataset = ${bareDataset}`);
await db.close();
const peak = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, peak }));
