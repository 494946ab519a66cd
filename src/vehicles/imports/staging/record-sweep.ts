import type { Database } from "../../../database/database.ts";
import { name, sql } from "../../../database/sql.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { isInSwap } from "./dataset-swaps.ts";
import { keyRanges } from "./key-ranges.ts";

/** Deletes a family's datasets in a state that no lookup reads, rows first, unless watched VINs are compared with them. */
export async function sweepDatasets(
  db: Database,
  family: RecordFamily,
  state: "staged" | "former",
  step?: () => Promise<void>,
): Promise<void> {
  const dead = await db.all<{ id: number }>(
    sql`select id from dataset where family = ${family.name} and state = ${state} and not ${isInSwap}`,
  );
  for (const { id } of dead) await dropDataset(db, family, id, step);
}

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Deletes a dataset and its rows; `step` follows each two thousand. If it is the current one, the family then has no
 * records.
 */
export async function dropDataset(
  db: Database,
  family: RecordFamily,
  id: number,
  step: () => Promise<void> = pause,
): Promise<void> {
  const { table } = family;
  for await (const within of keyRanges(db, family, id)) {
    await db.run(sql`delete from ${name(table)} where dataset = ${id} and ${within(table)}`);
    await step();
  }
  if (family.kind === "event" && family.vehicles)
    await db.run(sql`delete from ${name(family.vehicles)} where dataset = ${id}`);
  if (family.kind === "event" && family.fits)
    await db.run(sql`delete from ${name(family.fits)} where dataset = ${id}`);
  await db.run(sql`delete from dataset where id = ${id}`);
}
