import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { newGrant } from "./grants/balance-change.ts";
import type { GrantSource } from "./grants/grant.ts";
import { writeEntries, writeGrants } from "./grants/grant-rows.ts";
import { endAfter } from "./grants/ledger-chain.ts";

/** A subscription's credits. `remaining` is null if they are unlimited. */
export interface Credits {
  readonly granted: number;
  readonly used: number;
  readonly remaining: number | null;
  readonly unlimited: boolean;
}

export interface BalanceRow {
  unlimited: number;
  granted: number;
  used: number;
}

/**
 * A balance as callers see it: leased credits are not used yet. More is used than was granted while calls on
 * lost leases wait for other leases to pay for them.
 */
export function creditsOf(row: BalanceRow): Credits {
  const unlimited = row.unlimited === 1;
  const remaining = unlimited ? null : Math.max(0, row.granted - row.used);
  return { granted: row.granted, used: row.used, remaining, unlimited };
}

/** The current balance; a subscription without one has no credits. */
export async function readCredits(db: Queries, subscriptionId: string): Promise<Credits> {
  const row = await db.get<BalanceRow>(sql`
    select unlimited, granted, used from credit_total where subscription_id = ${subscriptionId}`);
  return creditsOf(row ?? { unlimited: 0, granted: 0, used: 0 });
}

/** Opens a new subscription's balance with its first grant; null means unlimited. */
export async function openBalance(
  tx: Queries,
  grant: {
    readonly id: string;
    readonly subscriptionId: string;
    readonly credits: number | null;
    readonly source?: GrantSource;
    readonly at: number;
    readonly actor: string;
  },
): Promise<void> {
  const { id, subscriptionId, credits, source = "grant", at, actor } = grant;
  const granted = credits ?? 0;
  const row = { id, at, kind: "grant", delta: granted, grantId: id } as const;
  const end = endAfter(subscriptionId, { ledgerRows: 0, ledgerHead: "" }, row);
  await tx.run(sql`
    insert into credit_balance (subscription_id, unlimited, granted, remaining, ledger_rows, ledger_head)
    values (${subscriptionId}, ${credits === null ? 1 : 0}, ${granted}, ${granted}, ${end.ledgerRows}, ${end.ledgerHead})`);
  await writeGrants(tx, [newGrant(id, subscriptionId, source, granted, at)]);
  await writeEntries(tx, [{ ...row, subscriptionId, actor, left: granted, end }]);
}
