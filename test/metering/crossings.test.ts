import { expect, test } from "bun:test";
import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { apply } from "../../src/metering/apply/apply.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { kinds } from "../database/databases.ts";
import { ask, calls, open } from "./journal-story.ts";
import { grant, openTestNodes, start } from "./test-nodes.ts";

/** A database whose first transaction waits before it commits. */
function beforeCommit(db: Database, wait: () => Promise<void>): Database {
  let waited = false;
  const transaction: Database["transaction"] = (work, options) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      if (!waited) {
        waited = true;
        await wait();
      }
      return result;
    }, options);
  return new Proxy(db, {
    get(target, name: keyof Database) {
      if (name === "transaction") return transaction;
      const member = target[name];
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

const postgres = kinds.find(({ dialect }) => dialect === "postgres")!;

test.skipIf(postgres.missing)("nodes that commit at the same time miss no crossing", async () => {
  const { db, end } = await openTestNodes(postgres);
  await grant(db, "s", 20);
  await db.run(sql`insert into credit_threshold (user_id, credits, webhook_id) values ('', 10, 'w')`);
  const lease = async (journal: string) => {
    await open(db, journal);
    await acquireCredits(new OwnedJournals(db), journal, { requests: [ask("s", 1, 6)], share: 1 });
  };
  const spend = (on: Database, journal: string) =>
    apply(on, { journalId: journal, records: calls(1, [["s", 6]]), now: start }, writeUsage);
  await lease("j");
  const [read, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = beforeCommit(db, () => {
    read.resolve();
    return other.promise;
  });
  const first = spend(slow, "j");
  await read.promise;
  // The first node has read a balance of which the second one held nothing.
  await lease("k");
  await spend(db, "k");
  other.resolve();
  await first;
  const events = await db.all<{ data: string }>(
    sql`select data from outbox_event where type = 'credits.low'`,
  );
  expect(events.map(({ data }) => JSON.parse(data) as object)).toEqual([
    { subscription_id: "s", threshold: 10, remaining: 8 },
  ]);
  await end();
});
