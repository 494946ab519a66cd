import { apply } from "../../src/metering/apply/apply.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { mergeSlots } from "../../src/metering/usage/merge-slots.ts";
import { hourMs } from "./consistency-faults.ts";
import { callOf, grant, start, type TestNodes } from "./test-nodes.ts";

/** Two subscriptions, one without a meter, and calls in two hours: one miss and three charged calls. */
export async function openComparisons(setup: TestNodes): Promise<void> {
  await grant(setup.db, "s", 20);
  await grant(setup.db, "free", null);
  await openJournal(setup.db, { journalId: "j", node: "n", place: "p", at: start });
  await acquireCredits(new OwnedJournals(setup.db), "j", {
    requests: [{ subscriptionId: "s", op: 1, need: 0, amount: 8 }],
    share: 1,
  });
  const records = [
    callOf("s", 2, { at: start + 1 }),
    callOf("s", 0, { at: start + 2 }),
    callOf("free", 1, { at: start + 3 }),
    callOf("s", 3, { at: start + hourMs + 1 }),
  ].map((call, index) => ({ seq: index + 1, call }));
  // The third call is in its own chunk, because each apply writes its own chunks.
  for (const part of [records.slice(0, 2), records.slice(2, 3), records.slice(3)])
    await apply(setup.db, { journalId: "j", records: part, now: start }, writeUsage);
  await mergeSlots(setup.db, start + 24 * hourMs);
}
