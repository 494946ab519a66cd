import { floorTo, hourMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { name, raw, type Sql, sql } from "../../database/sql.ts";
import type { ChunkRow } from "../requests/chunk-codec.ts";
import type { Sums } from "./figures.ts";

/** Sums of a series, from the start of an hour or minute. */
export interface SeriesSum extends Sums {
  readonly at: number;
  readonly series_id: number;
}

/** Sums of all subscriptions. */
export interface TotalSum extends Sums {
  readonly at: number;
  readonly api_id: string;
  readonly class: string;
}

export interface LoggedChunk extends ChunkRow {
  readonly calls: number;
}

export interface SeriesRow {
  readonly id: number;
  readonly subscription_id: string;
  readonly api_id: string;
  readonly operation: string;
  readonly class: string;
  readonly user_id: string;
}

const rowsMax = 10_000;
/** A chunk has up to 64 calls. */
const chunksMax = 1000;

/** Visits all rows of a statement that returns those after a row, some at a time. */
async function readAll<Row>(
  page: (last: Row | undefined) => Promise<Row[]>,
  visit: (row: Row) => void,
): Promise<void> {
  for (let rows = await page(undefined); rows.length > 0; ) {
    // The database reads on while these rows are visited.
    const following = page(rows.at(-1));
    rows.forEach(visit);
    rows = await following;
  }
}

export function readSeries(tx: Queries, visit: (row: SeriesRow) => void): Promise<void> {
  const after = (last: SeriesRow | undefined) =>
    tx.all<SeriesRow>(sql`
      select id, subscription_id, api_id, operation, class, user_id from usage_series
      where id > ${last?.id ?? -1} order by id limit ${rowsMax}`);
  return readAll(after, visit);
}

interface UsedRow {
  readonly subscription_id: string;
  readonly used: number;
}

/** The used credits of all subscriptions. */
export function readUsed(tx: Queries, visit: (row: UsedRow) => void): Promise<void> {
  const after = (last: UsedRow | undefined) =>
    tx.all<UsedRow>(sql`
      select subscription_id, used from credit_total
      where subscription_id > ${last?.subscription_id ?? ""} order by subscription_id limit ${rowsMax}`);
  return readAll(after, visit);
}

/** Rows in the order of their times, read hour by hour. */
export class Hourly<Row> {
  readonly #timeOf: (row: Row) => number;
  readonly #page: (last: Row | undefined) => Promise<Row[]>;
  #rows: readonly Row[] = [];
  #next = 0;
  /** Read while the rows before are visited. */
  #following: Promise<Row[]>;

  constructor(timeOf: (row: Row) => number, page: (last: Row | undefined) => Promise<Row[]>) {
    this.#timeOf = timeOf;
    this.#page = page;
    this.#following = this.#read(undefined);
  }

  /** The hour of the next row; Infinity after the last one. */
  async hour(): Promise<number> {
    if (this.#next === this.#rows.length) {
      this.#rows = await this.#following;
      this.#next = 0;
      if (this.#rows.length > 0) this.#following = this.#read(this.#rows.at(-1));
    }
    const row = this.#rows[this.#next];
    return row === undefined ? Number.POSITIVE_INFINITY : floorTo(this.#timeOf(row), hourMs);
  }

  #read(last: Row | undefined): Promise<Row[]> {
    const rows = this.#page(last);
    // If another statement fails first, nothing awaits this one.
    rows.catch(() => undefined);
    return rows;
  }

  /** Visits the rows of an hour, if it is the next one; resolves to their number. */
  async each(hour: number, visit: (row: Row) => void): Promise<number> {
    let visited = 0;
    while ((await this.hour()) === hour)
      for (let row = this.#rows[this.#next]; row && this.#timeOf(row) < hour + hourMs; visited += 1) {
        visit(row);
        this.#next += 1;
        row = this.#rows[this.#next];
      }
    return visited;
  }
}

/** The sums of slots as one row for each series or total. */
export function slotSums(table: string, key: string): Sql {
  const sums = ["calls", "credits", "bytes"].map((sum) => `cast(sum(${sum}) as bigint) as ${sum}`);
  return raw(`(select ${key}, ${sums.join(", ")} from ${table} group by ${key}) slots`);
}

// Millions of rows: PostgreSQL's driver returns 64-bit integers as texts, which take twice as long.
export function seriesSums(tx: Queries, span: "hour" | "minute", table: Sql): Hourly<SeriesSum> {
  const time = name(span);
  const after = (last: SeriesSum | undefined) =>
    tx.all<SeriesSum>(sql`
      select cast(${time} as double precision) as at, cast(series_id as double precision) as series_id,
        cast(calls as double precision) as calls, cast(credits as double precision) as credits,
        cast(bytes as double precision) as bytes
      from ${table}
      where (${time}, series_id) > (${last?.at ?? -1}, ${last?.series_id ?? 0})
      order by ${time}, series_id limit ${rowsMax}`);
  return new Hourly(({ at }) => at, after);
}

export function totalSums(tx: Queries, span: "hour" | "minute", table: Sql): Hourly<TotalSum> {
  const time = name(span);
  const after = (last: TotalSum | undefined) =>
    tx.all<TotalSum>(sql`
      select ${time} as at, api_id, class, calls, credits, bytes from ${table}
      where (${time}, api_id, class) > (${last?.at ?? -1}, ${last?.api_id ?? ""}, ${last?.class ?? ""})
      order by ${time}, api_id, class limit ${rowsMax}`);
  return new Hourly(({ at }) => at, after);
}

/** Each chunk is within one minute. */
export function loggedChunks(tx: Queries): Hourly<LoggedChunk> {
  const after = (last: LoggedChunk | undefined) => {
    const at = last?.last_at ?? -1;
    return tx.all<LoggedChunk>(sql`
      select last_at, journal_id, first_seq, first_at, calls, callers, labels, entries from request_chunk
      where last_at >= ${at}
        and (last_at, journal_id, first_seq) > (${at}, ${last?.journal_id ?? ""}, ${last?.first_seq ?? 0})
      order by last_at, journal_id, first_seq limit ${chunksMax}`);
  };
  return new Hourly(({ last_at }) => last_at, after);
}
