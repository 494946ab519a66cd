import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { emailKey } from "../../../management/common/user-resource.ts";
import { retryPauseMs } from "../../../outbox/retries.ts";
import { decideRefused, decideSent, leavesNothing } from "./mail-decisions.ts";
import { type Mail, refusals } from "./mail-rows.ts";
import type { Attempt } from "./transport.ts";

/** Notes what became of an attempt. */
export async function writeOutcome(
  db: Database,
  row: Mail,
  { result, response, marks = false }: Attempt,
  now: number,
  random: () => number,
): Promise<void> {
  const attempts = row.attempts + 1;
  const pause =
    result === "later" || result === "broken" ? retryPauseMs(attempts, undefined, random) : undefined;
  if (pause !== undefined) {
    await db.run(sql`
      update mail set state = 'deferred', attempts = ${attempts}, due_at = ${now + pause}, response = ${response}
      where id = ${row.id}`);
    return;
  }
  const state = result === "sent" ? "sent" : "failed";
  // What a token was for has reached its reader, or never will.
  const ended =
    row.kind === leavesNothing
      ? sql`delete from mail where id = ${row.id}`
      : sql`
      update mail set state = ${state}, attempts = ${attempts}, response = ${response}, sealed = null,
        sent_at = ${state === "sent" ? now : null}
      where id = ${row.id}`;
  await db.transaction(
    async (tx) => {
      const isOpen = (await tx.run(ended)) > 0;
      if (state === "sent") decideSent(tx, row.id);
      if (!marks || !isOpen) return;
      const key = emailKey(row.address);
      await refusals.put(tx, [{ addressKey: key, address: row.address, response, refusedAt: now }]);
      decideRefused(tx, row.userId, key);
    },
    { repeatable: true },
  );
}
