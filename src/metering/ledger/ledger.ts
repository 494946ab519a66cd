import { rmSync } from "node:fs";
import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { type Fenced, fenced } from "../../leasing/lease-ops.ts";
import { createLimitsLedger, type LimitsLedger } from "../../limits/limits-ledger.ts";
import { closeJournal } from "./close.ts";
import { type Folded, Folder } from "./folder.ts";
import { askedOf, beat, openJournal } from "./journals.ts";
import { Reaper } from "./reaper.ts";
import { keptMs, Recovery } from "./recovery.ts";
import { giveBack, type Return, type Returned } from "./return.ts";
import { type TakeGroup, type Taken, take } from "./take.ts";

/** A journal's directory, as the ledger needs it. */
export interface LedgerJournal {
  readonly id: string;
  readonly path: string;
  readonly place: string;
}

/** What a node asks of the database; every call may be repeated with the same numbers. */
export interface Ledger extends LimitsLedger {
  open(journal: LedgerJournal, node: string): Promise<void>;
  /** The number of open journals. */
  beat(journalId: string): Promise<number | Fenced>;
  /** The subscriptions whose credits others ask for. */
  asked(journalId: string): Promise<string[]>;
  take(journalId: string, group: TakeGroup): Promise<readonly Taken[] | Fenced>;
  giveBack(journalId: string, returns: readonly Return[]): Promise<readonly Returned[] | Fenced>;
  fold(journalId: string, to: number): Promise<Folded>;
  /** Closes a journal that was folded to its end; its directory may then be left. */
  close(journalId: string, mark: number): Promise<boolean>;
  /** The journal's process has died: it is left to be recovered. */
  leave(journalId: string): Promise<void>;
  /** One pass over other lives' journals; resolves to how many must be looked at again soon. */
  recover(): Promise<number>;
  /** One pass over journals that fell silent, and over segments that are folded. */
  tidy(): Promise<void>;
  end(): Promise<void>;
}

export interface LedgerOptions {
  /** The folder of all journals. */
  readonly folder: string;
  readonly leaseTtlMs: number;
  readonly timing: Timing;
  readonly log: Log;
}

interface OpenFolder {
  readonly folder: Folder;
  /** Files by the moment since when nothing of them was left to fold. */
  readonly folded: Map<string, number>;
  turn: Promise<unknown>;
}

/** The ledger over a database opened in this thread. */
export function createLedger(db: Database, { folder, leaseTtlMs, timing, log }: LedgerOptions): Ledger {
  const folders = new Map<string, OpenFolder>();
  const leave = (journalId: string): void => {
    folders.get(journalId)?.folder.close();
    folders.delete(journalId);
  };
  const recovery = new Recovery(db, folder, timing, log);
  const reaper = new Reaper(db, timing, leaseTtlMs, log);
  return {
    ...createLimitsLedger(db),
    async open(journal, node) {
      const { id, place } = journal;
      await openJournal(db, { journalId: id, node, place, at: timing.wall() });
      folders.set(id, {
        folder: new Folder(db, journal, timing),
        folded: new Map(),
        turn: Promise.resolve(),
      });
    },
    beat: async (journalId) => (await beat(db, journalId)) ?? fenced,
    asked: (journalId) => askedOf(db, journalId),
    take: (journalId, group) => take(db, journalId, group),
    giveBack: (journalId, returns) => giveBack(db, journalId, returns),
    fold(journalId, to) {
      const open = folders.get(journalId);
      if (!open) throw new Error(`the journal ${journalId} is not open here`);
      const folded = open.turn.then(() => open.folder.fold(to));
      open.turn = folded.catch(() => undefined);
      return folded;
    },
    async close(journalId, mark) {
      const closed = await closeJournal(db, journalId, mark, timing.wall());
      leave(journalId);
      return closed;
    },
    leave: async (journalId) => leave(journalId),
    recover: () => recovery.pass(),
    async tidy() {
      for (const open of folders.values()) removeFolded(open, timing.monotonic());
      await reaper.pass();
    },
    async end() {
      for (const { folder } of folders.values()) folder.close();
      folders.clear();
    },
  };
}

function removeFolded({ folder, folded }: OpenFolder, now: number): void {
  for (const file of folder.filesFolded()) {
    const since = folded.get(file) ?? now;
    folded.set(file, since);
    if (now - since < keptMs) continue;
    rmSync(file, { force: true });
    folded.delete(file);
  }
}
