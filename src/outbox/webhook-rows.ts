import type { Vault } from "../access/vault.ts";
import type { Queries } from "../database/database.ts";
import { list, type Sql, sql } from "../database/sql.ts";
import { endedRows } from "../decisions/ended-rows.ts";
import { secretContext } from "./signature.ts";

/** A webhook as the database has it. */
export interface WebhookRow {
  readonly id: string;
  /** Null: it belongs to the operators. */
  readonly user_id: string | null;
  /** As lists show it; see `webhook-address.ts`. */
  readonly url: string;
  readonly url_sealed: Uint8Array | null;
  /** 1 until its address has echoed a challenge. */
  readonly unconfirmed: number;
  readonly description: string;
  /** JSON: the types of its events. */
  readonly types: string;
  /** JSON: the thresholds of its `credits.low` events. */
  readonly credit_thresholds: string;
  readonly sealed: Uint8Array;
  readonly former_sealed: Uint8Array | null;
  readonly former_until: number | null;
  readonly state: "active" | "disabled";
  /** Since when no attempt succeeded. */
  readonly failing_since: number | null;
  readonly disabled_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The secrets that sign at a moment: the current one, and a former one while it is valid. */
export function validSecrets(row: WebhookRow, vault: Vault, now: number): readonly string[] {
  const sealed = [row.sealed];
  if (row.former_sealed && row.former_until !== null && row.former_until > now)
    sealed.push(row.former_sealed);
  return sealed.map((each) => vault.open(each, secretContext(row.id)));
}

/** Locks a webhook until the transaction ends; resolves to its current row. */
export function lockWebhook(tx: Queries, id: string): Promise<WebhookRow | undefined> {
  return tx.get<WebhookRow>(sql`update webhook set updated_at = updated_at where id = ${id} returning *`);
}

/**
 * Notes when the first deliveries of webhooks are due. A statement of its own after those that change deliveries and
 * lock the webhook: it then reads what other transactions have added.
 */
export async function schedule(tx: Queries, which: Sql): Promise<void> {
  await tx.run(sql`
    update webhook set next_at = case when state = 'active' then
      (select min(d.due_at) from webhook_delivery d where d.webhook_id = webhook.id and d.state = 'pending') end
    where ${which}`);
}

const ended = endedRows({ name: "webhook", shown: "webhooks deleted", table: "webhook", key: ["id"] });

/** Webhooks that get no more events. */
export const webhooksEnded: typeof ended = {
  ...ended,
  async end(tx, which) {
    await deleteParts(tx, sql`select id from webhook where ${which}`);
    return ended.end(tx, which);
  },
  async replay(tx, data, replaying) {
    await deleteParts(tx, list(data.rows.map(([id]) => id!)));
    return ended.replay(tx, data, replaying);
  },
};

async function deleteParts(tx: Queries, ids: Sql): Promise<void> {
  await tx.run(sql`delete from credit_threshold where webhook_id in (${ids})`);
  await tx.run(sql`delete from webhook_attempt where webhook_id in (${ids})`);
  await tx.run(sql`delete from webhook_delivery where webhook_id in (${ids})`);
}
