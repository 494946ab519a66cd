import { expect, test } from "bun:test";
import { clocked } from "../../../../test/database/clocked-database.ts";
import { kinds } from "../../../../test/database/databases.ts";
import { dayMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import type { Sql } from "../../../database/sql.ts";
import { statementText } from "../../../database/statement-text.ts";
import { standFor } from "../../../database/transaction.ts";
import { beginPlan } from "../plans/begin-plan.ts";
import { lockPlan } from "../rows/plan-rows.ts";
import { enterDue } from "../scan.ts";
import { day, periodsOf } from "./billed-service.ts";
import { how, publish, subscribeAlone } from "./plans.ts";

/** Stands for the queries of a transaction, and lists the statements of its work. */
function listing(tx: Queries, statements: string[]): Queries {
  const list = <T>(statement: Sql, send: () => Promise<T>): Promise<T> => {
    statements.push(statementText(statement, tx.dialect));
    return send();
  };
  return standFor(tx, {
    dialect: tx.dialect,
    all: <T>(statement: Sql) => list(statement, () => tx.all<T>(statement)),
    get: <T>(statement: Sql) => list(statement, () => tx.get<T>(statement)),
    run: (statement: Sql) => list(statement, () => tx.run(statement)),
  });
}

for (const kind of kinds)
  test.skipIf(kind.missing)(
    `a plan that begins in place of another locks its balance once, on ${kind.dialect}`,
    async () => {
      const fresh = await kind.migrated();
      try {
        const db = await clocked(await fresh.open(), day("2026-01-10"));
        const overage = { overage_minor: 800, overage_per: 1000, overage_cap_max: 5000 };
        await publish(db, "growth", overage);
        const larger = await publish(db, "larger", { ...overage, price_minor: 20_000, credits: 50_000 });
        await subscribeAlone(db, "shop");
        // The next period is entered already, and its grants wait: they are removed.
        const now = day("2026-02-09") + dayMs / 2;
        await db.setTime(now);
        await enterDue(db, how, 1);
        expect((await periodsOf(db, "shop")).length).toBe(2);
        const statements: string[] = [];
        await db.transaction(
          async (tx) => {
            const plan = (await lockPlan(tx, "shop"))!;
            await beginPlan(listing(tx, statements), plan, larger, { ...how, now });
          },
          { repeatable: true },
        );
        const locks = statements.filter((text) => text.includes("set taken = taken"));
        expect(locks.length).toBe(1);
        expect((await periodsOf(db, "shop")).map(({ product_id }) => product_id)).toEqual([
          "growth",
          "larger",
        ]);
      } finally {
        await fresh.end();
      }
    },
  );
