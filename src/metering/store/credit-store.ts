import { rmSync } from "node:fs";
import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { ApplyStore } from "../apply/apply-store.ts";
import type { EndedJournal } from "../apply/apply-thread.ts";
import { type Applied, JournalApplier } from "../apply/journal-applier.ts";
import { Reaper } from "../apply/reaper.ts";
import { keptMs, Recovery } from "../apply/recovery.ts";
import { acquireCredits } from "../credits/acquire.ts";
import { closeJournal } from "../credits/close-journal.ts";
import { crossDue } from "../credits/grants/boundaries.ts";
import type { LeaseStore } from "../credits/lease-store.ts";
import { releaseCredits } from "../credits/release.ts";
import { openJournal } from "../sharing/journal-rows.ts";
import type { OwnedJournals } from "../sharing/owned-journals.ts";
import type { JournalSink, LoadedSink } from "../sink/sink.ts";
import type { NumberedCall } from "../usage/usage.ts";

/** The database interface of credits: leases, and the calls that are charged to them. */
export interface CreditStore extends LeaseStore, ApplyStore {}

/** The method names, used to forward calls to another thread or process. */
export const creditCalls = [
  "open",
  "heartbeat",
  "requestedReturns",
  "acquireCredits",
  "releaseCredits",
  "apply",
  "log",
  "close",
  "leave",
  "recover",
  "maintain",
  "end",
] as const satisfies readonly (keyof CreditStore)[];

export interface CreditStoreOptions {
  /** The folder of all journals. */
  readonly folder: string;
  readonly leaseTtlMs: number;
  readonly timing: Timing;
  readonly log: Log;
  /** Applies the long journal of an ended process elsewhere. */
  readonly applyLarge?: (journal: EndedJournal) => Promise<Applied>;
  /** Keeps single calls in place of the database. */
  readonly sink?: LoadedSink | undefined;
}

interface OpenJournal {
  readonly applier: JournalApplier;
  readonly sink: JournalSink | undefined;
  /** When each file was first seen wholly applied; cleared after a rewind. */
  readonly applied: Map<string, number>;
  rewinds: number;
  /** Settles when the last requested apply has ended. */
  turn: Promise<unknown>;
}

/** For this long after a call waited for credits, another is likely to wait. */
const callersWaitMs = 1000;

/** The credit store over a database opened in this thread. */
export function createCreditStore(
  db: Database,
  owned: OwnedJournals,
  { folder, leaseTtlMs, timing, log, applyLarge, sink: loaded }: CreditStoreOptions,
): CreditStore {
  const journals = new Map<string, OpenJournal>();
  let neededAt = Number.NEGATIVE_INFINITY;
  const callersWait = () => timing.monotonic() - neededAt < callersWaitMs;
  const leave = (journalId: string): void => {
    const open = journals.get(journalId);
    open?.applier.close();
    open?.sink?.close();
    journals.delete(journalId);
    owned.forget(journalId);
  };
  const inTurn = <T>(open: OpenJournal, work: () => Promise<T>): Promise<T> => {
    const done = open.turn.then(work);
    open.turn = done.catch(() => undefined);
    return done;
  };
  const sink = loaded?.module.openSink(loaded.options, { db, folder, timing, log });
  const elsewhere = sink !== undefined;
  let crossing: Promise<unknown> | undefined;
  let ended = false;
  const cross = async (): Promise<void> => {
    await crossDue(db, timing, () => !ended).catch(({ message }: Error) => {
      log.warn("cannot open and close grants", { error: message });
    });
    crossing = undefined;
  };
  const recovery = new Recovery(db, folder, { timing, log, applyLarge, elsewhere });
  const reaper = new Reaper(db, timing, leaseTtlMs, log);
  return {
    async open(journal, node) {
      const { id, place } = journal;
      await openJournal(db, { journalId: id, node, place, at: timing.wall(), elsewhere });
      const own = sink?.open(journal);
      const applied = own && ((records: readonly NumberedCall[]) => own.offer(records));
      const applier = new JournalApplier(db, journal, { timing, owned, callersWait, elsewhere, applied });
      journals.set(id, { applier, sink: own, applied: new Map(), rewinds: 0, turn: Promise.resolve() });
    },
    heartbeat: (journalId, clearAt) =>
      owned.transaction(journalId, async (tx) => {
        await tx.run(sql`update journal set clear_at = ${clearAt} where journal_id = ${journalId}`);
        return countOpen(tx);
      }),
    requestedReturns: (journalId) => requestedReturns(db, journalId),
    acquireCredits(journalId, group) {
      if (group.requests.some(({ need }) => need > 0)) neededAt = timing.monotonic();
      return acquireCredits(owned, journalId, group);
    },
    releaseCredits: (journalId, returns) => releaseCredits(owned, journalId, returns),
    apply(journalId, to) {
      const open = journals.get(journalId);
      if (!open) throw new Error(`the journal ${journalId} is not open here`);
      return inTurn(open, async () => {
        const applied = await open.applier.apply(to);
        open.sink?.soon();
        return applied;
      });
    },
    async log(journalId) {
      await journals.get(journalId)?.sink?.ship();
    },
    async close(journalId, appliedSeq) {
      await journals.get(journalId)?.sink?.last();
      const closed = await closeJournal(db, journalId, appliedSeq, timing.wall());
      leave(journalId);
      return closed;
    },
    leave: async (journalId) => leave(journalId),
    async recover() {
      const recovered = await recovery.pass();
      sink?.recover();
      return recovered;
    },
    async maintain() {
      for (const open of journals.values()) {
        await inTurn(open, () => open.applier.restore());
        open.sink?.soon();
        removeApplied(open, timing.monotonic());
      }
      await reaper.pass();
      // Not awaited: at a month's start many balances are due.
      crossing ??= cross();
      return sink?.waiting();
    },
    async end() {
      ended = true;
      await crossing;
      sink?.close();
      for (const id of [...journals.keys()]) leave(id);
    },
  };
}

async function countOpen(tx: Queries): Promise<number> {
  const row = await tx.get<{ open: number }>(sql`select count(*) as open from journal where state = 'open'`);
  return row?.open ?? 1;
}

async function requestedReturns(db: Queries, journalId: string): Promise<string[]> {
  const rows = await db.all<{ subscription_id: string }>(sql`
    select subscription_id from credit_lease where journal_id = ${journalId} and return_requested = 1`);
  return rows.map((row) => row.subscription_id);
}

function removeApplied(open: OpenJournal, now: number): void {
  const { applier, applied, sink } = open;
  if (open.rewinds < applier.rewinds) applied.clear();
  open.rewinds = applier.rewinds;
  for (const file of applier.appliedFiles(sink ? (sink.loggedSeq ?? 0) : Number.POSITIVE_INFINITY)) {
    const since = applied.get(file) ?? now;
    applied.set(file, since);
    if (now - since < keptMs) continue;
    rmSync(file, { force: true });
    applied.delete(file);
  }
}
