import { apply } from "../../src/metering/apply/apply.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { closeJournal } from "../../src/metering/credits/close-journal.ts";
import { openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { callOf } from "../metering/test-nodes.ts";
import { addCustomers } from "./customers.ts";
import type { Installation } from "./installation.ts";

const batch = 2000;
const overMs = 86_400_000;

/** The prefix of request IDs of calls made before the callers started. */
export const filledIds = "filled-";

/** Gives a service a day's usage of 50 subscriptions. */
export async function fillUsage(service: Installation, calls: number): Promise<void> {
  const customers = await addCustomers(service, null, 50);
  const db = await service.open();
  const journalId = "f".repeat(32);
  const now = Date.now();
  await openJournal(db, { journalId, node: "filled", place: "", at: now });
  for (let from = 0; from < calls; from += batch) {
    const records = Array.from({ length: batch }, (_, index) => {
      const number = from + index;
      const { subscription } = customers[number % customers.length]!;
      const at = now - overMs + Math.floor((number * overMs) / calls);
      return { seq: number + 1, call: callOf(subscription, 1, { at, requestId: `${filledIds}${number}` }) };
    });
    await apply(db, { journalId, records, now }, writeUsage);
  }
  await closeJournal(db, journalId, Math.ceil(calls / batch) * batch, now);
  await db.close();
}
