import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, text, word } from "../../../entities/stored.ts";
import { Table } from "../../../entities/table.ts";
import { demoDatasetName } from "../../families/record-family.ts";

/** Datasets of all families. A new one has its ID of the database. */
export const datasets = new Table({
  name: "dataset",
  as: "dataset",
  key: ["id"],
  members: {
    id: integer,
    family: text,
    /** Those that are still incomplete, `staged`, are not read as rows. */
    state: word("current", "previous"),
    name: text,
    version: text,
    source: text,
    licence: text,
    recordCount: integer,
    /** `RowChecksum` of its records. */
    checksum: text,
    /** The number of the reader of its file; of several, the lowest. */
    reader: integer,
    loadedAt: integer,
  },
});

/** The dataset that a family's answers come from. */
export interface Dataset {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  /** Who publishes or owns the records. */
  readonly publisher: string;
  /** Milliseconds UTC. */
  readonly loadedAt: number;
  /** For `x-data-source`. */
  readonly source: string;
  readonly rows: number;
  /** Changes whenever the records may have: what is kept of them is kept under it. */
  readonly cacheKey: string;
}

/** Whether a dataset's trims are those that vehicles are sold under: EPA names each combination that it certified. */
export const namesTrims = ({ source }: Dataset): boolean => !/^epa\b/.test(source);

/** The current dataset of each record family that has records, by its name. */
export type Datasets = ReadonlyMap<string, Dataset>;

/** Another node's import shows here within this time. */
const freshMs = 1000;

interface Known {
  readonly until: number;
  readonly datasets: Promise<Datasets>;
}

const known = new WeakMap<Database, Known>();

/** What is current now, or was a second ago. */
export function currentDatasets(db: Database): Promise<Datasets> {
  const now = performance.now();
  const found = known.get(db);
  if (found && now < found.until) return found.datasets;
  const read = readDatasets(db);
  known.set(db, { until: now + freshMs, datasets: read });
  read.catch(() => known.delete(db));
  return read;
}

/** Makes the next lookup read what this process has just loaded. */
export function forgetDatasets(db: Database): void {
  known.delete(db);
  forgotten.set(db, datasetsForgotten(db) + 1);
}

const forgotten = new WeakMap<Database, number>();

/** How often `forgetDatasets` was called: what was read before is not to be used. */
export function datasetsForgotten(db: Database): number {
  return forgotten.get(db) ?? 0;
}

const places = new WeakMap<Database, number>();
let placesGiven = 0;

function placeOf(db: Database): number {
  const place = places.get(db) ?? ++placesGiven;
  places.set(db, place);
  return place;
}

async function readDatasets(db: Database): Promise<Datasets> {
  const rows = await datasets.select(db, sql`where state = 'current'`);
  // Services of one process may have databases of their own: their datasets have the same numbers.
  const place = placeOf(db);
  return new Map(
    rows.map(({ family, id, name, version, source: publisher, recordCount, loadedAt }) => {
      const source = (name === demoDatasetName ? name : `${name} ${version}`).replace(/[^\x20-\x7e]/g, "?");
      const cacheKey = `${place}.${id}.${loadedAt}`;
      return [family, { id, name, version, publisher, loadedAt, source, rows: recordCount, cacheKey }];
    }),
  );
}
