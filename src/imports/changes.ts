import type { Database } from "../database/database.ts";
import { join, name, type Sql, sql } from "../database/sql.ts";
import type { RecordFamily } from "../families/record-family.ts";
import { keyColumns, keyRanges } from "./key-ranges.ts";

/** How many records differ between two datasets. */
export interface Counts {
  added: number;
  removed: number;
  changed: number;
}

/** What differs between two datasets of a family, by year and make where its records have them. */
export interface Changes extends Counts {
  readonly by_year: Readonly<Record<string, Counts>>;
  readonly by_make: Readonly<Record<string, Counts>>;
}

interface Counted extends Counts {
  readonly year: number;
  readonly make: string;
}

/** Compares two datasets record by record; without a former one every record is added. */
export async function compareDatasets(
  db: Database,
  family: RecordFamily,
  former: number | undefined,
  latter: number,
  step: () => Promise<void> = async () => {},
): Promise<Changes> {
  const total = none();
  const named = family.kind === "vehicle" || family.kind === "event";
  if (former === undefined && !named) {
    const count = await db.get<{ rows: number }>(
      sql`select count(*) as rows from ${name(family.table)} where dataset = ${latter}`,
    );
    return { ...total, added: count!.rows, by_year: {}, by_make: {} };
  }
  const byYear = new Map<string, Counts>();
  const byMake = new Map<string, Counts>();
  for await (const within of keyRanges(db, family, latter)) {
    const counted = [
      ...(await db.all<Counted>(present(family, former ?? 0, latter, within))),
      ...(former === undefined ? [] : await db.all<Counted>(absent(family, former, latter, within))),
    ];
    for (const counts of counted) {
      add(total, counts);
      if (!named) continue;
      addTo(byYear, String(counts.year), counts);
      addTo(byMake, counts.make, counts);
    }
    await step();
  }
  return { ...total, by_year: onlyChanged(byYear), by_make: onlyChanged(byMake) };
}

/** The same changes, the other way round. */
export function reversed({ by_year, by_make, ...total }: Changes): Changes {
  const back = ({ added, removed, changed }: Counts) => ({ added: removed, removed: added, changed });
  const all = (by: Readonly<Record<string, Counts>>) =>
    Object.fromEntries(Object.entries(by).map(([name, counts]) => [name, back(counts)]));
  return { ...back(total), by_year: all(by_year), by_make: all(by_make) };
}

const none = (): Counts => ({ added: 0, removed: 0, changed: 0 });

function onlyChanged(by: ReadonlyMap<string, Counts>): Record<string, Counts> {
  const changed = [...by].filter(([, { added, removed, changed }]) => added + removed + changed > 0);
  return Object.fromEntries(changed.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function addTo(by: Map<string, Counts>, name: string, counts: Counts): void {
  const known = by.get(name) ?? none();
  by.set(name, known);
  add(known, counts);
}

function add(to: Counts, { added, removed, changed }: Counts): void {
  to.added += Number(added);
  to.removed += Number(removed);
  to.changed += Number(changed);
}

type Range = (table: string) => Sql;

function sameKey(family: RecordFamily): Sql {
  return join(
    keyColumns(family).map((column) => sql`other.${name(column)} = one.${name(column)}`),
    " and ",
  );
}

/** Rows of the latter dataset that are new or differ. */
function present(family: RecordFamily, former: number, latter: number, within: Range): Sql {
  const table = name(family.table);
  return sql`
    select year, make, sum(case when former is null then 1 else 0 end) as added, 0 as removed,
      sum(case when former is null or same = 1 then 0 else 1 end) as changed
    from (select ${groupAs(family)}, other.dataset as former,
        case when other.body = one.body then 1 else 0 end as same
      from ${table} as one left join ${table} as other on other.dataset = ${former} and ${sameKey(family)}
      where one.dataset = ${latter} and ${within("one")}) as pairs
    group by year, make`;
}

/** Rows of the former dataset that the latter has not. */
function absent(family: RecordFamily, former: number, latter: number, within: Range): Sql {
  const table = name(family.table);
  return sql`
    select year, make, 0 as added, count(*) as removed, 0 as changed
    from (select ${groupAs(family)} from ${table} as one
      where one.dataset = ${former} and ${within("one")} and not exists (
        select 1 from ${table} as other where other.dataset = ${latter} and ${sameKey(family)})) as rest
    group by year, make`;
}

const groupAs = ({ kind }: RecordFamily) =>
  kind === "vehicle" || kind === "event"
    ? sql`one.year as year, one.make as make`
    : sql`0 as year, '' as make`;
