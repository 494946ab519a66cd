import { createHmac } from "node:crypto";
import type { Vault } from "../../../access/vault.ts";
import { maskedUrl } from "../../../base/redaction.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { secretContext } from "../../../outbox/signature.ts";
import { type Webhook, webhooks } from "../../../outbox/webhook-rows.ts";

/** The name in the vault of a webhook's URL. */
export const webhookUrlContext = (webhookId: string): string => `webhook-url/${webhookId}`;

/** A webhook's URL as its row stores it: masked, and whole where that differs. */
export function storedUrl(id: string, url: string, vault: Vault): Pick<Webhook, "url" | "urlSealed"> {
  const shown = maskedUrl(url);
  return { url: shown, urlSealed: shown === url ? null : vault.seal(url, webhookUrlContext(id)) };
}

/** Seals the URLs of webhooks that an earlier version stored, which masked queries alone. */
export async function sealUrls(db: Database, vault: Vault): Promise<void> {
  for (const row of (await webhooks.select(db, sql``)).filter(({ url }) => maskedUrl(url) !== url)) {
    const { url, urlSealed } = storedUrl(row.id, addressOf(row, vault), vault);
    await db.run(sql`
      update webhook set url = ${url}, url_sealed = ${urlSealed} where id = ${row.id} and url = ${row.url}`);
  }
}

/** Where a webhook's events are sent. */
export function addressOf(
  { id, url, urlSealed }: Pick<Webhook, "id" | "url" | "urlSealed">,
  vault: Vault,
): string {
  return urlSealed === null ? url : vault.open(urlSealed, webhookUrlContext(id));
}

/** What the receiver of a test event has to return, to show that it expects events at this address. */
export function challengeOf(row: Webhook, vault: Vault): string {
  const key = vault.open(row.sealed, secretContext(row.id));
  return createHmac("sha256", key)
    .update(`confirm ${addressOf(row, vault)}`)
    .digest("base64url")
    .slice(0, 32);
}
