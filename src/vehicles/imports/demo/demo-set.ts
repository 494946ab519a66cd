import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dayMs } from "../../../base/durations.ts";
import { programFile } from "../../../base/program/place.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { recordFamilies } from "../../families/record-families.ts";

/** The set that comes with the program; `demo/README.md` describes it. */
export const demoFolder = programFile("demo");

/** A demo set: a folder with a file `FAMILY.ndjson.zst` for each of its families. */
export interface DemoSet {
  readonly folder: string;
  readonly seed: number;
  readonly vehicles: number;
  /** Raised when the same seed makes other records. */
  readonly edition: number;
  /** The first day without records, `YYYY-MM-DD`. */
  readonly until: string;
  /** The VIN data that its vehicles were decoded with. */
  readonly vin_data: string;
  /** Rows by family, in the order of loading. */
  readonly families: Readonly<Record<string, number>>;
}

export function readDemoSet(folder = demoFolder): DemoSet {
  const set = JSON.parse(readFileSync(join(folder, "set.json"), "utf8")) as Omit<DemoSet, "folder">;
  return { folder, ...set };
}

/** A set's version and date shift for a load at `now`. No row has a date in the current month or later. */
export function datedSet(set: DemoSet, now: number): { readonly version: string; readonly days: number } {
  const date = new Date(now);
  const until = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  const month = new Date(until).toISOString().slice(0, 7);
  const { seed, vehicles, edition, vin_data } = set;
  return {
    version: `${month}, seed ${seed}, ${vehicles} vehicles, edition ${edition}, ${vin_data}`,
    days: (until - Date.parse(set.until)) / dayMs,
  };
}

/** The rows of each family: those of the set, and the example of each family that the set does not have. */
export function demoRows({ families }: Pick<DemoSet, "families">): Readonly<Record<string, number>> {
  const others = recordFamilies.filter(({ name, demo }) => !(name in families) && demo !== "none");
  return { ...families, ...Object.fromEntries(others.map(({ name }) => [name, 1])) };
}

/** The setting that records that the demo set was removed. */
export const removedSetting = "demo_removed";

/**
 * Whether a start should load the demo set: one of its families has no records and, with `auto`, the set was not
 * removed before.
 */
export async function isDemoDue(db: Database, setting: "auto" | "on" | "off"): Promise<boolean> {
  if (setting === "off") return false;
  const current = await db.all<{ family: string }>(sql`select family from dataset where state = 'current'`);
  const filled = new Set(current.map(({ family }) => family));
  if (Object.keys(demoRows(readDemoSet())).every((family) => filled.has(family))) return false;
  const removed = await db.get(sql`select value from setting where name = ${removedSetting}`);
  return setting === "on" || !removed;
}
