import type { Database } from "../../../database/database.ts";
import { join, name, type Sql, sql } from "../../../database/sql.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { keyColumns, keyRanges } from "./key-ranges.ts";
import type { ByReader } from "./reader-changes.ts";

/** The number of records that differ between two datasets. */
export interface Counts {
  added: number;
  removed: number;
  changed: number;
}

/** Differences of two datasets of a family, by year and make if its records have them. */
export interface Changes extends Counts {
  readonly by_year: Readonly<Record<string, Counts>>;
  readonly by_make: Readonly<Record<string, Counts>>;
  /** Absent if none come from readers. */
  readonly by_reader?: ByReader;
}

interface Counted extends Counts {
  readonly year: number;
  readonly make: string;
}

/** Counts changes while they are found. */
export class CountedChanges {
  readonly #hasNames: boolean;
  readonly #total = none();
  readonly #byYear = new Map<string, Counts>();
  readonly #byMake = new Map<string, Counts>();

  constructor({ kind }: RecordFamily) {
    this.#hasNames = kind === "vehicle" || kind === "event";
  }

  add(counts: Counted): void {
    add(this.#total, counts);
    if (!this.#hasNames) return;
    addTo(this.#byYear, String(counts.year), counts);
    addTo(this.#byMake, counts.make, counts);
  }

  /** Counts a new row; year and make are unused in families without them. */
  added(year: unknown, make: unknown): void {
    this.add({ year: year as number, make: make as string, added: 1, removed: 0, changed: 0 });
  }

  changes(): Changes {
    return { ...this.#total, by_year: onlyChanged(this.#byYear), by_make: onlyChanged(this.#byMake) };
  }
}

/** Compares two datasets record by record. */
export async function compareDatasets(
  db: Database,
  family: RecordFamily,
  former: number,
  latter: number,
  step: () => Promise<void> = async () => {},
): Promise<Changes> {
  const counted = new CountedChanges(family);
  for await (const within of keyRanges(db, family, latter)) {
    for (const counts of await db.all<Counted>(present(family, former, latter, within))) counted.add(counts);
    for (const counts of await db.all<Counted>(absent(family, former, latter, within))) counted.add(counts);
    await step();
  }
  return counted.changes();
}

/** The same changes in the other direction. */
export function reversed({ by_year, by_make, by_reader: _, ...total }: Changes): Changes {
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

/** More makes than there are; a file can have any names. */
const namesMax = 10_000;
const otherNames = "other makes";

function addTo(by: Map<string, Counts>, name: string, counts: Counts): void {
  const counted = by.size < namesMax || by.has(name) ? name : otherNames;
  const known = by.get(counted) ?? none();
  by.set(counted, known);
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

/** Rows of the later dataset that are new or differ. */
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

/** Rows that only the earlier dataset has. */
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
