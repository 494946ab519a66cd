import { describe, expect, test } from "bun:test";
import { minuteMs } from "../../src/base/durations.ts";
import { uuidv7 } from "../../src/base/ids.ts";
import { systemTiming } from "../../src/base/timing.ts";
import { sql } from "../../src/database/sql.ts";
import { adjustCredits, reclaimLeases, unfreezeBalance } from "../../src/metering/credits/adjust-credits.ts";
import { bump } from "../../src/metering/credits/bump.ts";
import { kinds } from "../database/databases.ts";
import { until } from "../until.ts";
import { consistencyFindings } from "./consistency-findings.ts";
import { callOf, callOnce, grant, openTestNodes, type TestNodes, tally, totalsOf } from "./test-nodes.ts";

const settledFor = (credits: number) => ({
  granted: credits,
  used: credits,
  remaining: 0,
  written_off: 0,
  debt: 0,
  held: 0,
  logged: credits,
  reported: credits,
  rows: credits,
});

/** Sets credits as an operator does; false if the leases did not return. */
async function set(
  { db }: TestNodes,
  subscriptionId: string,
  credits: number,
  timing = systemTiming,
): Promise<boolean> {
  if (!(await reclaimLeases(db, subscriptionId, timing))) return false;
  const at = Date.now();
  const rest = { reason: null, idempotencyKey: null, actor: "test", at };
  const adjustment = { id: uuidv7(at), subscriptionId, to: { set: credits }, ...rest };
  return (
    typeof (await db.transaction((tx) => adjustCredits(tx, adjustment), { repeatable: true })) === "object"
  );
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`metering on ${kind.dialect}`, () => {
    test("a call is admitted, recorded, applied and charged once", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 15);
      const node = await setup.node();
      expect(await callOnce(node, "s")).toBe("served");
      expect(node.remaining("s")).toBe(14);
      expect(await callOnce(node, "s", 1, "missing")).toBe("missing");
      await node.record(callOf("s", 0, { status: 429 }));
      expect(node.remaining("s")).toBe(14);
      await node.flush();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 1, logged: 1, reported: 1, rows: 3 });
      await node.close();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ remaining: 14, held: 0, used: 1 });
      await setup.end();
    });

    test("in 288 races 64 callers get exactly 15 credits", async () => {
      const setup = await openTestNodes(kind);
      const nodes = [await setup.node(), await setup.node(), await setup.node()];
      const race = async (id: string, used: number) => {
        await grant(setup.db, id, 15);
        const callers = Array.from({ length: 64 }, async (_, index) => {
          const ask = () => callOnce(nodes[index % used]!, id, 1, "found", index % 3);
          let outcome = await ask();
          // On a busy machine the database may take longer than a call waits; 503 means try again.
          for (let again = 0; outcome === "unavailable" && again < 5; again++) outcome = await ask();
          return outcome;
        });
        expect(tally(await Promise.all(callers))).toEqual({ served: 15, exhausted: 49 });
      };
      const races = Array.from(
        { length: 288 },
        (_, index) => [`s${index}`, index % 2 === 0 ? 1 : 3] as const,
      );
      // Eight at a time, so that their transactions overlap.
      for (let from = 0; from < races.length; from += 8)
        await Promise.all(races.slice(from, from + 8).map(([id, used]) => race(id, used)));
      for (const node of nodes) await node.close();
      expect(await totalsOf(setup.db, "s1")).toEqual(settledFor(15));
      const other = await setup.db.get(sql`
        select count(*) as found from credit_total where used <> 15 or remaining <> 0 or granted <> 15`);
      expect(other).toEqual({ found: 0 });
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    }, 120_000);

    test("calls of different costs use a balance to the last credit", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 100);
      const nodes = [await setup.node(), await setup.node()];
      const costs = Array.from({ length: 60 }, (_, index) => 1 + (index % 4));
      const outcomes = await Promise.all(
        costs.map((cost, index) =>
          callOnce(nodes[index % 2]!, "s", cost, index % 5 === 0 ? "missing" : "found", 3),
        ),
      );
      const spent = costs
        .filter((_, index) => outcomes[index] === "served")
        .reduce((sum, cost) => sum + cost, 0);
      for (const node of nodes) await node.close();
      const totals = await totalsOf(setup.db, "s");
      expect(totals).toMatchObject({ granted: 100, used: spent, remaining: 100 - spent, held: 0 });
      // The rest pays for none of the refused calls.
      const refused = costs.filter((_, index) => outcomes[index] === "exhausted");
      expect(Math.min(...refused)).toBeGreaterThan(totals.remaining);
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });

    test("credits set and bumped during spending match the serial result", async () => {
      const setup = await openTestNodes(kind);
      const nodes = [await setup.node(), await setup.node()];
      for (let round = 0; round < 3; round++) {
        const id = `s${round}`;
        await grant(setup.db, id, 200);
        let served = 0;
        let done = false;
        const caller = async (index: number) => {
          while (!done) {
            const outcome = await callOnce(nodes[index % 2]!, id, 1, "found", 1);
            if (outcome === "served") served += 1;
            else if (outcome !== "exhausted" && outcome !== "unavailable") throw new Error(outcome);
            // A refused caller pauses.
            else await Bun.sleep(2);
          }
        };
        const callers = Array.from({ length: 12 }, (_, index) => caller(index));
        await until(() => served >= 10 + round * 15, "calls are served before the credits change");
        const grantMore = { subscriptionId: id, credits: 40, reason: null, actor: "test", at: Date.now() };
        const bumpOnce = () =>
          setup.db.transaction(
            (tx) => bump(tx, { ...grantMore, id: uuidv7(Date.now()), idempotencyKey: `k${round}` }),
            { repeatable: true },
          );
        const bumps = await Promise.all([bumpOnce(), bumpOnce()]);
        expect(bumps.map(({ repeated }) => repeated).sort()).toEqual([false, true]);
        expect(new Set(bumps.map((each) => each.id)).size).toBe(1);
        const acknowledged = served;
        expect(await set(setup, id, 60)).toBe(true);
        const row = await setup.db.get<{ granted: number }>(
          sql`select granted from credit_balance where subscription_id = ${id}`,
        );
        // The used credits at the time of the set: all earlier acknowledged calls and no later ones.
        const used = row!.granted - 60;
        expect(used).toBeGreaterThanOrEqual(acknowledged);
        await until(() => served >= used + 60, "all credits are spent");
        // Time for a call too many.
        await Bun.sleep(30);
        done = true;
        await Promise.all(callers);
        expect(served).toBe(used + 60);
      }
      for (const node of nodes) await node.close();
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });

    test("a freeze holds everywhere, however wrong its node's clock is", async () => {
      const setup = await openTestNodes(kind);
      const node = await setup.node();
      for (const [index, minutes] of [5, -5].entries()) {
        const id = `s${index}`;
        await grant(setup.db, id, 100);
        expect(await callOnce(node, id)).toBe("served");
        const wrong = { ...systemTiming, wall: () => Date.now() + minutes * minuteMs };
        const freeze = await reclaimLeases(setup.db, id, wrong);
        node.notice(id);
        expect(await node.admit(id, 1)).toEqual({ kind: "unavailable", reason: "frozen" });
        await unfreezeBalance(setup.db, freeze!);
        expect(await callOnce(node, id)).toBe("served");
      }
      await setup.end();
    });

    test("a set changes nothing if a journal is silent for 5 s", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 20);
      const node = await setup.node();
      const held = await node.admit("s", 1);
      let now = 0;
      const quick = { ...systemTiming, monotonic: () => (now += 250) };
      expect(await set(setup, "s", 3, quick)).toBe(false);
      expect(await totalsOf(setup.db, "s")).toMatchObject({ granted: 20 });
      const frozenUntil = () => setup.db.get<unknown>(sql`select frozen_until from credit_balance`);
      // Its callers do not wait for a freeze without effect.
      expect(await frozenUntil()).toEqual({ frozen_until: 0 });
      await setup.db.run(sql`update credit_balance set frozen_until = 12345`);
      await unfreezeBalance(setup.db, { subscriptionId: "s", until: 12344 });
      expect(await frozenUntil()).toEqual({ frozen_until: 12345 });
      if ("settle" in held) await held.settle(undefined);
      await setup.end();
    });
  });
