import type { Queries } from "../../../database/database.ts";
import { integer, orNull, text } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";

/** A copy of what the provider has: what is lost of it is read again. */
export const balanceEntries = new Table({
  name: "payment_balance",
  as: "b",
  key: ["id"],
  members: {
    id: text,
    /** Milliseconds UTC by the provider's clock. */
    createdAt: integer,
    /** The provider's own words: what it is, and what it is for a bookkeeper. */
    type: text,
    category: text,
    currency: text,
    /** Below zero if it left the balance. */
    minor: integer,
    /** What the provider kept of it; below zero if it gave that back. */
    feeMinor: integer,
    /** The ID of its payout, refund or the like, and that of its charge; null without one. */
    source: orNull(text),
    chargeRef: orNull(text),
  },
});

/** A movement of the provider's balance, which never changes. Amounts are minor units of the balance's currency. */
export type BalanceEntry = Row<typeof balanceEntries>;

const atOnce = 500;

/** Adds those that are not there. They never change. Resolves to their number. */
export async function addBalance(db: Queries, found: readonly BalanceEntry[]): Promise<number> {
  let added = 0;
  for (let at = 0; at < found.length; at += atOnce) {
    const some = found.slice(at, at + atOnce);
    const known = await balanceEntries.findAll(
      db,
      some.map(({ id }) => [id]),
    );
    const ids = new Set(known.map(({ id }) => id));
    const fresh = some.filter(({ id }) => !ids.has(id));
    // Read first: on SQLite a statement that may write waits for all others.
    if (fresh.length > 0) added += await balanceEntries.add(db, fresh);
  }
  return added;
}
