import { createLog } from "../../src/base/log.ts";
import { systemTiming } from "../../src/base/timing.ts";
import type { Database } from "../../src/database/database.ts";
import { Journal } from "../../src/metering/journal/journal.ts";
import {
  createJournalDirectory,
  type JournalDirectory,
} from "../../src/metering/journal/journal-directory.ts";
import { createSyncer, syncHere } from "../../src/metering/journal/sync.ts";
import type { Metering } from "../../src/metering/metering.ts";
import { openMetering } from "../../src/metering/open-metering.ts";
import { openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { startStore, storeSetup } from "../../src/metering/store/store-thread.ts";
import type { CallRecord } from "../../src/metering/usage/usage.ts";
import type { Fresh } from "../common/databases.ts";

const appended = 1000;

/** Opens a journal for appending; `synced` every 100 ms or never. */
export function createJournal(directory: JournalDirectory, synced: boolean) {
  const syncer = synced ? createSyncer() : syncHere;
  const journal = new Journal(directory, {
    sync: synced ? "interval" : "never",
    syncer,
    timing: systemTiming,
    unappliedMax: 2 ** 40,
    written: () => undefined,
    fault: () => undefined,
  });
  const close = async () => {
    await journal.close();
    journal.release(false);
    syncer.close();
  };
  return { journal, close };
}

/** A journal of calls that is registered in the database, as a busy node wrote it. */
export async function fillJournal(
  db: Database,
  folder: string,
  calls: number,
  callAt: (index: number) => CallRecord,
): Promise<JournalDirectory> {
  const directory = createJournalDirectory(folder);
  const { id, place } = directory;
  await openJournal(db, { journalId: id, node: "bench", place, at: Date.now() });
  const { journal, close } = createJournal(directory, false);
  for (let from = 0; from < calls; from += appended)
    await Promise.all(Array.from({ length: appended }, (_, index) => journal.append(callAt(from + index))));
  await close();
  return directory;
}

/** Gives `work` a node's metering with its thread. */
export async function withMetering<T>(
  { options }: Fresh,
  dataDir: string,
  work: (metering: Metering) => Promise<T>,
): Promise<T> {
  const line = (text: string) => void process.stderr.write(text);
  const leaseTtlMs = 900_000;
  const metering = await openMetering({
    store: startStore(storeSetup({ dataDir, database: options, leaseTtlMs }), line),
    dataDir,
    sync: "interval",
    journalMax: 2 ** 32,
    staleMs: 60_000,
    leaseTtlMs,
    node: "bench",
    log: createLog(Date.now, line),
  });
  try {
    return await work(metering);
  } finally {
    await metering.close();
  }
}
