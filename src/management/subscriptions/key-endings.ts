import { digestToken } from "../../access/tokens.ts";
import type { Vault } from "../../access/vault.ts";
import { nextTurn } from "../../base/pause.ts";
import type { Context } from "../../calls/context.ts";
import type { Database, Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { type Hit, hitsMost, type Searcher } from "../../running/searches.ts";
import type { KeyRow } from "./key-search.ts";
import { endingOf, keyContext } from "./subscription-keys.ts";

type Sealed = Pick<KeyRow, "digest" | "subscription_id" | "slot" | "sealed">;
interface Found extends KeyRow {
  readonly name: string;
  readonly ending: string | null;
}

/** Keys that share their last four characters are few: so many are opened to compare the rest. */
const openedMost = 50;

/** Finds keys by their last four characters or more, or whole. Shows none of more than those four. */
export const keySearcher = ({ identity: { vault } }: Pick<Context, "identity">): Searcher => ({
  group: "customers",
  permission: "calls.view",
  async find({ db, forms: { key }, account }) {
    if (!key) return [];
    const own = account === undefined ? sql`` : sql`and s.owner_id = ${account}`;
    const whole = await keysWith(db, sql`k.digest = ${digestToken(key.end)} ${own}`);
    if (whole.length > 0) return whole.map((row) => hitOf(row, true));
    const candidates = await keysWith(db, sql`k.ending = ${endingOf(key.end)} ${own}`);
    return candidates
      .filter((row) => isMeant(vault, row, key))
      .slice(0, hitsMost)
      .map((row) => hitOf(row, key.start !== ""));
  },
});

const keysWith = (db: Queries, condition: Sql): Promise<Found[]> =>
  db.all<Found>(sql`
    select k.digest, k.subscription_id, k.slot, k.sealed, k.ending, s.owner_id as user_id,
      s.display_name as name
    from subscription_key k join subscription s on s.id = k.subscription_id
    where ${condition} and s.deleted_at is null limit ${openedMost}`);

function isMeant(vault: Vault, row: Found, { start, end }: { start: string; end: string }): boolean {
  if (start === "" && end.length <= endingOf(end).length) return true;
  const key = opened(vault, row);
  return key?.startsWith(start) === true && key.endsWith(end);
}

/** Undefined if no key opens it. */
function opened(vault: Vault, { sealed, subscription_id, slot }: Sealed): string | undefined {
  try {
    return sealed ? vault.open(sealed, keyContext(subscription_id, slot)) : undefined;
  } catch {
    return undefined;
  }
}

const hitOf = ({ subscription_id, slot, user_id: account, name, ending }: Found, isExact: boolean): Hit => ({
  kind: "key",
  label: `…${ending ?? ""}`,
  detail: `The ${slot} key of ${name}`,
  values: { slot, subscription: name },
  object: `/subscriptions/${subscription_id}`,
  account,
  isExact,
});

/** So many are opened between two turns of the event loop: a few milliseconds. */
const filledAtOnce = 500;

/** Stores the ends of keys that a former version made, some at a time. */
export async function fillKeyEndings(db: Database, vault: Vault): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await db.all<Sealed>(sql`
      select digest, subscription_id, slot, sealed from subscription_key
      where ending is null and sealed is not null and digest > ${after} order by digest limit ${filledAtOnce}`);
    await db.transaction(async (tx) => {
      for (const row of rows) {
        const key = opened(vault, row);
        if (key !== undefined)
          await tx.run(sql`
            update subscription_key set ending = ${endingOf(key)} where digest = ${row.digest} and ending is null`);
      }
    });
    if (rows.length < filledAtOnce) return;
    after = rows.at(-1)!.digest;
    await nextTurn();
  }
}
