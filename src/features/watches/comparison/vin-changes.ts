import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { name, type Sql, sql } from "../../../database/sql.ts";
import type { WatchedLookup } from "../../../vehicles/families/watched.ts";
import type { Compared, DifferingRecord, IsAlike } from "./differing.ts";
import { membersOf, withoutAlike } from "./read-alike.ts";

type Records = WatchedLookup["records"];

interface Row {
  readonly vin: string;
  readonly change: DifferingRecord["change"];
  readonly id: string;
  readonly at: number;
}

/**
 * The records of some VINs that differ between two datasets, by VIN. The members of changed records are compared for
 * the first ones of a VIN alone.
 */
export async function changesOfVins(
  db: Queries,
  records: Records,
  { former, latter, isAlike }: Compared,
  vins: readonly string[],
  described: number,
): Promise<ReadonlyMap<string, readonly DifferingRecord[]>> {
  // Datasets are numbered from 1.
  const [was, is] = [former ?? 0, latter ?? 0];
  const rows = await db.all<Row>(differingRows(db, records, { was, is }, vins));
  const differing = Map.groupBy(
    rows.map((row): DifferingRecord => ({ ...row, at: Number(row.at) })),
    ({ vin }) => vin,
  );
  const byVin = isAlike
    ? await withoutAlike(db, records, { was, is }, { byVin: differing, isAlike })
    : differing;
  const sorted = new Map(
    [...byVin].map(([vin, all]) => [vin, all.toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))]),
  );
  const shown = [...sorted.values()].flatMap((all) =>
    all.slice(0, described).filter(({ change }) => change === "changed"),
  );
  await compareMembers(db, records, { was, is, isAlike }, shown);
  return sorted;
}

const isEvent = ({ kind }: Records): boolean => kind === "event";

interface Datasets {
  readonly was: number;
  readonly is: number;
}

/** Rows of either dataset that the other lacks, or has with another body. Each row is read once. */
function differingRows(db: Queries, records: Records, { was, is }: Datasets, vins: readonly string[]): Sql {
  const columns = sql`r.vin, r.id, ${isEvent(records) ? sql`r.at` : sql`0 as at`}, r.body`;
  const table = name(records.table);
  if (db.dialect === "sqlite")
    return sql`
      select vin, id, at,
        case when count(*) = 2 then 'changed' when dataset = ${is} then 'added' else 'removed' end as change
      from (select r.dataset, ${columns} from json_each(${JSON.stringify(vins)}) as given
        cross join ${table} as r where r.dataset in (${is}, ${was}) and r.vin = given.value)
      group by vin, id, at having count(*) = 1 or min(body) <> max(body)`;
  // PostgreSQL is made to look one VIN up after the other: given a list, it may read whole tables.
  const rowsOf = (dataset: number) => sql`
    select found.* from unnest(string_to_array(${vins.join()}, ',')) as given (vin) cross join lateral (
      select ${columns} from ${table} as r where r.dataset = ${dataset} and r.vin = given.vin offset 0) as found`;
  return sql`
    select coalesce(one.vin, other.vin) as vin, coalesce(one.id, other.id) as id, coalesce(one.at, other.at) as at,
      case when other.vin is null then 'added' when one.vin is null then 'removed' else 'changed' end as change
    from (${rowsOf(is)}) as one full join (${rowsOf(was)}) as other
      on other.vin = one.vin and other.id = one.id and other.at = one.at
    where one.vin is null or other.vin is null or other.body <> one.body`;
}

interface Pair {
  readonly vin: string;
  readonly id: string;
  readonly at: number;
  readonly former: Uint8Array;
  readonly latter: Uint8Array;
}

const pairStatements = new Map<string, RowsStatement<Pair>>();

function pairsOf(records: Records): RowsStatement<Pair> {
  const { table } = records;
  const key = (alias: string) =>
    `${alias}.vin = v.column1 and ${alias}.id = v.column2${isEvent(records) ? ` and ${alias}.at = v.column3` : ""}`;
  const statement =
    pairStatements.get(table) ??
    new RowsStatement<Pair>(
      `select v.column1 as vin, v.column2 as id, v.column3 as at, other.body as former, one.body as latter from :rows
      join ${table} one on one.dataset = cast(:value as bigint) and ${key("one")}
      join ${table} other on other.dataset = cast(:value as bigint) and ${key("other")}`,
      ["text", "text", "bigint"],
    );
  pairStatements.set(table, statement);
  return statement;
}

/** Histories are large: so many pairs of bodies are read together. */
const pairsAtOnce = 64;

async function compareMembers(
  db: Queries,
  records: Records,
  { was, is, isAlike }: Datasets & Pick<Compared, "isAlike">,
  changed: readonly DifferingRecord[],
): Promise<void> {
  const keyOf = ({ vin, id, at }: Pick<DifferingRecord, "vin" | "id" | "at">) => `${vin} ${at} ${id}`;
  const statement = pairsOf(records);
  for (let from = 0; from < changed.length; from += pairsAtOnce) {
    const some = changed.slice(from, from + pairsAtOnce);
    const columns = [some.map(({ vin }) => vin), some.map(({ id }) => id), some.map(({ at }) => at)];
    const byKey = new Map((await statement.all(db, columns, [is, was])).map((pair) => [keyOf(pair), pair]));
    for (const change of some) {
      const pair = byKey.get(keyOf(change));
      if (pair) change.members = changedMembers(pair, isAlike);
    }
  }
}

/** The members of a record whose values differ, in the order of the later one; those that are only read otherwise do not. */
function changedMembers({ former, latter }: Pick<Pair, "former" | "latter">, isAlike?: IsAlike): string[] {
  const [was, is] = [membersOf(former), membersOf(latter)];
  const names = new Set([...Object.keys(is), ...Object.keys(was)]);
  const differing = [...names].filter((member) => JSON.stringify(is[member]) !== JSON.stringify(was[member]));
  const changed = isAlike && differing.filter((member) => !isAlike(was, { ...was, [member]: is[member] }));
  return changed && changed.length > 0 ? changed : differing;
}
