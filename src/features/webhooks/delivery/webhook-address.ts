import { createHmac } from "node:crypto";
import type { Vault } from "../../../access/vault.ts";
import { maskedUrl } from "../../../base/redaction.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { secretContext } from "../../../outbox/signature.ts";
import type { WebhookRow } from "../../../outbox/webhook-rows.ts";

/** The name in the vault of a webhook's URL. */
export const webhookUrlContext = (webhookId: string): string => `webhook-url/${webhookId}`;

/** A webhook's URL as its row stores it: masked, and whole where that differs. */
export function storedUrl(id: string, url: string, vault: Vault): Pick<WebhookRow, "url" | "url_sealed"> {
  const shown = maskedUrl(url);
  return { url: shown, url_sealed: shown === url ? null : vault.seal(url, webhookUrlContext(id)) };
}

/** Seals the URLs of webhooks that an earlier version stored, which masked queries alone. */
export async function sealUrls(db: Database, vault: Vault): Promise<void> {
  const rows = await db.all<Pick<WebhookRow, "id" | "url" | "url_sealed">>(
    sql`select id, url, url_sealed from webhook`,
  );
  for (const row of rows.filter(({ url }) => maskedUrl(url) !== url)) {
    const { url, url_sealed } = storedUrl(row.id, addressOf(row, vault), vault);
    await db.run(sql`
      update webhook set url = ${url}, url_sealed = ${url_sealed} where id = ${row.id} and url = ${row.url}`);
  }
}

/** Where a webhook's events are sent. */
export function addressOf(
  { id, url, url_sealed }: Pick<WebhookRow, "id" | "url" | "url_sealed">,
  vault: Vault,
): string {
  return url_sealed === null ? url : vault.open(url_sealed, webhookUrlContext(id));
}

/** What the receiver of a test event has to return, to show that it expects events at this address. */
export function challengeOf(row: WebhookRow, vault: Vault): string {
  const key = vault.open(row.sealed, secretContext(row.id));
  return createHmac("sha256", key)
    .update(`confirm ${addressOf(row, vault)}`)
    .digest("base64url")
    .slice(0, 32);
}
