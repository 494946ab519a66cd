import type { Vault } from "../../../access/vault.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { deliveries, schedule, type Webhook } from "../../../outbox/webhook-rows.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { challengeOf } from "../delivery/webhook-address.ts";

/** Writes a test event for one webhook, whose row is locked; resolves to its ID. */
export async function sendTest(tx: Queries, row: Webhook, vault: Vault, now: number): Promise<string> {
  const eventId = await writeEvent(tx, now, {
    type: "webhook.test",
    owner: row.userId === null ? "operators" : { userId: row.userId },
    data: { webhook_id: row.id, message: "A test event.", challenge: challengeOf(row, vault) },
  });
  await tx.run(sql`update outbox_event set addressed = 1 where event_id = ${eventId}`);
  await deliveries.insert(tx, { webhookId: row.id, eventId, state: "pending", dueAt: now, beganAt: now });
  await schedule(tx, sql`id = ${row.id}`);
  return eventId;
}
