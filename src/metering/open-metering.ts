import type { Log } from "../base/log.ts";
import { systemTiming } from "../base/timing.ts";
import { journalsFolder } from "./journal/journal-directory.ts";
import type { JournalSync } from "./journal/journal-disk.ts";
import { createSyncer } from "./journal/sync.ts";
import type { CreditLedger } from "./ledger/credit-ledger.ts";
import { Metering } from "./metering.ts";

/** What the settings say of metering. */
export interface MeteringSetup {
  readonly dataDir: string;
  readonly ledger: CreditLedger;
  readonly sync: JournalSync;
  /** Bytes of calls that may wait to be folded. */
  readonly journalMax: number;
  /** How long credits may be spent while the database is unreachable. */
  readonly staleMs: number;
  /** Names this process, for people. */
  readonly node: string;
  readonly log: Log;
}

/** Starts metering, with a thread that syncs the journal. */
export function openMetering(setup: MeteringSetup): Promise<Metering> {
  const { dataDir, ledger, journalMax, staleMs, node, log, sync } = setup;
  return Metering.open({
    timing: systemTiming,
    syncer: createSyncer(),
    unfoldedMax: journalMax,
    ...{ ledger, folder: journalsFolder(dataDir), staleMs, node, log, sync },
  });
}
