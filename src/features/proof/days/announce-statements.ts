import { hourMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { OutboxEvent } from "../../../outbox/events.ts";
import { writeEvents } from "../../../outbox/write-events.ts";
import { addTotals, type UsageSum } from "./day-trees.ts";
import { accountsOfLogs } from "./tenures.ts";

/** A database whose last commits can be lost signs a day an hour later, and the statement is final then. */
const signedAfterMs = 2 * hourMs;

/** Writes the events of a month whose last day is proved, for each account with calls in it. */
export async function announceStatements(tx: Queries, month: string, now: number): Promise<void> {
  const rows = await tx.all<{ userId: string; usage: string }>(sql`
    select a.user_id as "userId", m.usage from proof_month m join (${accountsOfLogs}) a on a.log = m.subscription_id
    where m.month = ${month} and m.usage <> '[]' order by a.user_id`);
  const sums = new Map<string, { calls: number; credits: number }>();
  for (const { userId, usage } of rows) {
    const sum = sums.get(userId) ?? { calls: 0, credits: 0 };
    addTotals(sum, JSON.parse(usage) as UsageSum[]);
    sums.set(userId, sum);
  }
  const dueAt = tx.dialect === "sqlite" ? 0 : now + signedAfterMs;
  const events = [...sums].map(
    ([userId, { calls, credits }]): OutboxEvent => ({
      type: "statement.ready",
      owner: { userId },
      data: { user_id: userId, month, calls, credits },
      dueAt,
    }),
  );
  await writeEvents(tx, now, events);
}
