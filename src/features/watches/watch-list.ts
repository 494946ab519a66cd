import type { Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { list, sql } from "../../database/sql.ts";
import { integer, text } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";

/** A subscription's watched VINs: their number is kept with them. */
export interface WatchList {
  readonly id: number;
  readonly watches: number;
}

/** A watched VIN as stored; times in milliseconds UTC. */
export type StoredWatch = Row<typeof watchedVins>;

const watchedVins = new Table({
  name: "watched_vin",
  as: "w",
  key: ["list", "vin"],
  members: {
    list: integer,
    vin: text,
    /** Bits of `watchedLookups`. */
    families: integer,
    createdAt: integer,
  },
  fixed: ["createdAt"],
});

/** A subscription's list; undefined if it never watched a VIN. */
export function findList(db: Queries, subscriptionId: string): Promise<WatchList | undefined> {
  return db.get<WatchList>(sql`select id, watches from watch_list where subscription_id = ${subscriptionId}`);
}

/** A subscription's list, made if it has none, and locked until the transaction ends. */
export async function lockList(tx: Queries, subscriptionId: string): Promise<WatchList> {
  const locked = await tx.get<WatchList>(sql`
    insert into watch_list (subscription_id, watches) values (${subscriptionId}, 0)
    on conflict (subscription_id) do update set watches = watch_list.watches returning id, watches`);
  return locked!;
}

export const findWatch = (db: Queries, listId: number, vin: string): Promise<StoredWatch | undefined> =>
  watchedVins.find(db, listId, vin);

/** Watches in the order of their VINs, those after a VIN. */
export function pageOfWatches(
  db: Queries,
  listId: number,
  { after, limit, offset }: { readonly after: string; readonly limit: number; readonly offset: number },
): Promise<readonly StoredWatch[]> {
  return watchedVins.select(
    db,
    sql`where list = ${listId} and vin > ${after} order by vin limit ${limit} offset ${offset}`,
  );
}

const known = new RowsStatement<Pick<StoredWatch, "vin" | "families">>(
  `select w.vin, w.families from :rows
  join watched_vin w on w.list = cast(:value as bigint) and w.vin = v.column1`,
  ["text"],
);

/** What became of some watches. */
export interface Placed {
  readonly added: number;
  readonly changed: number;
  /** The first VIN that was not added, because the list is full; undefined if all were. */
  readonly beyond: string | undefined;
  /** The number of watches after it. */
  readonly watches: number;
}

/**
 * Watches VINs, or changes what is watched of them, up to a number of watches. If a VIN is watched already, the new
 * families replace the former ones.
 */
export async function placeWatches(
  tx: Queries,
  { id, watches }: WatchList,
  placed: ReadonlyMap<string, number>,
  { max, now }: { readonly max: number; readonly now: number },
): Promise<Placed> {
  const vins = [...placed.keys()];
  const former = new Map(
    (await known.all(tx, [vins], [id])).map(({ vin, families }) => [vin, families] as const),
  );
  const fresh = vins.filter((vin) => !former.has(vin));
  const added = fresh.slice(0, Math.max(0, max - watches));
  const changed = vins.filter((vin) => former.has(vin) && former.get(vin) !== placed.get(vin));
  await watchedVins.put(
    tx,
    [...changed, ...added].map((vin) => ({ list: id, vin, families: placed.get(vin)!, createdAt: now })),
  );
  if (added.length > 0)
    await tx.run(sql`update watch_list set watches = watches + ${added.length} where id = ${id}`);
  return {
    added: added.length,
    changed: changed.length,
    beyond: fresh[added.length],
    watches: watches + added.length,
  };
}

/** Ends the watches of some VINs; resolves to their number. */
export async function removeWatches(
  tx: Queries,
  { id }: WatchList,
  vins: readonly string[],
): Promise<number> {
  const removed = await tx.run(sql`delete from watched_vin where list = ${id} and vin in (${list(vins)})`);
  if (removed > 0) await tx.run(sql`update watch_list set watches = watches - ${removed} where id = ${id}`);
  return removed;
}
