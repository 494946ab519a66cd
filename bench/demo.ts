import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../src/database/open.ts";
import { loadDemo } from "../src/vehicles/imports/demo/load-demo.ts";
import { removeDemo } from "../src/vehicles/imports/demo/remove-demo.ts";
import { upgradeSchema } from "../src/vehicles/imports/staging/record-tables.ts";
import { type Figure, table } from "./figure.ts";

/** Loading the demo set into an empty SQLite database, as a first start does, and removing it. */
export async function benchDemo(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  const db = await openDatabase({ file: join(folder, "bench.db") });
  try {
    await upgradeSchema(db);
    const begun = performance.now();
    const cpuBefore = process.cpuUsage();
    const { rows } = await loadDemo(db, { clock: Date.now });
    const loadMs = performance.now() - begun;
    const cpu = process.cpuUsage(cpuBefore);
    const removing = performance.now();
    await removeDemo(db, Date.now);
    return [
      { name: "demo set loaded, SQLite", value: loadMs, unit: "ms", note: "target < 10,000" },
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
