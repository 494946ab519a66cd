import { describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/database.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { coreMigrations } from "../../../src/database/migrations.ts";
import { sql } from "../../../src/database/sql.ts";
import { ledgerComparisons } from "../../../src/metering/consistency/checks.ts";
import { adjustCredits } from "../../../src/metering/credits/adjust-credits.ts";
import { changeBalances } from "../../../src/metering/credits/grants/settle-balances.ts";
import { kinds } from "../../database/databases.ts";

const formerBalances = [
  // id, unlimited, granted, remaining, used, debt, held in a lease, used in a lease
  ["spent", 0, 20, 5, 10, 0, 2, 3],
  ["owing", 0, 23, 0, 22, 2, 3, 0],
  ["unlimited", 1, 0, 0, 7, 0, 0, 4],
  ["empty", 0, 0, 0, 0, 0, 0, 0],
] as const;

async function formerDatabase(db: Database): Promise<void> {
  const last = coreMigrations.findIndex(({ id }) => id === "0020-credit-grants");
  await migrate(db, coreMigrations.slice(0, last));
  for (const [id, unlimited, granted, remaining, used, debt, held, leaseUsed] of formerBalances) {
    await db.run(sql`
      insert into credit_balance (subscription_id, unlimited, granted, remaining, used, debt)
      values (${id}, ${unlimited}, ${granted}, ${remaining}, ${used}, ${debt})`);
    await db.run(sql`
      insert into credit_lease (subscription_id, journal_id, held, used) values (${id}, 'j', ${held}, ${leaseUsed})`);
    await db.run(sql`
      insert into credit_ledger (id, subscription_id, at, delta, kind)
      values (${`${id}-first`}, ${id}, 1, ${granted + 4}, 'grant'), (${`${id}-less`}, ${id}, 2, -4, 'adjust')`);
  }
}

const grantsOf = (db: Database) =>
  db.all(sql`
    select subscription_id as s, source, amount, spent, expired, removed, state from credit_grant
    where amount > 0 order by subscription_id, created_at, id`);

/** The statements with which the former version changes credits. */
async function changeAsFormerNode(db: Database, s: string, kind: string, delta: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`
      update credit_balance set granted = granted + ${delta}, remaining = remaining + ${kind === "write_off" ? 0 : delta},
        written_off = written_off + ${kind === "write_off" ? delta : 0}, used = used + ${kind === "write_off" ? delta : 0}
      where subscription_id = ${s}`);
    await tx.run(sql`
      insert into credit_ledger (id, subscription_id, at, delta, kind)
      values (${`${s}-${kind}-${delta}`}, ${s}, 3, ${delta}, ${kind})`);
  });
}

async function findings(db: Database): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const { found, expected, rows } of ledgerComparisons) {
    // The lease stands for one of an open journal.
    if (found === "held by ended journals") continue;
    const compared = await db.all<{ expected: number; found: number }>(rows);
    const differing = compared.filter((row) => row.expected !== row.found);
    all.push(...differing.map((row) => [`${found} = ${expected}`, row]));
  }
  return all;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`grants beside nodes of the former version, on ${kind.dialect}`, () => {
    test("each balance becomes one grant, and what these nodes grant and remove is accounted for", async () => {
      const fresh = await kind.fresh();
      const db = await fresh.open();
      await formerDatabase(db);
      await migrate(db, coreMigrations);
      expect(await grantsOf(db)).toEqual([
        { s: "owing", source: "grant", amount: 23, spent: 22, expired: 0, removed: 0, state: "open" },
        { s: "spent", source: "grant", amount: 20, spent: 13, expired: 0, removed: 0, state: "open" },
      ]);
      expect(await findings(db)).toEqual([]);

      await changeAsFormerNode(db, "spent", "bump", 6);
      await changeAsFormerNode(db, "spent", "adjust", -3);
      await changeAsFormerNode(db, "spent", "write_off", 2);
      expect(await findings(db)).toEqual([]);
      const adjusted = await db.transaction((tx) =>
        adjustCredits(tx, {
          id: "new",
          subscriptionId: "spent",
          to: { change: -4 },
          reason: null,
          idempotencyKey: null,
          actor: "test",
          at: 5,
        }),
      );
      expect(adjusted).toEqual({
        id: "new",
        at: 5,
        delta: -4,
        reason: null,
        remaining_after: 6,
        repeated: false,
      });
      await db.transaction((tx) => changeBalances(tx, ["spent"]));
      expect(await grantsOf(db)).toEqual([
        { s: "owing", source: "grant", amount: 23, spent: 22, expired: 0, removed: 0, state: "open" },
        // What they removed counts as spent.
        { s: "spent", source: "grant", amount: 20, spent: 16, expired: 0, removed: 4, state: "open" },
        { s: "spent", source: "grant", amount: 6, spent: 0, expired: 0, removed: 0, state: "open" },
        { s: "spent", source: "write_off", amount: 2, spent: 2, expired: 0, removed: 0, state: "closed" },
      ]);
      expect(await findings(db)).toEqual([]);
      await fresh.end();
    });
  });
