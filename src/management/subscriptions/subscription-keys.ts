import { z } from "zod";
import { keysExpiring } from "../../access/keys/ended-keys.ts";
import { digestToken, isTestKey, mintTestKey, mintToken, plausibleToken } from "../../access/tokens.ts";
import type { Vault } from "../../access/vault.ts";
import { isoTime } from "../../base/clock.ts";
import { floorTo, hourMs, minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { sql } from "../../database/sql.ts";
import { type KeySlot, keySlots, type LiveSlot } from "../../http/caller.ts";
import { conflict } from "../../http/errors.ts";
import { secret } from "../../http/validation/secrets.ts";
import { readKeyUse } from "../../metering/usage/key-use.ts";
import { withdrawEvents, writeEvent } from "../../outbox/write-events.ts";

export const Secrets = z.object({
  primary_key: z.string(),
  secondary_key: z.string(),
  test_key: z.string(),
});
export type Secrets = z.output<typeof Secrets>;

/**
 * A key supplied by the operator. One that has our prefix must be a valid key of ours: any other would be
 * refused as mistyped at every call.
 */
export const suppliedKey = secret(
  z
    .string()
    .regex(/^[A-Za-z0-9._~-]{16,256}$/)
    .refine(
      (key) => !/^vg[a-z]_/.test(key) || (key.startsWith("vgk_") && plausibleToken(key) && !isTestKey(key)),
      "A key with this service's prefix must be complete, with its checksum, and not for tests",
    ),
);

/** A key's name in the vault: sealed bytes open for this subscription and slot only. */
export function keyContext(subscriptionId: string, slot: KeySlot): string {
  return `subscription_key/${subscriptionId}/${slot}`;
}

async function insertKey(
  tx: Queries,
  vault: Vault,
  { subscriptionId, slot, key, at }: { subscriptionId: string; slot: KeySlot; key: string; at: number },
): Promise<void> {
  const sealed = vault.seal(key, keyContext(subscriptionId, slot));
  await tx.run(sql`
    insert into subscription_key (digest, subscription_id, slot, sealed, ending, created_at)
    values (${digestToken(key)}, ${subscriptionId}, ${slot}, ${sealed}, ${endingOf(key)}, ${at})`);
}

/** By which one search finds a key: its last four characters are stored as they are. */
export const endingOf = (key: string): string => key.slice(-4);

/** Supplied keys; a slot without one gets a new key. */
export type SuppliedKeys = Readonly<Partial<Record<LiveSlot, string | undefined>>>;

/** The keys of a new subscription. Throws `UniqueViolation` if a supplied one is in use. */
export async function insertKeys(
  tx: Queries,
  vault: Vault,
  subscriptionId: string,
  supplied: SuppliedKeys,
  at: number,
): Promise<Secrets> {
  const keys = {
    primary: supplied.primary ?? mintToken("vgk"),
    secondary: supplied.secondary ?? mintToken("vgk"),
    test: mintTestKey(),
  };
  for (const slot of keySlots) await insertKey(tx, vault, { subscriptionId, slot, key: keys[slot], at });
  return { primary_key: keys.primary, secondary_key: keys.secondary, test_key: keys.test };
}

/**
 * Puts a new key in a slot. The old one works for `graceMs` more; still older ones get no more than that
 * either, so a second change can shorten the first.
 */
export async function replaceKey(
  tx: Queries,
  vault: Vault,
  wanted: { subscriptionId: string; slot: KeySlot; key: string; graceMs: number; at: number },
): Promise<void> {
  const { subscriptionId, slot, graceMs, at } = wanted;
  const until = at + graceMs;
  const ofSlot = sql`subscription_id = ${subscriptionId} and slot = ${slot}`;
  await keysExpiring.expire(tx, ofSlot, until);
  await tx.run(sql`delete from subscription_key where ${ofSlot} and expires_at <= ${at}`);
  await insertKey(tx, vault, wanted);
  await reportReplaced(tx, { subscriptionId, slot, until, at });
}

/** A replaced key is announced again so long before it stops working. */
const announcedMs = hourMs;

async function reportReplaced(
  tx: Queries,
  key: { subscriptionId: string; slot: KeySlot; until: number; at: number },
): Promise<void> {
  const { subscriptionId, slot, until, at } = key;
  const data = { subscription_id: subscriptionId, slot };
  const owner = { subscriptionId };
  const works = until > at;
  const former_expires_at = works ? isoTime(until) : null;
  await writeEvent(tx, at, { type: "key.replaced", owner, data: { ...data, former_expires_at } });
  const dueAt = Math.max(at, until - announcedMs);
  await withdrawEvents(tx, "key.expiring", subscriptionId, dueAt);
  if (works)
    await writeEvent(tx, at, {
      type: "key.expiring",
      owner,
      data: { ...data, expires_at: isoTime(until) },
      dueAt,
    });
}

/**
 * The keys of a locked subscription in plain text. The caller is recorded before this shows them. A subscription from
 * before there were keys for tests gets its own here.
 */
export async function revealKeys(
  tx: Queries,
  vault: Vault,
  subscriptionId: string,
  at: number,
): Promise<Secrets> {
  const rows = await tx.all<{ slot: KeySlot; sealed: Uint8Array | null }>(sql`
    select slot, sealed from subscription_key
    where subscription_id = ${subscriptionId} and expires_at is null`);
  const find = (slot: KeySlot): string | undefined => {
    const sealed = rows.find((row) => row.slot === slot)?.sealed;
    return sealed ? vault.open(sealed, keyContext(subscriptionId, slot)) : undefined;
  };
  const open = (slot: LiveSlot): string => {
    const key = find(slot);
    if (key === undefined) throw conflict("The keys were revoked when the user was deleted.");
    return key;
  };
  const live = { primary_key: open("primary"), secondary_key: open("secondary") };
  const found = find("test");
  if (found !== undefined) return { ...live, test_key: found };
  const key = mintTestKey();
  await insertKey(tx, vault, { subscriptionId, slot: "test", key, at });
  return { ...live, test_key: key };
}

/** What is shown of a key without the key. */
export const KeyInUse = z
  .object({
    slot: z.enum(keySlots).describe("The slot of the key, also if it was replaced."),
    created_at: z.iso.datetime(),
    expires_at: z.iso
      .datetime()
      .nullable()
      .describe("When a replaced key stops working; null for the current keys."),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe(
        "The minute in which a key of this slot was last used since this key was created; null if never.",
      ),
  })
  .meta({ id: "KeyInUse" });

/** The keys that work, current ones first. */
export async function keysInUse(
  db: Queries,
  subscriptionId: string,
  now: number,
): Promise<z.output<typeof KeyInUse>[]> {
  const rows = await db.all<{ slot: KeySlot; created_at: number; expires_at: number | null }>(sql`
    select slot, created_at, expires_at from subscription_key
    where subscription_id = ${subscriptionId} and (expires_at is null or expires_at > ${now})
    order by case when expires_at is null then 0 else 1 end, slot, created_at desc`);
  const used = await readKeyUse(db, subscriptionId);
  return rows.map(({ slot, created_at, expires_at }) => {
    const minute = used.get(slot);
    const since = minute !== undefined && minute >= floorTo(created_at, minuteMs) ? minute : null;
    return {
      slot,
      created_at: isoTime(created_at),
      expires_at: isoTime(expires_at),
      last_used_at: isoTime(since),
    };
  });
}

/** Turns a key in use into a 409; other errors are rethrown. */
export function keyInUse(error: unknown): unknown {
  return error instanceof UniqueViolation && error.table === "subscription_key"
    ? conflict("One of the keys is already in use. Keys are unique across subscriptions.")
    : error;
}
