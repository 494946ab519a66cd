import type { Database } from "../database/database.ts";
import { list, name, Sql, sql } from "../database/sql.ts";
import type { Dataset } from "./datasets.ts";
import { keepRows, keptRows } from "./row-cache.ts";

/** An event's body; `sale_record` also tells the vehicle. */
export interface EventRecord {
  readonly vin: string;
  readonly body: Uint8Array;
  readonly year?: number;
  readonly make?: string;
  readonly model?: string;
  readonly trim?: string;
}

export type EventTable = "auction_record" | "sale_record";

type Histories = ReadonlyMap<string, readonly EventRecord[]>;

/** The events of a VIN, oldest first. */
export async function findEvents(
  db: Database,
  table: EventTable,
  dataset: Dataset,
  vin: string,
): Promise<readonly EventRecord[]> {
  const key = `${dataset.cacheKey}\n${vin}`;
  const kept = keptRows<EventRecord>(key);
  if (kept) return kept;
  const events = (await gathered(db, table, dataset, vin)).get(vin) ?? [];
  keepRows(key, events);
  return events;
}

interface Gathering {
  readonly vins: Set<string>;
  readonly histories: Promise<Histories>;
}

/** By dataset. */
const gatherings = new Map<string, Gathering>();

/**
 * VINs asked for in one turn of the event loop are read with one statement: SQLite takes its locks once for
 * all of them, PostgreSQL is asked once.
 */
function gathered(db: Database, table: EventTable, dataset: Dataset, vin: string): Promise<Histories> {
  let gathering = gatherings.get(dataset.cacheKey);
  if (!gathering) {
    const vins = new Set<string>();
    const histories = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      gatherings.delete(dataset.cacheKey);
      return readHistories(db, table, dataset, [...vins]);
    });
    gathering = { vins, histories };
    gatherings.set(dataset.cacheKey, gathering);
  }
  gathering.vins.add(vin);
  return gathering.histories;
}

const vinsMax = 64;

async function readHistories(
  db: Database,
  table: EventTable,
  { id }: Dataset,
  vins: readonly string[],
): Promise<Histories> {
  const histories = new Map<string, EventRecord[]>();
  for (let from = 0; from < vins.length; from += vinsMax) {
    const some = vins.slice(from, from + vinsMax);
    for (const event of await db.all<EventRecord>(historiesStatement(table, id, some))) {
      const history = histories.get(event.vin);
      if (history) history.push(event);
      else histories.set(event.vin, [event]);
    }
  }
  return histories;
}

const columns = {
  auction_record: sql`vin, body`,
  sale_record: sql`vin, body, year, make, model, trim`,
} as const;

/** By table and number of VINs: the same text again is a statement that is prepared already. */
const prepared = new Map<string, Sql["parts"]>();

function historiesStatement(table: EventTable, dataset: number, vins: readonly string[]): Sql {
  // Few numbers of VINs, so that few statements stay prepared; one asked for twice is found once.
  const places = 2 ** Math.ceil(Math.log2(vins.length));
  const filled = [...vins, ...new Array<string>(places - vins.length).fill(vins[0]!)];
  const known = prepared.get(`${table} ${places}`);
  if (known) return new Sql(known, [dataset, ...filled]);
  // In the order of the primary key, which no database has to sort for.
  const made = sql`
    select ${columns[table]} from ${name(table)} where dataset = ${dataset} and vin in (${list(filled)})
    order by vin, at, id`;
  prepared.set(`${table} ${places}`, made.parts);
  return made;
}
