import { describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { consistencyFindings } from "../../../../test/metering/consistency-findings.ts";
import { callOnce, openTestNodes, tally, totalsOf } from "../../../../test/metering/test-nodes.ts";
import { sql } from "../../../database/sql.ts";
import type { Metering } from "../../../metering/metering.ts";
import { setCap } from "../plans/set-cap.ts";
import { lockPlan } from "../rows/plan-rows.ts";
import { enterDue } from "../scan.ts";
import { how, publish, subscribeAlone } from "./plans.ts";

const races = 24;
const credits = 10;
const cap = 15;

/** One call; 503 means try again: on a busy machine the database may take longer than a call waits. */
async function call(node: Metering, id: string, workMs = 0): Promise<string> {
  const ask = () => callOnce(node, id, 1, "found", workMs);
  let outcome: string = await ask();
  for (let again = 0; outcome === "unavailable" && again < 20; again++) outcome = await ask();
  return outcome;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`calls between periods on ${kind.dialect}`, () => {
    test(`in ${races} races 64 callers on three nodes get the plan's credits and exactly the cap`, async () => {
      const setup = await openTestNodes(kind);
      const { db } = setup;
      const overage = { overage_minor: 800, overage_per: 1000, overage_cap_max: 100 };
      await publish(db, "growth", { ...overage, credits });
      const nodes = [await setup.node(), await setup.node(), await setup.node()];
      const race = async (id: string) => {
        await subscribeAlone(db, id);
        await db.transaction(async (tx) => setCap(tx, (await lockPlan(tx, id))!, cap, Date.now()), {
          repeatable: true,
        });
        const callers = Array.from({ length: 64 }, (_, index) => call(nodes[index % 3]!, id, index % 3));
        expect(tally(await Promise.all(callers))).toEqual({
          served: credits + cap,
          exhausted: 64 - credits - cap,
        });
      };
      for (let from = 0; from < races; from += 8)
        await Promise.all(Array.from({ length: 8 }, (_, index) => race(`s${from + index}`)));
      for (const node of nodes) await node.close();
      expect(await totalsOf(db, "s1")).toMatchObject({ granted: 25, used: 25, remaining: 0, debt: 0 });
      expect(await consistencyFindings(db)).toEqual([]);
      await setup.end();
    }, 120_000);

    test("no call is refused for want of credits while a period renews", async () => {
      const setup = await openTestNodes(kind);
      const { db } = setup;
      await publish(db, "growth", { credits: 100_000 });
      const nodes = [await setup.node(), await setup.node()];
      await subscribeAlone(db, "s");
      // The first period and its credits end in a moment, and the next one waits.
      const boundary = Date.now() + 400;
      await db.run(sql`update credit_grant set expires_at = ${boundary} where subscription_id = 's'`);
      await db.run(sql`update credit_balance set due_at = ${boundary} where subscription_id = 's'`);
      await db.run(sql`update billing_period set ends_at = ${boundary} where subscription_id = 's'`);
      await db.run(sql`
        update billing_plan set next_starts_at = ${boundary}, next_at = 0 where subscription_id = 's'`);
      expect(await enterDue(db, how)).toBe(1);
      const outcomes: string[] = [];
      const end = Math.max(boundary, Date.now()) + 400;
      const callers = Array.from({ length: 16 }, async (_, index) => {
        while (Date.now() < end) outcomes.push(await call(nodes[index % 2]!, "s", 1));
      });
      await Promise.all(callers);
      for (const node of nodes) await node.close();
      expect(Object.keys(tally(outcomes as never))).toEqual(["served"]);
      const left = await db.all<{ period: number; spent: number; state: string }>(sql`
        select period, spent, state from credit_grant where subscription_id = 's' and amount > 0 order by period`);
      const used = (await totalsOf(db, "s")).used;
      expect(used).toBe(outcomes.length);
      expect(left.map(({ period, state }) => [period, state])).toEqual([
        [0, "closed"],
        [1, "open"],
      ]);
      expect(await consistencyFindings(db)).toEqual([]);
      await setup.end();
    });
  });
