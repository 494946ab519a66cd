import type { Vault } from "../access/vault.ts";
import type { Queries } from "../database/database.ts";
import { list, type Sql, sql } from "../database/sql.ts";
import { endedRows } from "../decisions/ended-rows.ts";
import { bytes, flag, initially, integer, json, orNull, text, word } from "../entities/stored.ts";
import { type Row, Table } from "../entities/table.ts";
import type { EventType } from "./events.ts";
import { secretContext } from "./signature.ts";

/** What decides which events a webhook receives. */
const receiving = {
  id: text,
  /** Null: it belongs to the operators. */
  userId: orNull(text),
  types: json<EventType[]>(),
  /** Balances at which it gets `credits.low`. */
  creditThresholds: json<number[]>(),
  state: word("active", "disabled"),
  /** Until its address has echoed a challenge. */
  unconfirmed: flag,
};

/** Webhooks without what only requests to them need. */
export const receivers = new Table({ name: "webhook", as: "w", key: ["id"], members: receiving });
export type Receiver = Row<typeof receivers>;

export const webhooks = new Table({
  name: "webhook",
  as: "w",
  key: ["id"],
  members: {
    ...receiving,
    /** As lists show it; see `webhook-address.ts`. */
    url: text,
    urlSealed: orNull(bytes),
    description: text,
    sealed: bytes,
    formerSealed: initially(orNull(bytes), null),
    formerUntil: initially(orNull(integer), null),
    /** Since when no attempt succeeded. */
    failingSince: initially(orNull(integer), null),
    disabledAt: initially(orNull(integer), null),
    createdAt: integer,
    updatedAt: integer,
  },
});
export type Webhook = Row<typeof webhooks>;

export const deliveryStates = ["pending", "delivered", "failed"] as const;

export const deliveries = new Table({
  name: "webhook_delivery",
  as: "d",
  key: ["webhookId", "eventId"],
  members: {
    webhookId: text,
    eventId: text,
    state: word(...deliveryStates),
    dueAt: integer,
    attempts: initially(integer, 0),
    /** Attempts since its event, or since it was replayed. */
    retries: initially(integer, 0),
    beganAt: integer,
    endedAt: initially(orNull(integer), null),
  },
});
export type Delivery = Row<typeof deliveries>;

/** The secrets that sign at a moment: the current one, and a former one while it is valid. */
export function validSecrets(row: Webhook, vault: Vault, now: number): readonly string[] {
  const sealed = [row.sealed];
  if (row.formerSealed && row.formerUntil !== null && row.formerUntil > now) sealed.push(row.formerSealed);
  return sealed.map((each) => vault.open(each, secretContext(row.id)));
}

/** Locks a webhook until the transaction ends; resolves to its current row. */
export const lockWebhook = (tx: Queries, id: string): Promise<Webhook | undefined> => webhooks.lock(tx, id);

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
