import type { Clock } from "../base/clock.ts";
import type { Progress } from "../base/loading.ts";
import type { Database } from "../database/database.ts";
import { name, sql } from "../database/sql.ts";
import { type RecordRow, recordFamilies } from "../families/record-families.ts";
import { loadRecords, removeRecords } from "../imports/records.ts";
import { createDecoder } from "../vin/decoder.ts";
import type { Pack } from "../vin/pack/pack.ts";
import { earlyVehicles } from "./early-vehicles.ts";
import { buildFleet, type ModelYear } from "./fleet.ts";
import { takeLease } from "./lease.ts";
import { type DemoFamily, demoFamilies, demoRows, type Making } from "./rows.ts";

/** The name of demo datasets; answers from them say `x-data-source: demo`. */
export const demoDataset = "demo";
export const demoSeed = 1;
export const demoVehicles = 2400;
const earlyCount = 50;
/** Raised when the same seed makes other records than before. */
const edition = 1;
const removedMark = "demo_removed";
/** Model years between two breaths, in which a service answers. */
const breath = 8;

export interface DemoOptions {
  readonly pack: Pack;
  readonly clock: Clock;
  readonly seed?: number;
  readonly vehicles?: number;
  /** `done` and `total` count model years over all families; `rows` are those written so far. */
  readonly progress?: (step: Progress & { readonly rows: number }) => void;
  /** Ends the load early; what is whole by then stays, and a later load goes on from there. */
  readonly signal?: AbortSignal;
}

export interface DemoLoaded {
  readonly families: Readonly<Record<DemoFamily, "loaded" | "there before" | "not replaced">>;
  /** Rows written now. */
  readonly rows: number;
  /** Of each family loaded now. */
  readonly checksums: Readonly<Partial<Record<DemoFamily, string>>>;
}

