import { join } from "node:path";
import type { Clock } from "../../../base/clock.ts";
import type { Progress } from "../../../base/loading.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { findRecordFamily } from "../../families/record-families.ts";
import { demoDatasetName } from "../../families/record-family.ts";
import { inputOf, openFile } from "../input/input.ts";
import type { ImportSummary } from "../jobs/import-plan.ts";
import { importSource } from "../jobs/import-source.ts";
import type { ImportLock } from "../jobs/runs.ts";
import { recordsSource } from "../sources/own-records.ts";
import { withDemoLock } from "./demo-lock.ts";
import { type DemoSet, datedSet, demoRows, readDemoSet, removedSetting } from "./demo-set.ts";
import { shiftDates } from "./shift-dates.ts";

export interface DemoOptions {
  readonly clock: Clock;
  /** A set that `tools/demo/make.ts` wrote, instead of the program's own. */
  readonly folder?: string | undefined;
  /** `done` and `total` count rows over all families; `rows` are those loaded now. */
  readonly progress?: (step: Progress & { readonly rows: number }) => void;
  /** Ends the load early. Families that are complete stay; a later load adds the others. */
  readonly signal?: AbortSignal | undefined;
  /** How long replaced records stay; `swap.ts` has the default. */
  readonly graceMs?: number | undefined;
  /** As a configuration has them. */
  readonly datasetFits?: readonly string[] | undefined;
}

type Outcome = "loaded" | "there before" | "not replaced";

export interface DemoLoaded {
  readonly families: Readonly<Record<string, Outcome>>;
  readonly rows: number;
  /** `RowChecksum` of each family loaded now. */
  readonly checksums: Readonly<Record<string, string>>;
}

/**
 * Imports the demo set into every family that has no records, or those of another demo set. Records of other sources
 * stay. Two loads of a set in one month make the same records; the second one does nothing.
 */
export async function loadDemo(db: Database, options: DemoOptions): Promise<DemoLoaded> {
  const { clock, progress } = options;
  const set = readDemoSet(options.folder);
  const { version, days } = datedSet(set, clock());
  const counts = Object.entries(demoRows(set));
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const families: Record<string, Outcome> = {};
  const checksums: Record<string, string> = {};
  let before = 0;
  let rows = 0;
  for (const [family, count] of counts) {
    const load = async (lock: ImportLock): Promise<Outcome> => {
      const outcome = await outcomeFor(db, family, version);
      if (outcome !== "loaded") return outcome;
      const step = (read: number) =>
        progress?.({ stage: family, done: before + read, total, rows: rows + read });
      const loaded = await importFamily(db, set, family, { ...options, version, days, lock, step });
      rows += loaded.rows;
      checksums[family] = loaded.rows_checksum;
      return "loaded";
    };
    const outcome = await outcomeFor(db, family, version);
    families[family] =
      outcome === "loaded" ? ((await withDemoLock(db, family, options, load)) ?? "not replaced") : outcome;
    before += count;
  }
  await db.run(sql`delete from setting where name = ${removedSetting}`);
  return { families, rows, checksums };
}

/** What a load does with a family; another process may change it until the lock is acquired. */
async function outcomeFor(db: Database, family: string, version: string): Promise<Outcome> {
  const current = await db.get<{ name: string; version: string }>(
    sql`select name, version from dataset where family = ${family} and state = 'current'`,
  );
  if (current && current.name !== demoDatasetName) return "not replaced";
  return current?.version === version ? "there before" : "loaded";
}

interface FamilyImport extends DemoOptions {
  readonly version: string;
  readonly days: number;
  readonly lock: ImportLock;
  readonly step: (rows: number) => void;
}

async function importFamily(
  db: Database,
  { folder, families }: DemoSet,
  name: string,
  { version, days, lock, step, clock, signal, graceMs, datasetFits }: FamilyImport,
): Promise<ImportSummary> {
  const family = findRecordFamily(name);
  if (!family) throw new Error(`the demo set has records of ${name}, which is not a family`);
  // An old clock must not reject the set's model years.
  const source = recordsSource(family, { format: "ndjson", yearMax: 2100 });
  await using input =
    name in families
      ? await openFile(join(folder, `${name}.ndjson.zst`), {
          members: source.members,
          bytesMax: 2 ** 30,
          folder,
          signal,
        })
      : inputOf(Buffer.from(JSON.stringify(family.example)));
  step(0);
  return await importSource(
    db,
    {
      source: {
        ...source,
        name: "demo",
        rows: (utf8) => source.rows(days === 0 ? utf8 : shiftDates(utf8, days)),
      },
      input: { ...input, name: "the demo set" },
      lock,
      rejectLimit: { rows: 0 },
      version,
      metadata: {
        name: demoDatasetName,
        source: "made by vingate demo; synthetic, except what the VIN data decode",
        licence: "CC0-1.0",
      },
      progress: ({ rows }) => step(rows),
      signal,
      graceMs,
      datasetFits,
    },
    clock,
  );
}
