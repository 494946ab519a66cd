import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { compareAll } from "../../../metering/consistency/findings.ts";
import { settleBalances } from "../../../metering/credits/grants/settle-balances.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { type PaidWorld, startPaidWorld } from "./paid-world.ts";

const dayMs = 24 * hourMs;
const own = 15_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores while a debit runs on ${kind.dialect}`, () => {
    let world: PaidWorld;
    let id = "";
    let count = 0;
    beforeAll(async () => {
      world = await startPaidWorld(kind, { VINGATE_SLOW_DEBITS: "grant" });
    });
    afterAll(() => world.end());
    beforeEach(async () => {
      world.stripe.slow = undefined;
      id = `d${++count}`;
      await world.subscriber(id);
    });

    /** Goes on to a day before the second period, which is debited from then on. */
    async function startDebit(fails?: string): Promise<void> {
      const [first] = await rowsOf<{ end: number }>(
        world.db,
        sql`select ends_at as "end" from billing_period where subscription_id = ${id} order by number limit 1`,
      );
      world.stripe.slow = { days: 5, ...(fails !== undefined && { fails }) };
      await world.at(first!.end - 23 * hourMs);
      await world.at(first!.end + hourMs);
    }

    /** The second payment, and what is left and owed. */
    async function standing(): Promise<object> {
      await world.db.transaction((tx) => settleBalances(tx, [id]));
      const [row] = await rowsOf(
        world.db,
        sql`select p.state, p.failure, b.remaining as left, p.removed, p.owed from payment p
            join credit_balance b on b.subscription_id = p.subscription_id
          where p.subscription_id = ${id} and p.period = 1`,
      );
      return row!;
    }
    const taken = () =>
      [...world.stripe.intents.values()].filter(({ metadata }) => metadata.subscription_id === id).length;
    async function faults(): Promise<string[]> {
      const compared = await compareAll(world.db, { schema: ["none"] });
      return compared.flatMap(({ differing, found }) =>
        differing > 0 && found !== "schema" && found !== "credits by hour" ? [found] : [],
      );
    }
    const running = { state: "pending", failure: null, left: own, removed: 0, owed: 0 } as const;

    test("a debit that the backup lacks is found, and grants once", async () => {
      const point = await world.point();
      await startDebit();
      expect(await standing()).toEqual(running);
      await world.goBack(point);
      await world.at(world.now() + hourMs);
      expect(await standing()).toEqual(running);
      expect(taken()).toBe(2);
      expect(await faults()).toEqual([]);
      await world.at(world.now() + 5 * dayMs);
      expect(await standing()).toEqual({ ...running, state: "paid" });
      expect(taken()).toBe(2);
      expect(await faults()).toEqual([]);
    });

    test("a debit that is paid after the backup grants once", async () => {
      await startDebit();
      const point = await world.point();
      await world.at(world.now() + 5 * dayMs);
      expect(await standing()).toEqual({ ...running, state: "paid" });
      await world.goBack(point);
      await world.at(world.now() + hourMs);
      expect(await standing()).toEqual({ ...running, state: "paid" });
      expect(taken()).toBe(2);
      expect(await faults()).toEqual([]);
    });

    test("a debit that fails after the backup takes its credits back again", async () => {
      await startDebit("insufficient_funds");
      const point = await world.point();
      world.stripe.slow = undefined;
      await world.at(world.now() + 4 * dayMs + 20 * hourMs);
      const failed = { state: "requested", failure: "insufficient_funds", left: 0, removed: own, owed: 0 };
      expect(await standing()).toEqual(failed);
      await world.goBack(point);
      await world.at(world.now() + hourMs);
      expect(await standing()).toEqual(failed);
      expect(taken()).toBe(2);
      expect(await faults()).toEqual([]);
    });
  });
