import { rmSync } from "node:fs";
import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type Applied, JournalApplier } from "../apply/journal-applier.ts";
import { Reaper } from "../apply/reaper.ts";
import { keptMs, type Recovered, Recovery } from "../apply/recovery.ts";
import { type TakeGroup, type Taken, take } from "../credits/acquire.ts";
import { type Return, type Returned, releaseCredits } from "../credits/release.ts";
import { closeJournal } from "../sharing/close-journal.ts";
import { openJournal } from "../sharing/journal-rows.ts";
import type { Fenced, OwnedJournals } from "../sharing/owned-journals.ts";

/** A journal's directory, as the ledger needs it. */
export interface StoreJournal {
  readonly id: string;
  readonly path: string;
  readonly place: string;
}

/** What a node asks of the database for its credits; every call may be repeated with the same numbers. */
export interface CreditStore {
  open(journal: StoreJournal, node: string): Promise<void>;
  /** The number of open journals. */
  beat(journalId: string): Promise<number | Fenced>;
  /** The subscriptions whose credits others ask for. */
  asked(journalId: string): Promise<string[]>;
  take(journalId: string, group: TakeGroup): Promise<readonly Taken[] | Fenced>;
  releaseCredits(journalId: string, returns: readonly Return[]): Promise<readonly Returned[] | Fenced>;
  apply(journalId: string, to: number): Promise<Applied>;
  /** Closes a journal that was applied to its end; its directory may then be left. */
  close(journalId: string, mark: number): Promise<boolean>;
  /** The journal's process has died: it is left to be recovered. */
  leave(journalId: string): Promise<void>;
  /** One pass over the journals that other processes left. */
  recover(): Promise<Recovered>;
  /**
   * Applies again what the database has lost, expires journals that fell silent, and removes segments that were
   * applied an hour ago.
   */
  tidy(): Promise<void>;
  end(): Promise<void>;
}

/** Its methods' names, for what carries their calls to another thread or process. */
export const creditCalls = [
  "open",
  "beat",
  "asked",
  "take",
  "releaseCredits",
  "apply",
  "close",
  "leave",
  "recover",
  "tidy",
  "end",
] as const satisfies readonly (keyof CreditStore)[];

export interface CreditStoreOptions {
  /** The folder of all journals. */
  readonly folder: string;
  readonly leaseTtlMs: number;
  readonly timing: Timing;
  readonly log: Log;
}

interface OpenJournal {
  readonly applier: JournalApplier;
  /** Files by the moment since when all of them was in the database, void after a rewind. */
  readonly applied: Map<string, number>;
  rewinds: number;
  /** Settles when the last apply that was asked for has ended. */
  turn: Promise<unknown>;
}

/** So long after calls waited for credits others are likely to. */
const hurriedMs = 1000;

/** The credits' part of the ledger, over a database opened in this thread. */
export function createCreditStore(
  db: Database,
  owned: OwnedJournals,
  { folder, leaseTtlMs, timing, log }: CreditStoreOptions,
): CreditStore {
  const journals = new Map<string, OpenJournal>();
  let neededAt = Number.NEGATIVE_INFINITY;
  const hurried = () => timing.monotonic() - neededAt < hurriedMs;
  const leave = (journalId: string): void => {
    journals.get(journalId)?.applier.close();
    journals.delete(journalId);
    owned.forget(journalId);
  };
  const inTurn = <T>(open: OpenJournal, work: () => Promise<T>): Promise<T> => {
    const done = open.turn.then(work);
    open.turn = done.catch(() => undefined);
    return done;
  };
  const recovery = new Recovery(db, folder, timing, log);
  const reaper = new Reaper(db, timing, leaseTtlMs, log);
  return {
    async open(journal, node) {
      const { id, place } = journal;
      await openJournal(db, { journalId: id, node, place, at: timing.wall() });
      const applier = new JournalApplier(db, journal, { timing, owned, hurried });
      journals.set(id, { applier, applied: new Map(), rewinds: 0, turn: Promise.resolve() });
    },
    beat: (journalId) => owned.transaction(journalId, countOpen),
    asked: (journalId) => askedSubscriptions(db, journalId),
    take(journalId, group) {
      if (group.asks.some(({ need }) => need > 0)) neededAt = timing.monotonic();
      return take(owned, journalId, group);
    },
    releaseCredits: (journalId, returns) => releaseCredits(owned, journalId, returns),
    apply(journalId, to) {
      const open = journals.get(journalId);
      if (!open) throw new Error(`the journal ${journalId} is not open here`);
      return inTurn(open, () => open.applier.apply(to));
    },
    async close(journalId, mark) {
      const closed = await closeJournal(db, journalId, mark, timing.wall());
      leave(journalId);
      return closed;
    },
    leave: async (journalId) => leave(journalId),
    recover: () => recovery.pass(),
    async tidy() {
      for (const open of journals.values()) {
        await inTurn(open, () => open.applier.restore());
        removeApplied(open, timing.monotonic());
      }
      await reaper.pass();
    },
    async end() {
      for (const { applier } of journals.values()) applier.close();
      journals.clear();
    },
  };
}

async function countOpen(tx: Queries): Promise<number> {
  const row = await tx.get<{ open: number }>(sql`select count(*) as open from journal where state = 'open'`);
  return row?.open ?? 1;
}

async function askedSubscriptions(db: Queries, journalId: string): Promise<string[]> {
  const rows = await db.all<{ subscription_id: string }>(sql`
    select subscription_id from credit_lease where journal_id = ${journalId} and asked = 1`);
  return rows.map((row) => row.subscription_id);
}

function removeApplied(open: OpenJournal, now: number): void {
  const { applier, applied } = open;
  if (open.rewinds < applier.rewinds) applied.clear();
  open.rewinds = applier.rewinds;
  for (const file of applier.appliedFiles()) {
    const since = applied.get(file) ?? now;
    applied.set(file, since);
    if (now - since < keptMs) continue;
    rmSync(file, { force: true });
    applied.delete(file);
  }
}
