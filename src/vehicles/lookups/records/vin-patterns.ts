import { ByteCache } from "../../../base/byte-cache.ts";
import type { Database } from "../../../database/database.ts";
import { list, name, sql } from "../../../database/sql.ts";
import type { PatternRecords } from "../../families/record-family.ts";
import type { Dataset } from "./datasets.ts";

const cacheBytes = 16 * 1024 * 1024;
const patternBytes = 48;
/** The patterns of a manufacturer's code, by dataset: some codes have thousands, which SQL would compare slowly. */
const known = new ByteCache<readonly string[]>(cacheBytes);

/**
 * The records whose pattern a VIN fits. The ninth position is a check digit for some makers: if no pattern fits, those
 * that only differ there do.
 */
export async function findByPattern(
  db: Database,
  { table }: PatternRecords,
  dataset: Dataset,
  vin: string,
): Promise<readonly Uint8Array[]> {
  const wmi = vin.slice(0, 3);
  const patterns = await patternsOf(db, table, dataset, wmi);
  const exact = patterns.filter((pattern) => fits(pattern, vin, checkDigitAt));
  const closest = exact.filter((pattern) => fits(pattern, vin));
  const fitting = closest.length > 0 ? closest : exact;
  if (fitting.length === 0) return [];
  // Few numbers of patterns, so that few statements stay prepared; one given twice is found once.
  const places = 2 ** Math.ceil(Math.log2(fitting.length));
  const given = [...fitting, ...new Array<string>(places - fitting.length).fill(fitting[0]!)];
  const rows = await db.all<{ body: Uint8Array }>(sql`
    select body from ${name(table)}
    where dataset = ${dataset.id} and wmi = ${wmi} and pattern in (${list(given)}) order by pattern, id`);
  return rows.map(({ body }) => body);
}

async function patternsOf(
  db: Database,
  table: string,
  { id, cacheKey }: Dataset,
  wmi: string,
): Promise<readonly string[]> {
  const key = `${cacheKey}\n${table}\n${wmi}`;
  const found = known.get(key);
  if (found) return found;
  const rows = await db.all<{ pattern: string }>(
    sql`select distinct pattern from ${name(table)} where dataset = ${id} and wmi = ${wmi}`,
  );
  const patterns = rows.map(({ pattern }) => pattern);
  known.set(key, patterns, 200 + patterns.length * patternBytes);
  return patterns;
}

const checkDigitAt = 8;

function fits(pattern: string, vin: string, besides = -1): boolean {
  for (let at = 3; at < pattern.length; at += 1)
    if (at !== besides && pattern[at] !== "." && pattern[at] !== vin[at]) return false;
  return true;
}
