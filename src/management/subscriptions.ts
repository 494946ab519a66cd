import { z } from "zod";
import { openBalance, readCredits } from "../access/credits.ts";
import { digestToken, mintToken } from "../access/tokens.ts";
import type { Vault } from "../access/vault.ts";
import { isoTime } from "../base/clock.ts";
import { uuidv7 } from "../base/ids.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";

export const Credits = z.object({
  granted: z.int(),
  used: z.int(),
  remaining: z.int().nullable().describe("Null where credits are unlimited."),
  unlimited: z.boolean(),
});

export const Subscription = z
  .object({
    id: z.string(),
    owner_id: z.string(),
    scope: z.string(),
    product_id: z.string().nullable(),
    display_name: z.string(),
    state: z.enum(["active", "suspended", "submitted", "rejected", "cancelled", "expired"]),
    state_comment: z.string().nullable(),
    created_at: z.iso.datetime(),
    start_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable(),
    ended_at: z.iso.datetime().nullable(),
    credits: Credits,
  })
  .meta({ id: "Subscription" });

export type Subscription = z.output<typeof Subscription>;

export const Secrets = z.object({ primary_key: z.string(), secondary_key: z.string() });

interface SubscriptionRow {
  id: string;
  owner_id: string;
  scope: string;
  product_id: string | null;
  display_name: string;
  state: Subscription["state"];
  state_comment: string | null;
  created_at: number;
  start_at: number | null;
  expires_at: number | null;
  ended_at: number | null;
}

/** A key's place in the vault: sealed bytes open for this subscription and slot only. */
export function keyContext(subscriptionId: string, slot: "primary" | "secondary"): string {
  return `subscription_key/${subscriptionId}/${slot}`;
}

export interface NewSubscription {
  readonly ownerId: string;
  readonly productId: string;
  readonly displayName: string;
  /** Null for unlimited. */
  readonly credits: number | null;
  readonly actor: string;
}

/** An active subscription with two new keys and its first credits. */
export async function insertSubscription(
  tx: Queries,
  vault: Vault,
  wanted: NewSubscription,
  now: number,
): Promise<{ subscription: Subscription; keys: z.output<typeof Secrets> }> {
  const id = uuidv7(now);
  const row = await tx.get<SubscriptionRow>(sql`
    insert into subscription (id, owner_id, scope, product_id, display_name, state, created_at, start_at)
    values (${id}, ${wanted.ownerId}, ${`/products/${wanted.productId}`}, ${wanted.productId}, ${wanted.displayName},
      'active', ${now}, ${now})
    returning *`);
  const insertKey = async (slot: "primary" | "secondary") => {
    const key = mintToken("vgk");
    await tx.run(sql`
      insert into subscription_key (digest, subscription_id, slot, sealed, created_at)
      values (${digestToken(key)}, ${id}, ${slot}, ${vault.seal(key, keyContext(id, slot))}, ${now})`);
    return key;
  };
  const keys = { primary_key: await insertKey("primary"), secondary_key: await insertKey("secondary") };
  await openBalance(tx, {
    id: uuidv7(now),
    subscriptionId: id,
    credits: wanted.credits,
    at: now,
    actor: wanted.actor,
  });
  return { subscription: await withCredits(tx, row!), keys };
}

async function withCredits(db: Queries, row: SubscriptionRow): Promise<Subscription> {
  return {
    id: row.id,
    owner_id: row.owner_id,
    scope: row.scope,
    product_id: row.product_id,
    display_name: row.display_name,
    state: row.state,
    state_comment: row.state_comment,
    created_at: isoTime(row.created_at),
    start_at: isoTime(row.start_at),
    expires_at: isoTime(row.expires_at),
    ended_at: isoTime(row.ended_at),
    credits: await readCredits(db, row.id),
  };
}
