import type { Clock } from "../../../base/clock.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { Row } from "../../../entities/table.ts";
import { demoDatasetName, type RecordFamily } from "../../families/record-family.ts";
import { datasets } from "../../lookups/records/datasets.ts";
import { ImportError } from "../input/import-error.ts";
import type { ImportSummary } from "../jobs/import-plan.ts";
import type { ImportRun } from "../jobs/import-run.ts";
import { runsOfDatasets, withImportLock } from "../jobs/runs.ts";
import { type Changes, compareDatasets, reversed } from "../staging/changes.ts";
import { swapDataset } from "../staging/dataset-swaps.ts";
import {
  type ByReader,
  changesByReader,
  type FileRead,
  type ReadDataset,
} from "../staging/reader-changes.ts";

/** A family's current dataset, or the previous one, which is kept for a rollback. */
export type DatasetVersion = Row<typeof datasets> & {
  /** The import that made it. */
  readonly run?: ImportRun;
};

/** The datasets of one family or of all, each family's current one first. */
export async function listVersions(db: Queries, family?: string): Promise<readonly DatasetVersion[]> {
  const those = family === undefined ? sql`` : sql`and family = ${family}`;
  const versions = await datasets.select(
    db,
    sql`where state in ('current', 'previous') ${those} order by family, state`,
  );
  const runs = await runsOfDatasets(db, sql`state = 'done' ${those}`);
  const byDataset = new Map(runs.map((run) => [run.dataset, run]));
  return versions.map((version) => {
    const run = byDataset.get(version.id);
    return { ...version, ...(run && { run }) };
  });
}

export interface RollbackOptions {
  /** Absent for the command line. */
  readonly actor?: string;
  /** Runs the change in a transaction. */
  readonly change?: (work: (tx: Queries) => Promise<void>) => Promise<unknown>;
}

/**
 * Makes the previous dataset current, and the current one previous. Without a previous one the first import is undone:
 * the family has no records until the next rollback. Throws `ImportError` if there is no dataset to change, or an
 * import runs.
 */
export async function rollBack(
  db: Database,
  { name }: RecordFamily,
  clock: Clock,
  { actor, change = (work) => db.transaction(work, { repeatable: true }) }: RollbackOptions = {},
): Promise<void> {
  const request = { family: name, source: "rollback", actor };
  await withImportLock(db, request, clock, () => change((tx) => exchange(tx, name, clock())));
}

async function exchange(tx: Queries, family: string, at: number): Promise<void> {
  const previous = await tx.get<{ id: number }>(
    sql`select id from dataset where family = ${family} and state = 'previous'`,
  );
  const own = await tx.get(sql`
    select id from dataset where family = ${family} and state = 'current' and name <> ${demoDatasetName}`);
  if (!previous && !own) throw new ImportError(`${family} has no previous dataset`);
  await swapDataset(tx, family, at, async () => {
    await tx.run(sql`update dataset set state = 'staged' where family = ${family} and state = 'current'`);
    if (previous) await tx.run(sql`update dataset set state = 'current' where id = ${previous.id}`);
    await tx.run(sql`update dataset set state = 'previous' where family = ${family} and state = 'staged'`);
  });
}

/** The changes between two versions, and which come from their readers. */
export interface ComparedVersions extends Changes {
  readonly by_reader: ByReader;
}

/**
 * The changes from the previous dataset to the current one, as found by the later one's import. Throws
 * `ImportError` if there are not two.
 */
export async function compareVersions(db: Database, family: RecordFamily): Promise<ComparedVersions> {
  const versions = await listVersions(db, family.name);
  const current = versions.find(({ state }) => state === "current");
  const previous = versions.find(({ state }) => state === "previous");
  if (!current) throw new ImportError(`${family.name} has no dataset`);
  if (!previous) throw new ImportError(`${family.name} has no previous dataset`);
  const rolledBack = current.id < previous.id;
  const found = changesOf(rolledBack ? previous : current);
  const by_reader = changesByReader(readDataset(previous), readDataset(current));
  if (!found) return { ...(await compareDatasets(db, family, previous.id, current.id)), by_reader };
  return { ...(rolledBack ? reversed(found) : found), by_reader };
}

function readDataset({ id, reader, recordCount: rows, run }: DatasetVersion): ReadDataset {
  return { id, reader, rows, file: run ? { ...(JSON.parse(run.outcome) as FileRead), mode: run.mode } : {} };
}

/** The changes that a dataset's import found; undefined if no import made it. */
export function changesOf({ run }: DatasetVersion): Changes | undefined {
  return run && (JSON.parse(run.outcome) as Partial<ImportSummary>).changes;
}
