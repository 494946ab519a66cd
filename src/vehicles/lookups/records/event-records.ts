import { createBatcher } from "../../../base/batcher.ts";
import type { Database } from "../../../database/database.ts";
import { type Dialect, list, name, Sql, sql } from "../../../database/sql.ts";
import type { Dataset } from "./datasets.ts";

/** Where events are read from, and whether their vehicles are read too. */
export interface EventSource {
  readonly table: string;
  readonly withVehicle: boolean;
}

/** An event's body, and its vehicle where that is read. */
export interface EventRecord {
  readonly vin: string;
  readonly body: Uint8Array;
  readonly year?: number;
  readonly make?: string;
  readonly model?: string;
  readonly trim?: string;
}

type Histories = ReadonlyMap<string, readonly EventRecord[]>;
type ReadHistory = (vin: string) => Promise<Histories>;

/**
 * The events of a VIN, oldest first. None is kept: a VIN seldom comes again soon, and keeping a fifth of them
 * cost more than reading all.
 */
export function findEvents(
  db: Database,
  source: EventSource,
  dataset: Dataset,
  vin: string,
): Promise<readonly EventRecord[]> {
  return batcherOf(db, source, dataset)(vin).then((histories) => histories.get(vin) ?? []);
}

const batchers = new WeakMap<Dataset, ReadHistory>();
/** On PostgreSQL one is sent while the other is worked on. */
const readsMax = 2;

/**
 * VINs requested together are read with one statement: SQLite takes its locks once for all of them, PostgreSQL
 * and its driver have one message each way.
 */
function batcherOf(db: Database, source: EventSource, dataset: Dataset): ReadHistory {
  let batcher = batchers.get(dataset);
  if (!batcher) {
    batcher = createBatcher((vins) => readHistories(db, source, dataset, vins), readsMax);
    batchers.set(dataset, batcher);
  }
  return batcher;
}

const vinsMax = 64;

async function readHistories(
  db: Database,
  source: EventSource,
  { id }: Dataset,
  vins: readonly string[],
): Promise<Histories> {
  const histories = new Map<string, EventRecord[]>();
  for (let from = 0; from < vins.length; from += vinsMax) {
    const statement = historiesStatement[db.dialect](source, id, vins.slice(from, from + vinsMax));
    for (const event of await db.all<EventRecord>(statement)) {
      const history = histories.get(event.vin);
      if (history) history.push(event);
      else histories.set(event.vin, [event]);
    }
  }
  return histories;
}

const columnsOf = ({ withVehicle }: EventSource): Sql =>
  withVehicle ? sql`one.vin, one.body, one.year, one.make, one.model, one.trim` : sql`one.vin, one.body`;

type HistoriesStatement = (source: EventSource, dataset: number, vins: readonly string[]) => Sql;

/** By table and number of VINs; put together once, a statement is known again where it is prepared. */
const listed = new Map<string, Sql["parts"]>();

/**
 * The events of some VINs, those of each oldest first. PostgreSQL is made to look one VIN up after the other:
 * given a list, it reads whole parts of a table that it has no statistics of yet.
 */
const historiesStatement: Readonly<Record<Dialect, HistoriesStatement>> = {
  sqlite(source, dataset, vins) {
    const { table } = source;
    // Few numbers of VINs, so that few statements stay prepared; one given twice is found once.
    const places = 2 ** Math.ceil(Math.log2(vins.length));
    const given = [...vins, ...new Array<string>(places - vins.length).fill(vins[0]!)];
    const known = listed.get(`${table} ${places}`);
    if (known) return new Sql(known, [dataset, ...given]);
    const made = sql`
      select ${columnsOf(source)} from ${name(table)} as one
      where one.dataset = ${dataset} and one.vin in (${list(given)}) order by one.vin, one.at, one.id`;
    listed.set(`${table} ${places}`, made.parts);
    return made;
  },
  postgres: (source, dataset, vins) => sql`
    select ${columnsOf(source)} from unnest(string_to_array(${vins.join()}, ',')) as requested (vin)
    cross join lateral (
      select * from ${name(source.table)} where dataset = ${dataset} and vin = requested.vin offset 0) as one
    order by one.at, one.id`,
};
