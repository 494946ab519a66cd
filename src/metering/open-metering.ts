import type { Log } from "../base/log.ts";
import { systemTiming } from "../base/timing.ts";
import type { DatabaseOptions } from "../database/open.ts";
import { journalsFolder } from "./journal/journal-directory.ts";
import type { JournalSync } from "./journal/journal-disk.ts";
import { createSyncer } from "./journal/sync.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { Metering } from "./metering.ts";
import type { LedgerSetup } from "./threads/ledger-worker.ts";
import { startLedger } from "./threads/threaded-ledger.ts";

/** What the settings say of metering. */
export interface MeteringSetup {
  readonly dataDir: string;
  /** The database that the service has open; metering opens it once more. */
  readonly database: DatabaseOptions;
  readonly sync: JournalSync;
  readonly journalMax: number;
  readonly staleMs: number;
  readonly leaseTtlMs: number;
  /** Names this process, for people. */
  readonly node: string;
  readonly log: Log;
  /** Where the log lines of its threads go. */
  readonly line: (line: string) => void;
  /** Kept elsewhere; a thread of this process keeps it when absent. */
  readonly ledger?: Ledger;
}

/** What the ledger is started with. */
export function ledgerSetup(setup: Pick<MeteringSetup, "dataDir" | "database" | "leaseTtlMs">): LedgerSetup {
  // What the journal holds need not be safe in SQLite too: its segments outlive their folding.
  const database: DatabaseOptions = { ...setup.database, synchronous: "normal", connectionsMax: 3 };
  return { database, folder: journalsFolder(setup.dataDir), leaseTtlMs: setup.leaseTtlMs };
}

/** Starts metering with its two threads: one syncs the journal, one keeps the ledger. */
export function openMetering(setup: MeteringSetup): Promise<Metering> {
  const { dataDir, leaseTtlMs, staleMs, node, log, sync } = setup;
  if (leaseTtlMs <= 2 * staleMs)
    throw new Error("a lease must live longer than twice the time for which warm keys are served");
  return Metering.open({
    ledger: setup.ledger ?? startLedger(ledgerSetup(setup), setup.line),
    timing: systemTiming,
    syncer: createSyncer(),
    unfoldedMax: setup.journalMax,
    ...{ folder: journalsFolder(dataDir), staleMs, node, log, sync },
  });
}
