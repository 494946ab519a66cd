import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { type Changes, compareDatasets } from "../changes.ts";
import { ImportError } from "../import-error.ts";
import { type ImportRun, runsOfDatasets, takeTurn } from "../runs.ts";

/** A dataset that is answered from, or the one before it, which is kept to go back to. */
export interface DatasetVersion {
  readonly id: number;
  readonly family: string;
  readonly state: "current" | "previous";
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly licence: string;
  readonly rows: number;
  /** SHA-256 of the records. */
  readonly checksum: string;
  /** Milliseconds UTC. */
  readonly loaded_at: number;
  /** The import that made it; absent for the demo set. */
  readonly run?: ImportRun;
}

/** The datasets of one family or of all, the current one of each first. */
export async function listVersions(db: Database, family?: string): Promise<readonly DatasetVersion[]> {
  const versions = await db.all<DatasetVersion>(sql`
    select id, family, state, name, version, source, licence, record_count as rows, checksum, loaded_at
    from dataset where state in ('current', 'previous') ${family === undefined ? sql`` : sql`and family = ${family}`}
    order by family, state`);
  const runs = await runsOfDatasets(
    db,
    family === undefined ? sql`state = 'done'` : sql`state = 'done' and family = ${family}`,
  );
  const byDataset = new Map(runs.map((run) => [run.dataset, run]));
  return versions.map((version) => {
    const run = byDataset.get(version.id);
    return { ...version, ...(run && { run }) };
  });
}

/**
 * Makes the dataset before the current one current again, and keeps the other to go back to in turn; resolves to the
 * one that is answered from now. Throws `ImportError` where there is none, or an import runs.
 */
export async function rollBack(
  db: Database,
  { name }: RecordFamily,
  now: () => number,
): Promise<DatasetVersion> {
  const turn = await takeTurn(
    db,
    { family: name, source: "rollback", input: "", mode: "replace", dryRun: false },
    now,
  );
  try {
    await db.transaction(
      async (tx) => {
        const previous = await tx.get<{ id: number }>(
          sql`select id from dataset where family = ${name} and state = 'previous'`,
        );
        if (!previous) throw new ImportError(`${name} has no dataset before the current one`);
        await tx.run(sql`update dataset set state = 'staged' where family = ${name} and state = 'current'`);
        await tx.run(sql`update dataset set state = 'current' where id = ${previous.id}`);
        await tx.run(sql`update dataset set state = 'previous' where family = ${name} and state = 'staged'`);
      },
      { repeatable: true },
    );
    await turn.end("done", { rolled_back: true });
  } catch (error) {
    await turn.end("failed", { error: (error as Error).message });
    throw error;
  }
  return (await listVersions(db, name)).find(({ state }) => state === "current")!;
}

/** What differs between the dataset before the current one and the current one. */
export async function compareVersions(db: Database, family: RecordFamily): Promise<Changes> {
  const versions = await listVersions(db, family.name);
  const current = versions.find(({ state }) => state === "current");
  const previous = versions.find(({ state }) => state === "previous");
  if (!current) throw new ImportError(`${family.name} has no dataset`);
  if (!previous) throw new ImportError(`${family.name} has no dataset before the current one`);
  return compareDatasets(db, family, previous.id, current.id);
}
