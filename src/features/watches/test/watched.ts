import { type LoadOptions, loadRecords } from "../../../../test/vehicles/load-records.ts";
import { testPack } from "../../../../test/vin/shared-pack.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { RecordFamily, RecordRow } from "../../../vehicles/families/record-family.ts";
import { watchedLookups } from "../../../vehicles/families/watched.ts";
import type { Comparison } from "../comparison/compare-swap.ts";
import { compareSwaps, type EndedSwap } from "../comparison/compare-swaps.ts";
import { writeChanges } from "../comparison/write-changes.ts";
import type { WatchChange } from "../events.ts";
import { lockList, placeWatches } from "../watch-list.ts";

const everything = watchedLookups.reduce((bits, { bit }) => bits | bit, 0);

/** An active customer whose subscription may call everything. */
export async function addSubscription(db: Database, id: string, scope = "/apis"): Promise<void> {
  await db.run(sql`
    insert into app_user (id, email, first_name, last_name, role, state, registered_at, updated_at)
    values (${`owner-of-${id}`}, ${`${id}@example.com`}, '', '', 'customer', 'active', 1, 1)`);
  await db.run(sql`
    insert into subscription (id, owner_id, scope, display_name, state, created_at)
    values (${id}, ${`owner-of-${id}`}, ${scope}, '', 'active', 1)`);
}

/** Watches VINs for a subscription. */
export async function watch(
  db: Database,
  subscriptionId: string,
  vins: Iterable<string>,
  families = everything,
): Promise<void> {
  const all = [...vins];
  for (let from = 0; from < all.length; from += 1000)
    await db.transaction(async (tx) => {
      const placed = new Map(all.slice(from, from + 1000).map((vin) => [vin, families]));
      await placeWatches(tx, await lockList(tx, subscriptionId), placed, { max: 1e9, now: 1 });
    });
}

let loads = 0;

/** Imports rows in place of a family's records. */
export function load<F extends RecordFamily>(
  db: Database,
  family: F,
  rows: Iterable<RecordRow<F>>,
  more: Partial<LoadOptions> = {},
) {
  const dataset = { name: "house", version: String(++loads), source: "", licence: "" };
  return loadRecords(db, family, rows, { dataset, now: Date.now(), graceMs: 0, ...more });
}

/** Compares all swaps that wait, as a thread of a node does. */
export async function compareAll(db: Database, more: Partial<Comparison> = {}): Promise<EndedSwap[]> {
  const ended: EndedSwap[] = [];
  const comparison = {
    clock: Date.now,
    claim: crypto.randomUUID(),
    write: writeChanges,
    pack: testPack,
    step: async () => {},
    graceMs: 0,
  };
  await compareSwaps(db, { ...comparison, ...more }, (one) => void ended.push(one));
  return ended;
}

/** The events of watches, in the order of VINs and subscriptions; they are then deleted. */
export async function takeEvents(db: Database): Promise<WatchChange[]> {
  const rows = await db.all<{ data: string; subscription_id: string }>(sql`
    select data, subscription_id from outbox_event where type = 'watch.changed'`);
  await db.run(sql`delete from outbox_event where type = 'watch.changed'`);
  const keyOf = ({ vin, subscription_id }: WatchChange) => `${vin} ${subscription_id}`;
  return rows
    .map(({ data, subscription_id }) => {
      const change = JSON.parse(data) as WatchChange;
      if (change.subscription_id !== subscription_id)
        throw new Error("the event belongs to another subscription");
      return change;
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** A lien as an import reads it. */
export const lienRow = (vin: string, lienholder: string) => ({
  vin,
  year: 2018,
  make: "HONDA",
  model: "CR-V",
  record: { liens: [{ lienholder, state: "CA", status: "active" }], as_of: "2026-11-01" },
});

/** An auction of a day of 2026. */
export const auctionRow = (vin: string, day: number, price: number) => ({
  vin,
  at: Date.UTC(2026, 0, day),
  id: `lot-${day}`,
  year: 2018,
  make: "HONDA",
  model: "CR-V",
  record: { "lot-number": `lot-${day}`, price, place: "Berlin" },
});

/** The n-th VIN. */
export const vinAt = (at: number): string => `1HGCM826${String(at).padStart(9, "0")}`;
