import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { RecordFamily } from "../families/record-families.ts";

/** The dataset that a family's answers come from. */
export interface Dataset {
  readonly id: number;
  /** For `x-data-source`. */
  readonly source: string;
  readonly rows: number;
}

/** The current dataset of each family that has records. */
export type Datasets = ReadonlyMap<RecordFamily, Dataset>;

/** Another node's import shows here within this time. */
const freshMs = 1000;

interface Known {
  until: number;
  datasets: Promise<Datasets>;
}

const known = new WeakMap<Database, Known>();

/** What is current now, or was a second ago. */
export function currentDatasets(db: Database): Promise<Datasets> {
  const now = performance.now();
  const found = known.get(db);
  if (found && now < found.until) return found.datasets;
  const read = { until: now + freshMs, datasets: readDatasets(db) };
  known.set(db, read);
  read.datasets.catch(() => known.delete(db));
  return read.datasets;
}

/** Makes the next lookup see what this process has just loaded. */
export function forgetDatasets(db: Database): void {
  known.delete(db);
}

async function readDatasets(db: Database): Promise<Datasets> {
  const rows = await db.all<{
    family: RecordFamily;
    id: number;
    name: string;
    version: string;
    rows: number;
  }>(sql`select family, id, name, version, record_count as rows from dataset where state = 'current'`);
  return new Map(
    rows.map(({ family, id, name, version, rows: count }) => {
      const source = (name === "demo" ? "demo" : `${name} ${version}`).replace(/[^\x20-\x7e]/g, "?");
      return [family, { id, source, rows: count }];
    }),
  );
}
