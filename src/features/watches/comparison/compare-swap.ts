import type { Clock } from "../../../base/clock.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { NamedDataset } from "../../../outbox/events.ts";
import { findRecordFamily } from "../../../vehicles/families/record-families.ts";
import { type WatchedLookup, watchedBy } from "../../../vehicles/families/watched.ts";
import { sameReadingOf } from "../../../vehicles/imports/columns/same-reading.ts";
import { changesByReader, findReadDataset } from "../../../vehicles/imports/staging/reader-changes.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import type { WatchChange } from "../events.ts";
import { CampaignChanges } from "./campaign-changes.ts";
import type { Compared, DifferingRecord, IsAlike } from "./differing.ts";
import { countFound } from "./found.ts";
import { claimMs, noteProgress, type Progress, type Swap } from "./swaps.ts";
import { changesOfVins } from "./vin-changes.ts";
import { type ChangeSource, recordsMax, watchChange } from "./watch-event.ts";
import { watchersOf } from "./watchers.ts";

/** Writes events in a transaction. */
export type WriteChanges = (tx: Queries, now: number, changes: readonly WatchChange[]) => Promise<unknown>;

export interface Comparison {
  readonly clock: Clock;
  /** The claim of this process. */
  readonly claim: string;
  readonly write: WriteChanges;
  /** VIN data, for campaigns of models. */
  readonly pack: () => Promise<Pack>;
  /** Between two steps; throws to end the comparison, which another process then continues. */
  readonly step: () => Promise<void>;
  /** Watches compared in one step. */
  readonly watchesPerStep?: number;
  /** Events of one transaction. */
  readonly eventsPerWrite?: number;
  /** As of `sweepFormer`. */
  readonly graceMs?: number;
}

/** What a comparison found. */
export interface ComparedSwap {
  readonly watches: number;
  readonly events: number;
  /** The records of a dataset were deleted before they could be compared. */
  readonly missing: boolean;
}

/** Small enough for memory, large enough that statements cost less than rows. */
const watchesPerStepDefault = 1000;
/** SQLite has one writer: so many events keep calls from their credits for a few milliseconds. */
const eventsPerWriteDefault = 50;
/** Progress without events is noted as often. */
const noteMs = claimMs / 5;

interface Watch {
  readonly vin: string;
  readonly list: number;
}

/**
 * Compares the watched VINs of a swap in the order of VINs, and writes one event per watch whose records differ. The
 * progress and the events up to it are one transaction: a comparison that ends early is continued, and none of its
 * events is lost or doubled.
 */
export async function compareSwap(db: Database, swap: Swap, comparison: Comparison): Promise<ComparedSwap> {
  const lookup = watchedBy({ name: swap.family });
  const datasets = await namedDatasets(db, swap);
  if (!lookup || !datasets) return { watches: 0, events: swap.events, missing: !datasets };
  const source: ChangeSource = { family: lookup.api, at: swap.at, ...datasets };
  const { clock, step, watchesPerStep = watchesPerStepDefault } = comparison;
  const isAlike = await alikenessOf(db, swap);
  const changesOfSome = await changeFinder(db, { swap: { ...swap, isAlike }, lookup, comparison });
  let noted: Progress = swap;
  let done: Progress = swap;
  let watches = 0;
  let notedAt = performance.now();
  for (;;) {
    const some = await watchesAfter(db, lookup, done, watchesPerStep);
    const last = some.at(-1);
    if (!last) break;
    const found = await changesOf(db, { lookup, source, changesOfSome }, some, clock());
    const events = noted.events + found.length;
    done = { afterVin: last.vin, afterList: last.list, events };
    if (found.length > 0 || performance.now() - notedAt > noteMs) {
      await writeFound(db, swap, comparison, { api: lookup.api, from: noted, to: done, found });
      noted = done;
      notedAt = performance.now();
    }
    watches += some.length;
    await step();
  }
  return { watches, events: done.events, missing: false };
}

/** A watch whose records differ. */
interface Found {
  readonly watch: Watch;
  readonly change: WatchChange;
}

/** What a step found, and the progress before and after it. */
interface Findings {
  readonly api: string;
  readonly from: Progress;
  readonly to: Progress;
  readonly found: readonly Found[];
}

