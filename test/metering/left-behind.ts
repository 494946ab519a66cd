import type { Timing } from "../../src/base/timing.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { Journal } from "../../src/metering/journal/journal.ts";
import {
  createJournalDirectory,
  type JournalDirectory,
} from "../../src/metering/journal/journal-directory.ts";
import { syncHere } from "../../src/metering/journal/sync.ts";
import { openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { callOf, start, type TestNodes } from "./test-nodes.ts";

/** The journal of a process that leased ten credits, wrote calls of one credit (three by default), and was killed. */
export async function leftBehind(
  { db, folder }: Pick<TestNodes, "db" | "folder">,
  timing: Timing,
  id = "s",
  calls = 3,
): Promise<JournalDirectory> {
  const directory = createJournalDirectory(folder);
  await openJournal(db, { journalId: directory.id, node: "n", place: directory.place, at: start });
  await acquireCredits(new OwnedJournals(db), directory.id, {
    requests: [{ subscriptionId: id, op: 1, need: 0, amount: 10 }],
    share: 1,
  });
  const journal = new Journal(directory, {
    sync: "never",
    syncer: syncHere,
    timing,
    unappliedMax: 2 ** 30,
    written: () => undefined,
    fault: () => undefined,
  });
  const appends = Array.from({ length: calls }, () => journal.append(callOf(id, 1)));
  await Promise.all(appends);
  await journal.close();
  directory.lock.release();
  return directory;
}
