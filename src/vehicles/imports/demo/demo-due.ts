import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { readDemoSet } from "./demo-set.ts";

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
  if (Object.keys(readDemoSet().families).every((family) => filled.has(family))) return false;
  const removed = await db.get(sql`select value from setting where name = ${removedSetting}`);
  return setting === "on" || !removed;
}
