import type { Log } from "../base/log.ts";
import { systemTiming } from "../base/timing.ts";
import { spendingPart } from "./apply/reaper.ts";
import { journalsFolder } from "./journal/journal-directory.ts";
import type { JournalSync } from "./journal/journal-disk.ts";
import { createSyncer } from "./journal/sync.ts";
import { Metering } from "./metering.ts";
import type { CreditStore } from "./store/credit-store.ts";

/** Metering's settings. */
export interface MeteringSetup {
  readonly dataDir: string;
  readonly store: CreditStore;
  readonly sync: JournalSync;
  /** Bytes of calls that may wait to be applied. */
  readonly journalMax: number;
  /** Bytes of calls that may wait for ClickHouse. */
  readonly unloggedMax?: number;
  /** Whether the disk has less free space than its reserve. */
  readonly diskLow?: () => boolean;
  /** How long known keys are served while the database is unreachable. */
  readonly staleMs: number;
  /** After this time others release the leases of a timed-out node. */
  readonly leaseTtlMs: number;
  /** Names this process, for people. */
  readonly node: string;
  readonly log: Log;
}

/** Starts metering, with a thread that syncs the journal. */
export function openMetering(setup: MeteringSetup): Promise<Metering> {
  const { dataDir, store, journalMax, leaseTtlMs, staleMs, node, log, sync } = setup;
  const { unloggedMax, diskLow } = setup;
  return Metering.open({
    timing: systemTiming,
    syncer: createSyncer(),
    unappliedMax: journalMax,
    ...(unloggedMax !== undefined && { unloggedMax }),
    ...(diskLow && { diskLow }),
    staleMs: Math.min(staleMs, leaseTtlMs * spendingPart),
    store,
    folder: journalsFolder(dataDir),
    node,
    log,
    sync,
  });
}
