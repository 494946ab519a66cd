import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DemoSet } from "../../src/vehicles/imports/demo/demo-set.ts";
import type { Pack } from "../../src/vin/pack/pack.ts";
import { demoRows, type Size } from "./demo-rows.ts";
import { ownRow } from "./own-row.ts";

/** Raised when the same seed makes other records. */
const edition = 2;

export interface SetOptions extends Size {
  readonly folder: string;
  /** Compression level of zstd, 1 to 22. Above 19, loading needs more memory. */
  readonly level?: number;
}

/** Writes a demo set: one compressed file of rows for each family, and `set.json`. */
export async function writeSet(pack: Pack, { folder, level = 19, ...size }: SetOptions): Promise<DemoSet> {
  mkdirSync(folder, { recursive: true });
  const families: Record<string, number> = {};
  for (const [family, rows] of demoRows(pack, size)) {
    const text = rows.map((row) => `${JSON.stringify(ownRow(family, row))}\n`).join("");
    await Bun.write(join(folder, `${family.name}.ndjson.zst`), Bun.zstdCompressSync(text, { level }));
    families[family.name] = rows.length;
  }
  const { seed, vehicles, until } = size;
  const set = {
    note: "Synthetic records: no vehicle, price, person or event in them is real. README.md says more.",
    seed,
    vehicles,
    edition,
    until: new Date(until).toISOString().slice(0, 10),
    vin_data: `${pack.meta.source} ${pack.meta.version}`,
    families,
  };
  await Bun.write(join(folder, "set.json"), `${JSON.stringify(set, null, 2)}\n`);
  return { folder, ...set };
}
