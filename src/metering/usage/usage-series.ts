import type { Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import type { UsageSeries } from "./usage-aggregate.ts";

const columns = ["subscription_id", "api_id", "operation", "class", "user_id"] as const;
const types = columns.map(() => "text" as const);

const enter = new RowsStatement<never>(
  `insert into usage_series (${columns.join(", ")}) select * from :rows where true
  on conflict (${columns.join(", ")}) do nothing`,
  types,
);

const find = new RowsStatement<{ place: number; id: number }>(
  `select v.column6 as place, s.id from :rows join usage_series s
  on ${columns.map((column, index) => `s.${column} = v.column${index + 1}`).join(" and ")}`,
  [...types, "bigint"],
);

interface Numbered {
  readonly series: UsageSeries;
  readonly id: number;
}

/** Rolls back a transaction that would insert series, and make other nodes wait for its end: insert them before. */
export class SeriesMissing extends Error {
  override readonly name = "SeriesMissing";
  readonly series: readonly UsageSeries[];

  constructor(series: readonly UsageSeries[]) {
    super("series are not in the database");
    this.series = series;
  }
}

type BySubscription = Map<string, Numbered[]>;

/** Two generations of so many are kept; series that are not used drop out. */
const seriesMax = 32_768;

/**
 * The numbers that the database has given to series, remembered from one apply of a journal to the next. A number counts
 * once the apply that fetched it is committed. If that commit is lost, the journal has another applied seq.
 */
export class SeriesNumbers {
  #known: BySubscription = new Map();
  #before: BySubscription = new Map();
  #size = 0;
  #fetched: readonly Numbered[] = [];

  /**
   * The number of each series; enters those that are new, or throws `SeriesMissing` if they must be there. Called
   * once in a transaction.
   */
  async numbersOf(
    tx: Queries,
    all: Iterable<UsageSeries>,
    entered = false,
  ): Promise<ReadonlyMap<UsageSeries, number>> {
    const numbers = new Map<UsageSeries, number>();
    const unknown: UsageSeries[] = [];
    for (const series of all) {
      const number = this.#find(series);
      if (number === undefined) unknown.push(series);
      else numbers.set(series, number);
    }
    this.#fetched = await fetchNumbers(tx, unknown, entered);
    for (const { series, id } of this.#fetched) numbers.set(series, id);
    return numbers;
  }

  /** A transaction begins; numbers that an earlier one fetched without a commit do not exist. */
  begin(): void {
    this.#fetched = [];
  }

  /** The last transaction is committed. */
  committed(): void {
    if (this.#size > seriesMax) {
      this.#before = this.#known;
      this.#known = new Map();
      this.#size = 0;
    }
    for (const numbered of this.#fetched) this.#add(numbered);
    this.#fetched = [];
  }

  forget(): void {
    this.#known.clear();
    this.#before.clear();
    this.#size = 0;
    this.#fetched = [];
  }

  #find(series: UsageSeries): number | undefined {
    const found = findIn(this.#known, series);
    if (found) return found.id;
    const before = findIn(this.#before, series);
    if (before) this.#add(before);
    return before?.id;
  }

  #add(numbered: Numbered): void {
    const { subscriptionId } = numbered.series;
    const own = this.#known.get(subscriptionId);
    if (own) own.push(numbered);
    else this.#known.set(subscriptionId, [numbered]);
    this.#size += 1;
  }
}

function findIn(known: BySubscription, series: UsageSeries): Numbered | undefined {
  return known.get(series.subscriptionId)?.find((one) => isSame(one.series, series));
}

/** Whether two series are of the same subscription. */
function isSame(a: UsageSeries, b: UsageSeries): boolean {
  return a.operation === b.operation && a.ended === b.ended && a.api === b.api && a.userId === b.userId;
}

/** The order in which all transactions insert series, so that none deadlock. */
function byColumns(a: UsageSeries, b: UsageSeries): number {
  for (const name of ["subscriptionId", "api", "operation", "ended", "userId"] as const)
    if (a[name] !== b[name]) return a[name] < b[name] ? -1 : 1;
  return 0;
}

async function fetchNumbers(
  tx: Queries,
  unknown: readonly UsageSeries[],
  entered: boolean,
): Promise<readonly Numbered[]> {
  const found = await findNumbers(tx, unknown);
  if (found.length === unknown.length) return found;
  const numbered = new Set(found.map(({ series }) => series));
  const missing = unknown.filter((series) => !numbered.has(series));
  if (entered) throw new SeriesMissing(missing);
  await enterSeries(tx, missing);
  return [...found, ...(await findNumbers(tx, missing))];
}

async function findNumbers(tx: Queries, series: readonly UsageSeries[]): Promise<readonly Numbered[]> {
  if (series.length === 0) return [];
  const rows = await find.all(tx, [...textsOf(series), series.map((_, place) => place)]);
  return rows.map(({ place, id }) => ({ series: series[place]!, id }));
}

/** Inserts series, without effect if they exist. */
export async function enterSeries(db: Queries, series: readonly UsageSeries[]): Promise<void> {
  await enter.run(db, textsOf([...series].sort(byColumns)));
}

const textsOf = (series: readonly UsageSeries[]) => [
  series.map(({ subscriptionId }) => subscriptionId),
  series.map(({ api }) => api),
  series.map(({ operation }) => operation),
  series.map(({ ended }) => ended),
  series.map(({ userId }) => userId),
];
