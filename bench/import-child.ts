import { closeSync, openSync, writeSync } from "node:fs";
import { systemClock } from "../src/base/clock.ts";
import { openDatabase } from "../src/database/open.ts";
import { name, raw, sql } from "../src/database/sql.ts";
import type { RecordFamily } from "../src/vehicles/families/record-family.ts";
import { openFile } from "../src/vehicles/imports/input/input.ts";
import { importSource } from "../src/vehicles/imports/jobs/import-source.ts";
import { recordsSource } from "../src/vehicles/imports/sources/own-records.ts";
import { createInsert, type RowValues } from "../src/vehicles/imports/staging/record-insert.ts";
import { RowChecksum } from "../src/vehicles/imports/staging/row-checksum.ts";
import { RowMemory } from "../src/vehicles/imports/staging/row-memory.ts";
import { bytesPerTransaction, rowsPerTransaction } from "../src/vehicles/imports/staging/staged-rows.ts";
import { type Generated, type GeneratedName, generated } from "./import-rows.ts";
import { peakMemory } from "./peak-memory.ts";
import { serverCpuSeconds } from "./server-cpu.ts";

// Run by import.ts in a process of its own, whose CPU and memory are those of one import or of one bare loop.
// Arguments: "import" or "bare" or "copy", rows, file, and the database as JSON. Prints one JSON line.

const [what, rowsName, file = "", options = "{}"] = process.argv.slice(2);
const { family, rows, head, line }: Generated = generated[rowsName as GeneratedName];
const db = await openDatabase({ ...JSON.parse(options), deadlineMs: 600_000 });
const source = recordsSource(family, { yearMax: 2028 });
const bareDataset = 1_000_000;

const spent = { seconds: 0, cpuSeconds: 0, serverCpuSeconds: 0 };

/** Counts the time and the CPU that work takes, here and in the database's server. */
async function counted(work: () => Promise<unknown>): Promise<void> {
  const server = await serverCpuSeconds(db);
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await work();
  spent.seconds += (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  spent.cpuSeconds += (user + system) / 1e6;
  spent.serverCpuSeconds += (await serverCpuSeconds(db)) - server;
}

async function importAll(): Promise<void> {
  const options = { members: source.members, bytesMax: 2 ** 40, folder: "/nowhere" };
  await using input = await openFile(file, options);
  await importSource(db, { source, input, graceMs: 0 }, systemClock);
}

async function* text() {
  yield Buffer.from(head);
  for (let at = 0; at < rows; at += 1) yield Buffer.from(line(at));
}

const memory = new RowMemory();
const checksum = new RowChecksum();
const insert = createInsert<RecordFamily>(family, bareDataset, { memory, checksum });

/** The rows of the file as the import stores them, in the batches of its transactions. */
async function* batches(): AsyncGenerator<readonly RowValues[]> {
  let batch: RowValues[] = [];
  let bytes = 0;
  for await (const { rows: made } of source.rows(text())) {
    for (const row of made) {
      if (row instanceof Error) throw row;
      const values = insert.encode(row);
      batch.push(values);
      for (const value of values) if (value instanceof Uint8Array) bytes += value.length;
    }
    if (batch.length < rowsPerTransaction && bytes < bytesPerTransaction) continue;
    const taken = memory.take();
    yield batch;
    memory.releaseCredits(taken);
    batch = [];
    bytes = 0;
  }
  yield batch;
}

const vinOf = (row: RowValues): string => row[1] as string;

/** The same bytes in the same transactions, in order, by a loop that does nothing else: only it is counted. */
async function insertAll(): Promise<void> {
  for await (const batch of batches()) {
    const sorted = batch.toSorted((a, b) => (vinOf(a) < vinOf(b) ? -1 : 1));
    await counted(() => db.transaction((tx) => insert.run(tx, sorted)));
  }
}

/** The same bytes by COPY, from a file that the server reads. */
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

if (what === "import") await counted(importAll);
else if (what === "bare") await insertAll();
else await copyAll();
if (what !== "import") await db.run(sql`delete from ${name(family.table)} where dataset = ${bareDataset}`);
await db.close();
const peak = peakMemory();
console.log(JSON.stringify({ ...spent, peak }));