/** Writes the events and the progress of a step, in transactions after each of which others can write. */
async function writeFound(
  db: Database,
  swap: Swap,
  { clock, claim, write, eventsPerWrite = eventsPerWriteDefault }: Comparison,
  { api, from, to, found }: Findings,
): Promise<void> {
  let before = from;
  for (let at = 0; before !== to; at += eventsPerWrite) {
    const some = found.slice(at, at + eventsPerWrite);
    const { vin, list } = some.at(-1)?.watch ?? { vin: "", list: 0 };
    const isLast = at + eventsPerWrite >= found.length;
    const after = isLast ? to : { afterVin: vin, afterList: list, events: before.events + some.length };
    const began = performance.now();
    const now = clock();
    await db.transaction(
      async (tx) => {
        await noteProgress(tx, swap, { claim, from: before, to: after, now });
        await countFound(
          tx,
          swap,
          api,
          some.map(({ watch }) => watch.list),
        );
        await write(
          tx,
          now,
          some.map(({ change }) => change),
        );
      },
      { repeatable: true },
    );
    before = after;
    if (db.dialect === "sqlite") await Bun.sleep(performance.now() - began);
  }
}

/** The names of both datasets; undefined if the rows of one are gone. */
async function namedDatasets(db: Queries, { former, latter }: Swap) {
  const rows = await db.all<{ id: number } & NamedDataset>(
    sql`select id, name, version from dataset where id in (${former ?? 0}, ${latter ?? 0})`,
  );
  const find = (id: number | null) => {
    const row = rows.find((one) => one.id === id);
    return row ? { name: row.name, version: row.version } : null;
  };
  if (rows.length < [former, latter].filter((id) => id !== null).length) return undefined;
  return { dataset: find(latter), former_dataset: find(former) };
}

function watchesAfter(
  db: Queries,
  { bit }: WatchedLookup,
  { afterVin, afterList }: Progress,
  limit: number,
): Promise<readonly Watch[]> {
  return db.all<Watch>(sql`
    select vin, list from watched_vin where (vin, list) > (${afterVin}, ${afterList}) and families & ${bit} <> 0
    order by vin, list limit ${limit}`);
}

/** How the records of two datasets are compared that two readers have read; undefined if one has. */
async function alikenessOf(db: Queries, { family, former, latter }: Swap): Promise<IsAlike | undefined> {
  const [one, other] = [await findReadDataset(db, former ?? 0), await findReadDataset(db, latter ?? 0)];
  const records = findRecordFamily(family);
  if (!records || !one || !other || changesByReader(one, other) === "none") return undefined;
  return sameReadingOf(records);
}

type ChangesOfSome = (vins: readonly string[]) => Promise<ReadonlyMap<string, readonly DifferingRecord[]>>;

/** Finds the records of VINs that differ: their own, or the campaigns for their models. */
async function changeFinder(
  db: Database,
  { swap, lookup, comparison }: { swap: Swap & Compared; lookup: WatchedLookup; comparison: Comparison },
): Promise<ChangesOfSome> {
  const { records, campaigns } = lookup;
  if (swap.family !== campaigns?.name) return (vins) => changesOfVins(db, records, swap, vins, recordsMax);
  const { pack, clock, step } = comparison;
  const found = await CampaignChanges.read(db, campaigns, swap, { pack, clock, step });
  return (vins) => found.ofVins(vins);
}

interface Sought {
  readonly changesOfSome: ChangesOfSome;
  readonly lookup: WatchedLookup;
  readonly source: ChangeSource;
}

async function changesOf(
  db: Queries,
  { lookup, source, changesOfSome }: Sought,
  some: readonly Watch[],
  now: number,
): Promise<readonly Found[]> {
  const vins = [...new Set(some.map(({ vin }) => vin))];
  const byVin = await changesOfSome(vins);
  if (byVin.size === 0) return [];
  const concerned = some.filter(({ vin }) => byVin.has(vin));
  const watchers = await watchersOf(db, new Set(concerned.map(({ list }) => list)), lookup.api, now);
  return concerned.flatMap((watch) => {
    const subscriptionId = watchers.get(watch.list);
    if (subscriptionId === undefined) return [];
    const { vin } = watch;
    return [{ watch, change: watchChange(source, { vin, subscriptionId }, byVin.get(vin)!) }];
  });
}
