import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../src/database/open.ts";
import { upgradeSchema } from "../src/vehicles/imports/staging/record-tables.ts";
import { testPack } from "../test/vin/shared-pack.ts";
import { loadDemo, removeDemo } from "../tools/demo/load.ts";
import { type Figure, table } from "./figure.ts";

/** Loading the demo set into an empty SQLite database, as a first start does, and taking it away. */
export async function benchDemo(): Promise<Figure[]> {
  const pack = await testPack();
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  const db = await openDatabase({ file: join(folder, "bench.db") });
  try {
    await upgradeSchema(db);
    let vehiclesMs = 0;
    const begun = performance.now();
    const cpuBefore = process.cpuUsage();
    const { rows } = await loadDemo(db, {
      pack,
      clock: Date.now,
      progress: ({ stage }) => {
        if (stage === "vehicles") vehiclesMs = performance.now() - begun;
      },
    });
    const loadMs = performance.now() - begun;
    const cpu = process.cpuUsage(cpuBefore);
    const removing = performance.now();
    await removeDemo(db, Date.now);
    return [
      { name: "demo set loaded, SQLite", value: loadMs, unit: "ms", note: "target < 10,000" },
      { name: "of which choosing and decoding its vehicles", value: vehiclesMs, unit: "ms" },
      { name: "CPU of loading", value: (cpu.user + cpu.system) / 1000, unit: "ms" },
      { name: "records", value: rows, unit: "" },
      { name: "demo set removed", value: performance.now() - removing, unit: "ms" },
    ];
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await benchDemo()));
