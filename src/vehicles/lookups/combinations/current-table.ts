import { nextTurn } from "../../../base/pause.ts";
import type { Database } from "../../../database/database.ts";
import { name, sql } from "../../../database/sql.ts";
import type { CombinationTable } from "../../../vin/answer/combinations.ts";
import { specificationRecords } from "../../families/apis/ymm-specs.ts";
import { currentDatasets, type Dataset, datasetsForgotten, namesTrims } from "../records/datasets.ts";
import { type EpaRow, EpaTable } from "./epa-table.ts";

/** How often it is looked whether another dataset is current. */
const freshMs = 1000;

interface Known {
  /** The dataset that `table` was read from; `""` for none. */
  readonly dataset: string;
  readonly table: CombinationTable | undefined;
  readonly forgotten: number;
  until: number;
}

const known = new WeakMap<Database, Known>();
const reading = new WeakMap<Database, Promise<Known>>();

/**
 * EPA's table as it was imported, which completes decodes; undefined where none was. It is read into memory once,
 * some 15 MB, so that a decode needs no database; a later import's shows within two seconds. Only the first call
 * waits. A database that does not answer is no reason not to decode: the table at hand, or none, serves until it
 * does.
 */
export function currentTable(
  db: Database,
): CombinationTable | undefined | Promise<CombinationTable | undefined> {
  const found = known.get(db);
  if (!found || found.forgotten !== datasetsForgotten(db)) return read(db).then(({ table }) => table);
  const now = performance.now();
  if (now >= found.until) {
    found.until = now + freshMs;
    void read(db);
  }
  return found.table;
}

/** What identifies the table that `currentTable` returns. Waits for it as a decode does: after a start too. */
export function currentTableKey(db: Database): string | Promise<string> {
  return currentTable(db) instanceof Promise
    ? read(db).then(({ dataset }) => dataset)
    : known.get(db)!.dataset;
}

function read(db: Database): Promise<Known> {
  const under = reading.get(db);
  if (under) return under;
  const begun = readCurrent(db).finally(() => reading.delete(db));
  reading.set(db, begun);
  return begun;
}

async function readCurrent(db: Database): Promise<Known> {
  const forgotten = datasetsForgotten(db);
  const before = known.get(db);
  const made = await readAfter(db, before).catch(() => ({ dataset: "", table: undefined, ...before }));
  const found = { ...made, forgotten, until: performance.now() + freshMs };
  known.set(db, found);
  return found;
}

async function readAfter(db: Database, before: Known | undefined): Promise<Pick<Known, "dataset" | "table">> {
  const dataset = (await currentDatasets(db)).get(specificationRecords.name);
  const epa = dataset && !namesTrims(dataset) ? dataset : undefined;
  const key = epa?.cacheKey ?? "";
  if (before?.dataset === key) return before;
  return { dataset: key, table: epa && (await readTable(db, epa)) };
}

/** Reads one year at a time, so that requests wait for a few milliseconds at most. */
async function readTable(db: Database, { id, source }: Dataset): Promise<CombinationTable> {
  const table = new EpaTable(source);
  const from = name(specificationRecords.table);
  const years = await db.all<{ year: number }>(
    sql`select distinct year from ${from} where dataset = ${id} order by year`,
  );
  for (const { year } of years) {
    const rows = await db.all<EpaRow>(
      sql`select year, make, model, trim, facts from ${from} where dataset = ${id} and year = ${year}`,
    );
    for (const row of rows) table.add(row);
    await nextTurn();
  }
  return table;
}
