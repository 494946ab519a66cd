import { floorTo, minuteMs } from "../base/durations.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { KeySlot } from "../http/caller.ts";
import { RowBatches } from "./row-batches.ts";
import type { CallRecord } from "./usage.ts";

// Most batches find their minute there: then nothing is written.
const uses = new RowBatches(
  "insert into key_use (subscription_id, slot, minute)",
  3,
  "on conflict (subscription_id, slot) do update set minute = excluded.minute where key_use.minute < excluded.minute",
);

/** Notes by which keys a batch was called, to the minute. All who write do so in one order. */
export async function writeKeyUse(tx: Queries, calls: Iterable<CallRecord>): Promise<void> {
  const last = { primary: new Map<string, number>(), secondary: new Map<string, number>() };
  for (const { key, at, caller } of calls) {
    if (!key) continue;
    const minute = floorTo(at, minuteMs);
    const known = last[key].get(caller.subscriptionId);
    if (known === undefined || known < minute) last[key].set(caller.subscriptionId, minute);
  }
  const rows = Object.entries(last).flatMap(([slot, minutes]) =>
    [...minutes].map(([subscriptionId, minute]) => ({ subscriptionId, slot, minute })),
  );
  rows.sort((a, b) =>
    a.subscriptionId === b.subscriptionId ? 0 : a.subscriptionId < b.subscriptionId ? -1 : 1,
  );
  await uses.write(tx, rows, (values, { subscriptionId, slot, minute }) =>
    values.push(subscriptionId, slot, minute),
  );
}

/** The minutes in which the slots of a subscription were last used; absent: never, since this is noted. */
export async function readKeyUse(db: Queries, subscriptionId: string): Promise<ReadonlyMap<KeySlot, number>> {
  const rows = await db.all<{ slot: KeySlot; minute: number }>(
    sql`select slot, minute from key_use where subscription_id = ${subscriptionId}`,
  );
  return new Map(rows.map(({ slot, minute }) => [slot, minute]));
}
