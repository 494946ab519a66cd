import type { HeldCredential } from "../../access/kept-credential.ts";
import { floorTo, minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import { type KeySlot, keySlots } from "../../http/caller.ts";

/** A key that works; its `id` and `name` are those of its subscription. */
export interface RemainingKey extends HeldCredential {
  readonly slot: KeySlot;
}

/** Actions of the audit log that show an account's keys to whom they name. */
const showing = [
  "subscription.list_secrets",
  ...keySlots.map((slot) => `subscription.regenerate_${slot}_key`),
];

/**
 * The keys of an account that work: all; those of one subscription, by its path; or those that a person has read since
 * they were made, by the person's path.
 */
export async function remainingKeys(
  db: Queries,
  accountId: string,
  about: string,
): Promise<readonly RemainingKey[]> {
  const rows = await db.all<RemainingKey & { readonly minute: number | null }>(sql`
    select s.id, s.display_name as name, k.slot, k.created_at as made_at, u.minute
    from subscription s join subscription_key k on k.subscription_id = s.id and k.expires_at is null
    left join key_use u on u.subscription_id = s.id and u.slot = k.slot
    where s.owner_id = ${accountId} and s.deleted_at is null and s.state not in ('cancelled', 'rejected')
    order by s.created_at, s.id, k.slot`);
  const seen = about.startsWith("/users/") ? await readBy(db, about) : undefined;
  return rows.flatMap(({ minute, ...key }) => {
    const path = `/subscriptions/${key.id}`;
    if (seen ? (seen.get(path) ?? -1) < key.made_at : about !== "" && about !== path) return [];
    const last_used_at = minute !== null && minute >= floorTo(key.made_at, minuteMs) ? minute : null;
    return { ...key, last_used_at };
  });
}

/** When a person last read the keys of each subscription, by its path. */
async function readBy(db: Queries, person: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ object: string; at: number }>(sql`
    select object, max(at) as at from audit_log
    where actor = ${person} and action in (${list(showing)}) group by object`);
  return new Map(rows.map(({ object, at }) => [object, at]));
}
