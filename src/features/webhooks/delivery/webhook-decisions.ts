import { hash } from "node:crypto";
import { shownUrl } from "../../../base/redaction.ts";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { decide } from "../../../decisions/decisions.ts";
import type { DecisionKind } from "../../../decisions/kind.ts";
import type { Restoring } from "../../../decisions/restoring.ts";
import { secretContext } from "../../../outbox/signature.ts";
import { schedule, type Webhook, webhooks } from "../../../outbox/webhook-rows.ts";
import { webhookUrlContext } from "./webhook-address.ts";

/** Events that a webhook took. */
const delivered: DecisionKind<{ readonly webhook: string; readonly events: readonly string[] }> = {
  name: "webhook-delivery",
  group: "sent",
  shown: "deliveries to webhooks",
  unconfirmed: "done",
  async replay(tx, { webhook, events }, { at }) {
    // An event without deliveries gets this one, so that none is made of it.
    const count = await tx.run(sql`
      insert into webhook_delivery (webhook_id, event_id, state, due_at, began_at, ended_at)
      select w.id, e.event_id, 'delivered', ${at}, ${at}, ${at} from outbox_event e join webhook w on w.id = ${webhook}
      where e.event_id in (${list(events)})
      on conflict (webhook_id, event_id) do update set state = 'delivered', ended_at = excluded.ended_at
        where webhook_delivery.state = 'pending'`);
    if (count > 0) await schedule(tx, sql`id = ${webhook}`);
    return count;
  },
};

interface Rotated {
  readonly webhook: string;
  /** In base64, as the row has it. */
  readonly sealed: string;
  /** Until when the former one signs too, milliseconds UTC. */
  readonly until: number;
}

/** A replaced secret. The new one is in the entry: only the lost rows had it too. */
const rotated: DecisionKind<Rotated> = {
  name: "webhook-secret",
  group: "rotated",
  shown: "secrets of webhooks replaced",
  unconfirmed: "done",
  async replay(tx, { webhook, sealed, until }, { open }) {
    try {
      open(sealed, secretContext(webhook));
    } catch {
      // Under another master key it could sign nothing.
      return 0;
    }
    return tx.run(sql`
      update webhook set former_sealed = sealed, former_until = ${until},
        sealed = ${new Uint8Array(Buffer.from(sealed, "base64"))}
      where id = ${webhook} and coalesce(former_until, 0) < ${until}`);
  },
};

/** A webhook that was disabled, or left an address, which a restore must not send to again. */
const left: DecisionKind<{ readonly webhook: string; readonly address: string | null }> = {
  name: "webhook-left",
  group: "ended",
  shown: "webhooks disabled or moved",
  unconfirmed: "done",
  async replay(tx, { webhook, address }, { at, open }) {
    const row = await webhooks.find(tx, webhook);
    if (row?.state !== "active") return 0;
    if (address !== null && !addressesOf(row, open).map(digestOf).includes(address)) return 0;
    await failPending(tx, webhook, at);
    return tx.run(sql`
      update webhook set state = 'disabled', disabled_at = ${at}, next_at = null where id = ${webhook}`);
  },
};

export const webhooksRestoring: Restoring = { kinds: [delivered, rotated, left] };

/** Ends the pending deliveries of a webhook that is disabled. */
export async function failPending(tx: Queries, webhookId: string, now: number): Promise<void> {
  await tx.run(sql`
    update webhook_delivery set state = 'failed', ended_at = ${now}
    where webhook_id = ${webhookId} and state = 'pending'`);
}

/** The address of a webhook, and its form without the values of a query: earlier entries have a digest of that. */
function addressesOf(row: Webhook, open: (sealed: string, context: string) => string): string[] {
  if (row.urlSealed === null) return [row.url, shownUrl(row.url)];
  try {
    const whole = open(Buffer.from(row.urlSealed).toString("base64"), webhookUrlContext(row.id));
    return [whole, shownUrl(whole)];
  } catch {
    // Under another master key nothing can be sent there.
    return [];
  }
}

const digestOf = (url: string): string => hash("sha256", url, "base64url");

export const decideDelivered = (tx: Queries, webhook: string, events: readonly string[]): void =>
  decide(tx, delivered, { webhook, events });

export const decideRotated = (tx: Queries, webhook: string, sealed: Uint8Array, until: number): void =>
  decide(tx, rotated, { webhook, sealed: Buffer.from(sealed).toString("base64"), until });

export const decideDisabled = (tx: Queries, webhook: string): void =>
  decide(tx, left, { webhook, address: null });

/** `address` is the whole one: the entry has its digest. */
export const decideLeft = (tx: Queries, webhook: string, address: string): void =>
  decide(tx, left, { webhook, address: digestOf(address) });
