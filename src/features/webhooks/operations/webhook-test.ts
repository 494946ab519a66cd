import type { Vault } from "../../../access/vault.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { schedule, type WebhookRow } from "../../../outbox/webhook-rows.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { challengeOf } from "../delivery/webhook-address.ts";

/** Writes a test event for one webhook, whose row is locked; resolves to its ID. */
export async function sendTest(tx: Queries, row: WebhookRow, vault: Vault, now: number): Promise<string> {
  const eventId = await writeEvent(tx, now, {
    type: "webhook.test",
    owner: row.user_id === null ? "operators" : { userId: row.user_id },
    data: { webhook_id: row.id, message: "A test event.", challenge: challengeOf(row, vault) },
  });
  await tx.run(sql`update outbox_event set addressed = 1 where event_id = ${eventId}`);
  await tx.run(sql`
    insert into webhook_delivery (webhook_id, event_id, state, due_at, began_at)
    values (${row.id}, ${eventId}, 'pending', ${now}, ${now})`);
  await schedule(tx, sql`id = ${row.id}`);
  return eventId;
}
