import type { Clock } from "../../src/base/clock.ts";
import type { Progress } from "../../src/base/loading.ts";
import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import {
  demoDatasetName,
  type RecordFamily,
  type RecordRow,
} from "../../src/vehicles/families/record-family.ts";
import type { ImportLock } from "../../src/vehicles/imports/jobs/runs.ts";
import { dropDataset } from "../../src/vehicles/imports/staging/record-sweep.ts";
import { loadRecords, removeRecords } from "../../src/vehicles/imports/staging/records.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import type { Pack } from "../../src/vin/pack/pack.ts";
import { currentDatasets, removedMark } from "./due.ts";
import { earlyVehicles } from "./early-vehicles.ts";
import { buildFleet, type ModelYear } from "./fleet.ts";
import { type DemoRecords, demoRecords, type Making } from "./rows.ts";
import { inTurn } from "./turns.ts";

export const demoSeed = 1;
export const demoVehicles = 2400;
const earlyCount = 50;
/** Raised when the same seed makes other records than before. */
const edition = 1;
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

type Outcome = "loaded" | "there before" | "not replaced";

export interface DemoLoaded {
  /** By the name of the record family. */
  readonly families: Readonly<Record<string, Outcome>>;
  /** Rows written now. */
  readonly rows: number;
  /** Of each family loaded now. */
  readonly checksums: Readonly<Record<string, string>>;
}

/** The first moment of which nothing is recorded: the month's first, so that a month's demo sets are the same. */
export function demoUntil(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/**
 * Fills every family that has no records, or those of another demo set; records of other sources stay.
 * The same seed, size, month and VIN data make the same records. Repeating it does nothing, and after an
 * interruption it goes on with the families that are missing.
 */
export async function loadDemo(db: Database, options: DemoOptions): Promise<DemoLoaded> {
  const { pack, clock, seed = demoSeed, vehicles = demoVehicles } = options;
  const until = demoUntil(clock());
  const month = new Date(until).toISOString().slice(0, 7);
  const version = `${month}, seed ${seed}, ${vehicles} vehicles, edition ${edition}, ${pack.meta.source} ${pack.meta.version}`;
  const size = { seed, vehicles, until };
  const families: Record<string, Outcome> = {};
  const checksums: Record<string, string> = {};
  let fleet: readonly ModelYear[] | undefined;
  let rows = 0;
  for (const [index, records] of demoRecords.entries()) {
    const { name } = records.family;
    families[name] = await outcomeOf(db, name, version);
    if (families[name] !== "loaded") continue;
    families[name] = "not replaced";
    await inTurn(db, records.family, options, async (turn) => {
      // Another process may have loaded it until now.
      families[name] = await outcomeOf(db, name, version);
      if (families[name] !== "loaded") return;
      fleet ??= await makeFleet(options, size, turn);
      const loaded = await loadFamily(db, records, fleet, {
        ...options,
        ...size,
        version,
        index,
        rows,
        turn,
      });
      rows += loaded.rows;
      checksums[name] = loaded.checksum;
    });
  }
  await db.run(sql`delete from setting where name = ${removedMark}`);
  return { families, rows, checksums };
}

async function outcomeOf(db: Database, family: string, version: string): Promise<Outcome> {
  const there = (await currentDatasets(db)).find((one) => one.family === family);
  if (there && there.name !== demoDatasetName) return "not replaced";
  return there?.version === version ? "there before" : "loaded";
}

interface Size {
  readonly seed: number;
  readonly vehicles: number;
  readonly until: number;
}

interface FamilyLoad extends DemoOptions, Size {
  readonly seed: number;
  readonly vehicles: number;
  readonly version: string;
  /** The family's place among all. */
  readonly index: number;
  /** Rows written before. */
  readonly rows: number;
  readonly turn: ImportLock;
}

async function loadFamily(
  db: Database,
  records: DemoRecords,
  fleet: readonly ModelYear[],
  { seed, until, version, index, rows, turn, clock, progress, signal }: FamilyLoad,
) {
  const { family } = records;
  const total = (demoRecords.length + 1) * fleet.length;
  const step = (at: number, more: number) =>
    progress?.({ stage: family.name, done: (index + 1) * fleet.length + at, total, rows: rows + more });
  const making = { seed, until, plates: new Set<string>() };
  const made = rowsOf(records, fleet, making, async (at, more) => {
    signal?.throwIfAborted();
    step(at, more);
    await turn.renew({ stage: "read", done: at, total: fleet.length, rows: more, rejected: 0 });
  });
  const dataset = {
    name: demoDatasetName,
    version,
    source: "made by vingate demo; synthetic, but for what the VIN data decode",
    licence: "CC0-1.0",
  };
  const loaded = await loadRecords(db, family, made, { dataset, now: clock() });
  step(fleet.length, loaded.rows);
  return loaded;
}

/** Every model year of the set, the vehicles before 1981 last. */
async function makeFleet(
  { pack, progress, signal }: DemoOptions,
  { seed, vehicles, until }: Size,
  turn: ImportLock,
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
    await turn.renew({ stage: "read", done: 0, total: null, rows: 0, rejected: 0 });
    await Bun.sleep(0);
  }
  for (const vehicle of earlyVehicles(seed, earlyCount)) {
    const { year, make, model, line } = vehicle;
    fleet.push({ year, make, model, line, variants: [], vehicles: [vehicle] });
  }
  return fleet;
}

async function* rowsOf(
  records: DemoRecords,
  fleet: readonly ModelYear[],
  making: Making,
  breathe: (at: number, rows: number) => Promise<void>,
): AsyncGenerator<RecordRow> {
  let rows = 0;
  for (const [at, modelYear] of fleet.entries()) {
    for (const row of records.rowsOf(modelYear, making)) {
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
  let removed = 0;
  for (const { family } of demoRecords) {
    const count = await inTurn(db, family, { clock }, async () => {
      const current = await removeRecords(db, family, demoDatasetName);
      await sweep(db, family);
      return current;
    });
    // An import replaces the demo set's records when it ends.
    removed += count ?? 0;
  }
  await db.run(sql`
    insert into setting (name, value) values (${removedMark}, 'true') on conflict (name) do nothing`);
  return removed;
}

/** What loads that died have left behind. */
async function sweep(db: Database, family: RecordFamily): Promise<void> {
  const left = await db.all<{ id: number }>(sql`
    select id from dataset where name = ${demoDatasetName} and family = ${family.name} and state <> 'current'`);
  for (const { id } of left) await dropDataset(db, family, id);
}
