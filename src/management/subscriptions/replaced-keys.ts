import { type AuditContext, recordAudit } from "../../access/audit.ts";
import { mintTestKey, mintToken } from "../../access/tokens.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { keySlots } from "../../http/caller.ts";
import { replaceKey } from "./subscription-keys.ts";

/** Replaces all keys of an account's subscriptions at once: a person who knows an old one can no longer call. */
export async function replaceKeysOf(
  tx: Queries,
  { identity: { vault } }: Context,
  ownerId: string,
  audit: AuditContext,
): Promise<void> {
  const owned = await tx.all<{ id: string }>(sql`
    select id from subscription where owner_id = ${ownerId} and deleted_at is null order by id`);
  for (const { id: subscriptionId } of owned) {
    for (const slot of keySlots) {
      const key = slot === "test" ? mintTestKey() : mintToken("vgk");
      await replaceKey(tx, vault, { subscriptionId, slot, key, graceMs: 0, at: audit.at });
    }
    const object = `/subscriptions/${subscriptionId}`;
    await recordAudit(tx, { ...audit, action: "subscription.replace_keys", object });
  }
}
