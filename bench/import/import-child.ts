import { closeSync, openSync, writeSync } from "node:fs";
import { openDatabase } from "../../src/database/open.ts";
import { name, raw, sql } from "../../src/database/sql.ts";
import type { RecordFamily } from "../../src/vehicles/families/record-family.ts";
import { RecordError } from "../../src/vehicles/imports/input/import-error.ts";
import { createInsert, type RowValues } from "../../src/vehicles/imports/staging/record-insert.ts";
import { RowChecksum } from "../../src/vehicles/imports/staging/row-checksum.ts";
import { RowMemory } from "../../src/vehicles/imports/staging/row-memory.ts";
import { bytesPerTransaction, rowsPerTransaction } from "../../src/vehicles/imports/staging/staged-rows.ts";
import { testPack } from "../../test/vin/shared-pack.ts";
import { printJson } from "../common/figure.ts";
import { peakMb, processorTime } from "../common/measure.ts";
import { type GeneratedName, generated, importFile, sourceOf, textOf } from "./rows.ts";

// Runs in a process of its own, for its CPU and memory. Arguments: "import", "bare" or "copy", rows, file, database.
const [what, rowsName, file = "", options = "{}"] = process.argv.slice(2);
const rows = generated[rowsName as GeneratedName];
const { family } = rows;
const db = await openDatabase({ ...JSON.parse(options), deadlineMs: 600_000 });
const bareDataset = 1_000_000;
const memory = new RowMemory();
const insert = createInsert<RecordFamily>(family, bareDataset, { memory, checksum: new RowChecksum() });
const spent = { seconds: 0, own: 0, server: 0 };

async function counted(work: () => Promise<unknown>): Promise<void> {
  const { seconds, own, server } = await processorTime(work, db);
  spent.seconds += seconds;
  spent.own += own;
  spent.server += server;
}

async function* bytes() {
  for (const text of textOf(rows)) yield Buffer.from(text);
}

/** The file's rows as the import stores them, in the batches of its transactions. */
async function* batches(): AsyncGenerator<readonly RowValues[]> {
  let batch: RowValues[] = [];
  let size = 0;
  for await (const { rows: converted } of sourceOf(family).rows(bytes())) {
    for (const row of converted) {
      if (row instanceof RecordError) throw row;
      const values = insert.encode(row);
      batch.push(values);
      for (const value of values) if (value instanceof Uint8Array) size += value.length;
    }
    if (batch.length < rowsPerTransaction && size < bytesPerTransaction) continue;
    const taken = memory.take();
    yield batch;
    memory.release(taken);
    batch = [];
    size = 0;
  }
  yield batch;
}

const vinOf = (row: RowValues): string => row[1] as string;

/** Inserts the same bytes in the same transactions, sorted, by a bare loop; only the loop is counted. */
async function insertAll(): Promise<void> {
  for await (const batch of batches()) {
    const sorted = batch.toSorted((a, b) => (vinOf(a) < vinOf(b) ? -1 : 1));
    await counted(() => db.transaction((tx) => insert.run(tx, sorted)));
  }
}

/** Inserts the same bytes by COPY, from a file that the server reads. */
async function copyAll(): Promise<void> {
  const cell = (value: RowValues[number]) => {
    if (value === null) return "\\N";
    if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString("hex")}`;
    return String(value).replaceAll("\\", "\\\\");
  };
  const handle = openSync(file, "w", 0o644);
  for await (const batch of batches())
    writeSync(handle, batch.map((row) => `${row.map(cell).join("\t")}\n`).join(""));
  closeSync(handle);
  await counted(() => db.run(raw(`copy ${family.table} from '${file}'`)));
}

// An import has the pack anyway, for its warnings.
if ("names" in rows) await testPack();
if (what === "import") await counted(() => importFile(db, family, file, "names" in rows));
else if (what === "bare") await insertAll();
else await copyAll();
if (what !== "import") await db.run(sql`delete from ${name(family.table)} where dataset = ${bareDataset}`);
await db.close();
printJson({ ...spent, peak: peakMb() });
