import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { storedJson } from "../../../vehicles/families/body.ts";
import type { WatchedLookup } from "../../../vehicles/families/watched.ts";
import type { DifferingRecord, IsAlike, Members } from "./differing.ts";

type Records = WatchedLookup["records"];

interface Body {
  readonly vin: string;
  readonly id: string;
  readonly at: number;
  readonly body: Uint8Array;
}

/** Histories are large: the bodies of so many records are read together. */
const recordsAtOnce = 64;
/** A VIN with more pairs of removed and added records is not compared by their contents. */
const pairsMost = 10_000;

/** Records that differ between two datasets, without those with the same content. */
export async function withoutAlike(
  db: Queries,
  records: Records,
  { was, is }: { readonly was: number; readonly is: number },
  {
    byVin,
    isAlike,
  }: { readonly byVin: ReadonlyMap<string, readonly DifferingRecord[]>; readonly isAlike: IsAlike },
): Promise<ReadonlyMap<string, readonly DifferingRecord[]>> {
  const left = new Map<string, readonly DifferingRecord[]>();
  let some: DifferingRecord[] = [];
  const compare = async () => {
    const bodies = {
      former: await bodiesOf(
        db,
        records,
        was,
        some.filter(({ change }) => change !== "added"),
      ),
      latter: await bodiesOf(
        db,
        records,
        is,
        some.filter(({ change }) => change !== "removed"),
      ),
    };
    for (const [vin, all] of Map.groupBy(some, ({ vin }) => vin)) {
      const rest = unlike(records, all, bodies, isAlike);
      if (rest.length > 0) left.set(vin, rest);
    }
    some = [];
  };
  for (const all of byVin.values()) {
    some.push(...all);
    if (some.length >= recordsAtOnce) await compare();
  }
  await compare();
  return left;
}

type Bodies = ReadonlyMap<string, Members>;

const keyOf = ({ vin, id, at }: Pick<DifferingRecord, "vin" | "id" | "at">) => `${vin} ${at} ${id}`;

function unlike(
  records: Records,
  all: readonly DifferingRecord[],
  { former, latter }: { readonly former: Bodies; readonly latter: Bodies },
  isAlike: IsAlike,
): readonly DifferingRecord[] {
  const removed = all.filter(({ change }) => change === "removed");
  const added = all.filter(({ change }) => change === "added");
  const alike = new Set<DifferingRecord>();
  for (const one of all)
    if (one.change === "changed" && isAlike(former.get(keyOf(one))!, latter.get(keyOf(one))!)) alike.add(one);
  // A key can follow from what was read: the time of an event, or the digest of a record.
  if (removed.length * added.length <= pairsMost)
    for (const one of added) {
      const body = latter.get(keyOf(one))!;
      const same = removed.find((other) => {
        const before = former.get(keyOf(other))!;
        return !alike.has(other) && canBeOne(records, [other, before], [one, body]) && isAlike(before, body);
      });
      if (same) alike.add(one).add(same);
    }
  return all.filter((one) => !alike.has(one));
}

type Found = readonly [record: DifferingRecord, body: Members];

/** Whether the keys of two records can differ by their readers alone. */
function canBeOne(records: Records, [one, former]: Found, [other, latter]: Found): boolean {
  const hasSameId = one.id === other.id || (isDigest(one.id) && isDigest(other.id));
  if (!hasSameId || records.kind !== "event") return hasSameId;
  return one.at === other.at || [former, latter].some((body) => textAt(body, records.dateAt) !== "");
}

/** As `digestOf` makes it. */
const isDigest = (id: string): boolean => /^[0-9a-f]{16}$/.test(id);

function textAt(body: Members, path: readonly string[]): string {
  let at: unknown = body;
  for (const name of path) at = (at as Members | undefined)?.[name];
  return typeof at === "string" ? at : "";
}

const statements = new Map<string, RowsStatement<Body>>();

function statementOf({ table, kind }: Records): RowsStatement<Body> {
  const at = kind === "event" ? " and r.at = v.column3" : "";
  const statement =
    statements.get(table) ??
    new RowsStatement<Body>(
      `select v.column1 as vin, v.column2 as id, v.column3 as at, r.body from :rows
      join ${table} r on r.dataset = cast(:value as bigint) and r.vin = v.column1 and r.id = v.column2${at}`,
      ["text", "text", "bigint"],
    );
  statements.set(table, statement);
  return statement;
}

async function bodiesOf(
  db: Queries,
  records: Records,
  dataset: number,
  some: readonly DifferingRecord[],
): Promise<Bodies> {
  if (some.length === 0) return new Map();
  const columns = [some.map(({ vin }) => vin), some.map(({ id }) => id), some.map(({ at }) => at)];
  const found = await statementOf(records).all(db, columns, [dataset]);
  return new Map(found.map((one) => [keyOf({ ...one, at: Number(one.at) }), membersOf(one.body)]));
}

export const membersOf = (body: Uint8Array): Members => JSON.parse(storedJson(body)) as Members;
