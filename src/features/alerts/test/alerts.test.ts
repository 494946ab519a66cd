import { describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { grant as openBalance } from "../../../../test/metering/test-nodes.ts";
import { isoTime } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { enterGrant } from "../../../metering/credits/grants/enter-grants.ts";
import type { GrantSource } from "../../../metering/credits/grants/grant.ts";
import { writeAlerts } from "../alerts.ts";
import { expiringMs } from "../found-alerts.ts";

const expiresAt = Date.now() + 30 * dayMs;

const enter = (db: Database, id: string, source: GrantSource, credits: number, until = expiresAt) =>
  db.transaction((tx) => enterGrant(tx, { id, subscriptionId: "s", source, credits, expiresAt: until }));

const use = (db: Database, credits: number) =>
  db.run(sql`update credit_balance set remaining = remaining - ${credits}, used = used + ${credits}`);

/** The events since the last call. */
async function newEvents(db: Database): Promise<unknown[]> {
  await writeAlerts(db);
  const rows = await db.all<{ type: string; subscription_id: string; data: string }>(
    sql`select type, subscription_id, data from outbox_event order by event_id`,
  );
  await db.run(sql`delete from outbox_event`);
  return rows.map(({ type, subscription_id, data }) => [type, subscription_id, JSON.parse(data)]);
}

const usedOf = (grant_id: string, percent: number, credits: number, used: number) => ({
  subscription_id: "s",
  grant_id,
  percent,
  credits,
  used,
  expires_at: isoTime(expiresAt),
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`alerts of credits on ${kind.dialect}`, () => {
    async function opened() {
      const fresh = await kind.migrated();
      const db = await fresh.open();
      await openBalance(db, "s", 0);
      return { fresh, db };
    }

    test("report each part of a period's credits and of the cap once, and the highest alone", async () => {
      const { fresh, db } = await opened();
      await enter(db, "month", "period", 100);
      await enter(db, "cap", "overage", 10);
      await use(db, 49);
      expect(await newEvents(db)).toEqual([]);
      await use(db, 1);
      expect(await newEvents(db)).toEqual([["credits.period_used", "s", usedOf("month", 50, 100, 50)]]);
      await use(db, 29);
      expect(await newEvents(db)).toEqual([]);
      await use(db, 30);
      expect(await newEvents(db)).toEqual([
        ["credits.period_used", "s", usedOf("month", 100, 100, 100)],
        ["credits.cap_used", "s", usedOf("cap", 80, 10, 9)],
      ]);
      await use(db, 1);
      expect(await newEvents(db)).toEqual([["credits.cap_used", "s", usedOf("cap", 100, 10, 10)]]);
      expect(await newEvents(db)).toEqual([]);
      await fresh.end();
    });

    test("report what is left seven days before it expires, and nothing that is spent or paid afterwards", async () => {
      const { fresh, db } = await opened();
      const soon = Date.now() + expiringMs;
      await enter(db, "spent", "trial", 5, soon - 2);
      await enter(db, "bought", "purchase", 7, soon);
      await enter(db, "cap", "overage", 9, soon);
      await enter(db, "later", "purchase", 8, soon + dayMs);
      await use(db, 6);
      const left = { subscription_id: "s", grant_id: "bought", source: "purchase", left: 6 };
      expect(await newEvents(db)).toEqual([
        ["credits.expiring", "s", { ...left, expires_at: isoTime(soon) }],
      ]);
      expect(await newEvents(db)).toEqual([]);
      await fresh.end();
    });

    test("are written once by all nodes", async () => {
      const { fresh, db } = await opened();
      await enter(db, "month", "period", 10);
      await use(db, 8);
      const nodes = await Promise.all([1, 2, 3].map(() => fresh.open()));
      await Promise.all(nodes.map((node) => writeAlerts(node)));
      expect(await newEvents(db)).toEqual([["credits.period_used", "s", usedOf("month", 80, 10, 8)]]);
      await fresh.end();
    });

    test("reach every one of 250 subscriptions", async () => {
      const { fresh, db } = await opened();
      await db.transaction(async (tx) => {
        for (let index = 0; index < 250; index++)
          await tx.run(sql`insert into credit_balance (subscription_id, granted, remaining, used)
            values (${`n${index}`}, 4, 2, 2)`);
        for (let index = 0; index < 250; index++)
          await tx.run(sql`insert into credit_grant
            (id, subscription_id, source, rank, amount, starts_at, expires_at, state, created_at)
            values (${`g${index}`}, ${`n${index}`}, 'period', 2, 4, 0, ${expiresAt}, 'open', 0)`);
      });
      const events = (await newEvents(db)) as [string, string][];
      expect(new Set(events.map(([, id]) => id)).size).toBe(250);
      expect(events.length).toBe(250);
      await fresh.end();
    });
  });
