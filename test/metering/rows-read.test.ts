import { describe, expect, test } from "bun:test";
import type { Database, Queries } from "../../src/database/database.ts";
import { rows, sql } from "../../src/database/sql.ts";
import { apply } from "../../src/metering/apply/apply.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { releaseCredits } from "../../src/metering/credits/release.ts";
import { openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { kinds } from "../database/databases.ts";
import { callOf, openTestNodes, start } from "./test-nodes.ts";

const journal = "j";
const subscriptions = 4000;
const few = 100;
/** Reads if each row is found by its key: its checks, its update, and the update's reads. All rows would be more. */
const readsEach = 12;
const idOf = (index: number): string => `s${String(index).padStart(5, "0")}`;

/** The database, which reports how many rows of balances and leases its last transaction read. */
function counting(db: Database): { readonly db: Database; read: number } {
  const counted = {
    read: 0,
    db: {
      dialect: db.dialect,
      silentMs: 0,
      close: () => db.close(),
      all: <T>(statement: Parameters<Queries["all"]>[0]) => db.all<T>(statement),
      get: <T>(statement: Parameters<Queries["get"]>[0]) => db.get<T>(statement),
      run: (statement: Parameters<Queries["run"]>[0]) => db.run(statement),
      transaction: <T>(work: (tx: Queries) => Promise<T>) =>
        db.transaction(async (tx) => {
          // The server adds what earlier transactions of the connection read in the last second.
          const before = await rowsRead(tx);
          const done = await work(tx);
          counted.read = (await rowsRead(tx)) - before;
          return done;
        }),
    },
  };
  return counted;
}

async function rowsRead(tx: Queries): Promise<number> {
  const row = await tx.get<{ read: number }>(sql`
    select cast(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as bigint) as read
    from pg_stat_xact_user_tables where relname in ('credit_balance', 'credit_lease')`);
  return row!.read;
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => idOf(from + index));

const taking = (db: Database, ids: readonly string[]) =>
  acquireCredits(new OwnedJournals(db), journal, {
    requests: ids.map((subscriptionId) => ({ subscriptionId, op: 1, need: 1, amount: 1 })),
    share: 1,
  });

const postgres = kinds.find(({ dialect }) => dialect === "postgres")!;

// The tables have grown since their last analysis, as when a new service's subscriptions call for the first
// time.
describe.skipIf(postgres.missing)("what PostgreSQL reads of tables that it has not analyzed", () => {
  test("touches only rows of subscriptions with changes", async () => {
    const setup = await openTestNodes(postgres);
    for (const table of ["credit_balance", "credit_lease"])
      await setup.db.run({ parts: [`alter table ${table} set (autovacuum_enabled = off)`], values: [] });
    const counted = counting(setup.db);
    await openJournal(setup.db, { journalId: journal, node: "n", place: "p", at: start });
    await setup.db.run(sql`
      insert into credit_balance (subscription_id, granted, remaining)
      values ${rows(range(0, subscriptions).map((id) => [id, 10, 10]))}`);
    for (let from = 0; from < subscriptions - few; from += few)
      await taking(setup.db, range(from, from + few));

    await taking(counted.db, range(subscriptions - few, subscriptions));
    expect(counted.read).toBeLessThan(few * readsEach);

    const spenders = range(0, few);
    const records = spenders.map((id, index) => ({ seq: index + 1, call: callOf(id, 1, { at: start }) }));
    await apply(counted.db, { journalId: journal, records, now: start }, async () => undefined);
    expect(counted.read).toBeLessThan(few * readsEach);

    const returns = range(few, 2 * few).map((subscriptionId) => ({ subscriptionId, op: 2, amount: 1 }));
    await releaseCredits(new OwnedJournals(counted.db), journal, returns);
    expect(counted.read).toBeLessThan(few * readsEach);
    await setup.end();
  });
});