/** The first moment of which nothing is recorded: the month's first, so that a month's demo sets are the same. */
export function demoUntil(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

interface Current {
  readonly family: string;
  readonly name: string;
  readonly version: string;
}

const currentOf = (db: Database) =>
  db.all<Current>(sql`select family, name, version from dataset where state = 'current'`);

/**
 * Whether a start should load the demo set: some family has no records, and in `auto` nobody has taken the
 * demo set away. Whether the host is a loopback address is for the caller to ask.
 */
export async function demoDue(db: Database, setting: "auto" | "on" | "off"): Promise<boolean> {
  if (setting === "off") return false;
  const filled = new Set((await currentOf(db)).map(({ family }) => family));
  if (demoFamilies.every((family) => filled.has(family))) return false;
  const removed = await db.get(sql`select value from setting where name = ${removedMark}`);
  return setting === "on" || !removed;
}

/**
 * Fills every family that has no records, or those of another demo set; records of other sources stay.
 * The same seed, size, month and VIN data make the same records. Repeating it does nothing, and after an
 * interruption it goes on with the families that are missing.
 */
export async function loadDemo(db: Database, options: DemoOptions): Promise<DemoLoaded> {
  const lease = await takeLease(db, options.clock, options.signal);
  try {
    return await fill(db, options, () => lease.renew());
  } finally {
    await lease.release();
  }
}

async function fill(db: Database, options: DemoOptions, renew: () => Promise<void>): Promise<DemoLoaded> {
  const { pack, clock, seed = demoSeed, vehicles = demoVehicles, progress, signal } = options;
  const until = demoUntil(clock());
  const month = new Date(until).toISOString().slice(0, 7);
  const version = `${month}, seed ${seed}, ${vehicles} vehicles, edition ${edition}, ${pack.meta.source} ${pack.meta.version}`;
  const families = Object.fromEntries(demoFamilies.map((family) => [family, "loaded"])) as Record<
    DemoFamily,
    DemoLoaded["families"][DemoFamily]
  >;
  for (const current of await currentOf(db)) {
    if (!(current.family in families)) continue;
    const family = current.family as DemoFamily;
    if (current.name !== demoDataset) families[family] = "not replaced";
    else if (current.version === version) families[family] = "there before";
  }
  const missing = demoFamilies.filter((family) => families[family] === "loaded");
  const checksums: Partial<Record<DemoFamily, string>> = {};
  let rows = 0;
  if (missing.length > 0) {
    const fleet = await makeFleet(options, { seed, vehicles, until }, renew);
    const dataset = {
      name: demoDataset,
      version,
      source: "made by vingate demo; synthetic, but for what the VIN data decode",
      licence: "CC0-1.0",
    };
    for (const [index, family] of missing.entries()) {
      const step = (at: number, more: number) =>
        progress?.({
          stage: family,
          done: (index + 1) * fleet.length + at,
          total: (missing.length + 1) * fleet.length,
          rows: rows + more,
        });
      const making = { seed, until, plates: new Set<string>() };
      const made = rowsOf(family, fleet, making, async (at, more) => {
        signal?.throwIfAborted();
        step(at, more);
        await renew();
      });
      const loaded = await loadRecords(db, family, made, { dataset, now: clock() });
      rows += loaded.rows;
      checksums[family] = loaded.checksum;
      step(fleet.length, 0);
    }
  }
  await db.run(sql`delete from setting where name = ${removedMark}`);
  return { families, rows, checksums };
}

/** Every model year of the set, the vehicles before 1981 last. */
async function makeFleet(
  { pack, progress, signal }: DemoOptions,
  { seed, vehicles, until }: { seed: number; vehicles: number; until: number },
  renew: () => Promise<void>,
): Promise<readonly ModelYear[]> {
  const decoder = createDecoder(pack, { currentYear: new Date(until).getUTCFullYear() });
  const fleet: ModelYear[] = [];
  let count = 0;
  for (const modelYear of buildFleet(decoder, { seed, vehicles: vehicles - earlyCount, until })) {
    fleet.push(modelYear);
    count += modelYear.vehicles.length;
    if (fleet.length % breath > 0) continue;
    signal?.throwIfAborted();
    progress?.({ stage: "vehicles", done: count, total: vehicles, rows: 0 });
    await renew();
    await Bun.sleep(0);
  }
  for (const vehicle of earlyVehicles(seed, earlyCount)) {
    const { year, make, model, line } = vehicle;
    fleet.push({ year, make, model, line, variants: [], vehicles: [vehicle] });
  }
  return fleet;
}

async function* rowsOf<F extends DemoFamily>(
  family: F,
  fleet: readonly ModelYear[],
  making: Making,
  breathe: (at: number, rows: number) => Promise<void>,
): AsyncGenerator<RecordRow<F>> {
  // The makers' types are bound to their families by `demoRows`; here one of them is called by name.
  const make = demoRows[family] as unknown as (of: ModelYear, how: Making) => Iterable<RecordRow<F>>;
  let rows = 0;
  for (const [at, modelYear] of fleet.entries()) {
    for (const row of make(modelYear, making)) {
      rows += 1;
      yield row;
    }
    if (at % breath > 0) continue;
    await breathe(at, rows);
    await Bun.sleep(0);
  }
}

/** Takes every record of the demo set away, half-loaded ones included; `auto` will not bring it back. */
export async function removeDemo(db: Database, clock: Clock): Promise<number> {
  const lease = await takeLease(db, clock);
  try {
    let removed = 0;
    for (const family of demoFamilies) {
      removed += await removeRecords(db, family, demoDataset);
      await lease.renew();
    }
    await sweep(db);
    await db.run(sql`
      insert into setting (name, value) values (${removedMark}, 'true') on conflict (name) do nothing`);
    return removed;
  } finally {
    await lease.release();
  }
}

/** What loads that died have left behind. */
async function sweep(db: Database): Promise<void> {
  const left = await db.all<{ id: number; family: DemoFamily }>(
    sql`select id, family from dataset where name = ${demoDataset} and state <> 'current'`,
  );
  for (const { id, family } of left) {
    await db.run(sql`delete from ${name(recordFamilies[family].table)} where dataset = ${id}`);
    if (family === "saleshistory") await db.run(sql`delete from sale_vehicle where dataset = ${id}`);
    await db.run(sql`delete from dataset where id = ${id}`);
  }
}
