import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { repairRecords } from "../../src/vehicles/families/apis/repair-estimates.ts";
import { recordFamilies } from "../../src/vehicles/families/record-families.ts";

/** The setting that says that somebody has taken the demo set away. */
export const removedMark = "demo_removed";

/** Those that the demo set fills. Repair estimates are worked out and need no records. */
const demoFamilies = recordFamilies.filter((family) => family !== repairRecords);

interface Current {
  readonly family: string;
  readonly name: string;
  readonly version: string;
}

/** The datasets that answers come from. */
export const currentDatasets = (db: Database) =>
  db.all<Current>(sql`select family, name, version from dataset where state = 'current'`);

/**
 * Whether a start should load the demo set: some family has no records, and in `auto` nobody has taken the
 * demo set away. Whether the host is a loopback address is for the caller to ask.
 */
export async function demoDue(db: Database, setting: "auto" | "on" | "off"): Promise<boolean> {
  if (setting === "off") return false;
  const filled = new Set((await currentDatasets(db)).map(({ family }) => family));
  if (demoFamilies.every(({ name }) => filled.has(name))) return false;
  const removed = await db.get(sql`select value from setting where name = ${removedMark}`);
  return setting === "on" || !removed;
}
