import { ByteCache } from "../../../base/byte-cache.ts";
import { dayMs } from "../../../base/durations.ts";
import type { Context } from "../../../calls/context.ts";
import type { Database } from "../../../database/database.ts";
import { join, name, type Sql, sql } from "../../../database/sql.ts";
import type { Catalogue } from "../../../vin/catalogue/catalogue.ts";
import type { CatalogueKind } from "../../../vin/catalogue/catalogue-index.ts";
import { type Level, type RecordFamily, undatedYear } from "../../families/record-family.ts";
import type { Dataset, Datasets } from "../records/datasets.ts";
import { catalogueOf } from "./catalogue.ts";

/** Key → name, as one step of a cascade offers them. */
export type Names = ReadonlyMap<string, string>;

/**
 * The names that can follow others: `[]` returns the years, `["2018"]` for the makes of 2018, `["2018", "ford"]` for
 * its models, and so on. Given names are keys.
 */
export type NameSource = (given: readonly string[]) => Promise<Names>;

const cacheBytes = 16 * 1024 * 1024;
const none: Names = new Map();

/** What is read of records' names, by dataset; shared by all of a process's services. */
const cache = new ByteCache<Names>(cacheBytes);

/** The names in a table of records. */
function tableNames(
  db: Database,
  from: { table: string; levels: readonly Level[]; undated?: true; dataset: Dataset; also?: Sql },
): NameSource {
  const { table, levels, undated, dataset, also } = from;
  const read = async (given: readonly string[]): Promise<Names> => {
    const known = join([sql`dataset = ${dataset.id}`, ...(also ? [also] : [])], " and ");
    if (given.length === 0) return yearsIn(db, table, known);
    const level = levels[given.length - 1];
    if (level === undefined) return none;
    const before = given.slice(1).map((key, index) => sql`${name(`${levels[index]!}_key`)} = ${key}`);
    const year = Number(given[0]);
    const ofYear = undated ? sql`year in (${year}, ${undatedYear})` : sql`year = ${year}`;
    const wanted = join([known, ofYear, ...before], " and ");
    const rows = await db.all<{ key: string; name: string }>(sql`
      select ${name(`${level}_key`)} as key, min(${name(level)}) as name from ${name(table)}
      where ${wanted} and ${name(`${level}_key`)} <> '' group by ${name(`${level}_key`)}`);
    return new Map(rows.map((row) => [row.key, row.name]));
  };
  return async (given) => {
    const key = [dataset.cacheKey, table, ...(also?.values ?? []), ...given].join("\n");
    const known = cache.get(key);
    if (known) return known;
    const names = await read(given);
    cache.set(key, names, 200 + names.size * 120);
    return names;
  };
}

/** Older sales are no evidence of a value today. */
const valuedDays = 365;

/** The vehicles of which there are events recent enough to value others by. */
function eventNames(db: Database, table: string, dataset: Dataset, now: number): NameSource {
  const since = (Math.floor(now / dayMs) - valuedDays) * dayMs;
  const levels = ["make", "model"] as const;
  return tableNames(db, { table, levels, dataset, also: sql`latest_at >= ${since}` });
}

/** The names that a family's records are kept under; `undefined` for a family that names no vehicles. */
export function recordNames(
  { database, clock }: Context,
  family: RecordFamily,
  dataset: Dataset,
): NameSource | undefined {
  if (family.kind === "vehicle") return tableNames(database, { ...family, dataset });
  if (family.kind !== "event" || !family.vehicles) return undefined;
  return eventNames(database, family.vehicles, dataset, clock());
}

/** One step of the index for each year: the years of a million records in some forty steps. */
async function yearsIn(db: Database, table: string, known: Sql): Promise<Names> {
  const years = new Map<string, string>();
  for (let last = 0; ; ) {
    const next = await db.get<{ year: number }>(sql`
      select year from ${name(table)} where ${known} and year > ${last} order by year limit 1`);
    if (!next || next.year === undatedYear) return years;
    last = next.year;
    years.set(String(last), String(last));
  }
}

/** The names of vPIC's vehicles: years, makes, models and trims. */
export function catalogueNames(catalogue: Catalogue, kind: CatalogueKind): NameSource {
  return async ([year, make, model, ...more]) => {
    if (more.length > 0) return none;
    if (year === undefined) return new Map(catalogue.years(kind).map((each) => [String(each), String(each)]));
    if (make === undefined) return catalogue.makes(kind, Number(year));
    if (model === undefined) return catalogue.models(kind, Number(year), make);
    return catalogue.trims(kind, Number(year), make, model);
  };
}

/** vPIC's names first, whose spelling is the canonical one, then those that records have. */
export function nameSources(
  context: Context,
  kind: CatalogueKind,
  families: readonly RecordFamily[],
  datasets: Datasets,
): readonly NameSource[] {
  const ofRecords = families.map((family) => {
    const dataset = datasets.get(family.name);
    return dataset && recordNames(context, family, dataset);
  });
  return [catalogueNames(catalogueOf(context), kind), ...ofRecords.filter((one) => one !== undefined)];
}

/** Every name that can follow those given, in the spelling of the first source that has it. */
export async function namesAfter(sources: readonly NameSource[], given: readonly string[]): Promise<Names> {
  const known = new Map<string, string>();
  for (const source of sources)
    for (const [key, text] of await source(given)) if (!known.has(key)) known.set(key, text);
  return known;
}
