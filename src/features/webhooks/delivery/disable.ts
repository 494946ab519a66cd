import { recordAudit, serviceAudit } from "../../../access/audit.ts";
import { dayMs } from "../../../base/durations.ts";
import { maskedUrl } from "../../../base/redaction.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { Webhook } from "../../../outbox/webhook-rows.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { decideDisabled, failPending } from "./webhook-decisions.ts";

/** A webhook that has failed for so long is disabled. */
export const failingMaxMs = 7 * dayMs;

/**
 * Disables a webhook that has failed for a week, or whose receiver is gone (410). An event for its owner's other
 * webhooks and the audit log record it. Its pending deliveries fail, and can be replayed.
 */
export async function disableFailing(
  tx: Queries,
  { id, userId, url, state, failingSince: since }: Webhook,
  gone: boolean,
  now: number,
): Promise<void> {
  if (since === null || state !== "active") return;
  if (!gone && now - since < failingMaxMs) return;
  await tx.run(sql`
    update webhook set state = 'disabled', disabled_at = ${now}, updated_at = ${now} where id = ${id}`);
  await failPending(tx, id, now);
  decideDisabled(tx, id);
  const reason = gone ? "its address answered 410 Gone" : "it has failed for a week";
  await recordAudit(tx, {
    ...serviceAudit(now, "webhooks"),
    action: "webhook.disable",
    object: `/webhooks/${id}`,
    after: { state: "disabled", reason },
  });
  await writeEvent(tx, now, {
    type: "webhook.disabled",
    owner: userId === null ? "operators" : { userId },
    data: { webhook_id: id, url: maskedUrl(url), failing_since: new Date(since).toISOString() },
  });
}
