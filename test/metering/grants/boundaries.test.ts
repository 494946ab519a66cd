import { describe, expect, test } from "bun:test";
import { dayMs } from "../../../src/base/durations.ts";
import { uuidv7 } from "../../../src/base/ids.ts";
import type { Database } from "../../../src/database/database.ts";
import { sql } from "../../../src/database/sql.ts";
import {
  type EnteredGrant,
  enterGrant,
  enterWaiting,
} from "../../../src/metering/credits/grants/enter-grants.ts";
import { CreditReservation } from "../../../src/metering/reservation.ts";
import { kinds } from "../../database/databases.ts";
import { within } from "../../within.ts";
import { consistencyFindings } from "../consistency-findings.ts";
import { callOf, callOnce, grant, openTestNodes, tally } from "../test-nodes.ts";
import { MovedTime } from "./moved-time.ts";

const enter = (db: Database, entered: Omit<EnteredGrant, "id">) =>
  db.transaction((tx) => enterGrant(tx, { id: uuidv7(Date.now()), ...entered }));

const enterPeriod = (db: Database, subscriptionId: string, credits: number, startsAt: number) =>
  db.transaction((tx) =>
    enterWaiting(tx, [
      { id: uuidv7(Date.now()), subscriptionId, source: "period", period: 1, credits, startsAt },
    ]),
  );

/** How long after its entry a period starts or a trial expires, at least. */
const boundaryMs = 1500;

/** A balance of ten credits that expire in a moment. */
async function enterTrial(db: Database, id: string, milliseconds: number) {
  const expiresAt = Date.now() + milliseconds;
  await grant(db, id, 0);
  await enter(db, { subscriptionId: id, source: "trial", credits: 10, expiresAt });
  return { id, expiresAt };
}

const grantsOf = (db: Database, subscriptionId: string) =>
  db.all(sql`
    select source, amount, spent, expired, state from credit_grant
    where subscription_id = ${subscriptionId} and amount > 0 order by id`);

/** Waits for a condition. A test that fails reports it before its time is over. */
const until = async (condition: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("the condition is not met");
    await Bun.sleep(5);
  }
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a boundary of grants on ${kind.dialect}`, () => {
    test("a call is refused until a period starts, and served from then on", async () => {
      const setup = await openTestNodes(kind);
      const nodes = [await setup.node(), await setup.node()];
      const { id, startsAt } = await within(boundaryMs, async (number, milliseconds) => {
        const begun = { id: `s${number}`, startsAt: Date.now() + milliseconds };
        await grant(setup.db, begun.id, 1);
        await enterPeriod(setup.db, begun.id, 2, begun.startsAt);
        expect(await callOnce(nodes[0]!, begun.id)).toBe("served");
        await until(async () => (await callOnce(nodes[0]!, begun.id)) === "exhausted");
        return begun;
      });
      for (const node of nodes) {
        const outcomes: string[] = [];
        let at = 0;
        await until(async () => {
          outcomes.push(await callOnce(node, id));
          at = Date.now();
          return outcomes.at(-1) === "served";
        });
        expect(at).toBeGreaterThanOrEqual(startsAt);
        // 503 is the answer while the other node has the rest.
        const refusals = node === nodes[0] ? ["exhausted", "unavailable"] : ["unavailable"];
        expect(outcomes.slice(0, -1).filter((outcome) => !refusals.includes(outcome))).toEqual([]);
      }
      for (const node of nodes) await node.close();
      await setup.end();
    });

    test("credits that expire are spent before, returned by each node, and not spent after", async () => {
      const setup = await openTestNodes(kind);
      const nodes = [await setup.node(), await setup.node()];
      const callBoth = async (id: string) => [await callOnce(nodes[0]!, id), await callOnce(nodes[1]!, id)];
      const { id, expiresAt, before } = await within(boundaryMs, async (number, milliseconds) => {
        const trial = await enterTrial(setup.db, `s${number}`, milliseconds);
        return { ...trial, before: await callBoth(trial.id) };
      });
      expect(before).toEqual(["served", "served"]);
      await until(async () => Date.now() > expiresAt + 20);
      expect(await callBoth(id)).toEqual(["exhausted", "exhausted"]);
      for (const node of nodes) await node.close();
      expect(await grantsOf(setup.db, id)).toEqual([
        { source: "trial", amount: 10, spent: 2, expired: 8, state: "closed" },
      ]);
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });

    test("a node does not spend what it has leased after the expiry", async () => {
      const setup = await openTestNodes(kind);
      const node = await setup.node();
      const { id, expiresAt, before } = await within(boundaryMs, async (number, milliseconds) => {
        const trial = await enterTrial(setup.db, `s${number}`, milliseconds);
        return { ...trial, before: [await callOnce(node, trial.id), node.remaining(trial.id)] };
      });
      expect(before).toEqual(["served", 9]);
      await until(async () => Date.now() >= expiresAt);
      expect(await callOnce(node, id)).toBe("exhausted");
      await node.close();
      expect(await grantsOf(setup.db, id)).toEqual([
        { source: "trial", amount: 10, spent: 1, expired: 9, state: "closed" },
      ]);
      await setup.end();
    });

    test("a call in flight at an expiry is paid by what expires, however long it takes", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 5);
      const time = new MovedTime(setup.db);
      await enter(setup.db, {
        subscriptionId: "s",
        source: "trial",
        credits: 5,
        expiresAt: Date.now() + dayMs,
      });
      const node = await setup.node();
      const call = await node.admit("s", 1);
      if (!(call instanceof CreditReservation)) throw new Error("refused");
      await time.move(2 * dayMs);
      await until(async () => JSON.stringify(await grantsOf(setup.db, "s")).includes("closing"));
      expect(await grantsOf(setup.db, "s")).toEqual([
        { source: "grant", amount: 5, spent: 0, expired: 0, state: "open" },
        { source: "trial", amount: 5, spent: 0, expired: expect.any(Number), state: "closing" },
      ]);
      await call.settle(callOf("s", 1));
      await until(async () => !JSON.stringify(await grantsOf(setup.db, "s")).includes("closing"));
      expect(await grantsOf(setup.db, "s")).toEqual([
        { source: "grant", amount: 5, spent: 0, expired: 0, state: "open" },
        { source: "trial", amount: 5, spent: 1, expired: 4, state: "closed" },
      ]);
      await node.close();
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });

    test("64 callers on three nodes spend a cap of 15 beyond the credits, and no more", async () => {
      const setup = await openTestNodes(kind);
      const nodes = [await setup.node(), await setup.node(), await setup.node()];
      for (let race = 0; race < 8; race++) {
        const id = `s${race}`;
        await grant(setup.db, id, 3);
        await enter(setup.db, {
          subscriptionId: id,
          source: "overage",
          credits: 15,
          expiresAt: Date.now() + dayMs,
        });
        const callers = Array.from({ length: 64 }, async (_, index) => {
          let outcome = "";
          do outcome = await callOnce(nodes[index % 3]!, id, 1, "found", index % 3);
          while (outcome === "unavailable");
          return outcome;
        });
        expect(tally(await Promise.all(callers))).toEqual({ served: 18, exhausted: 46 });
      }
      for (const node of nodes) await node.close();
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });

    test("the scanner opens and closes what no call does, a hundred balances too", async () => {
      const setup = await openTestNodes(kind);
      const ids = Array.from({ length: 100 }, (_, index) => `s${index}`);
      for (const id of ids) {
        await grant(setup.db, id, 0);
        await enter(setup.db, {
          subscriptionId: id,
          source: "trial",
          credits: 1,
          expiresAt: Date.now() + dayMs,
        });
        await enterPeriod(setup.db, id, 7, Date.now() + dayMs);
      }
      const node = await setup.node();
      await new MovedTime(setup.db).move(2 * dayMs);
      const sum = () =>
        setup.db.get<{ granted: number }>(
          sql`select cast(sum(granted) as bigint) as granted, count(*) as balances from credit_balance where remaining = 7`,
        );
      await until(async () => (await sum())?.granted === 700);
      expect(await sum()).toEqual({ granted: 700, balances: 100 } as never);
      await node.close();
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });

    test("two nodes that enter a period at once enter it once", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 0);
      const startsAt = Date.now() + dayMs;
      const others = await Promise.all([1, 2, 3, 4].map(() => setup.fresh.open()));
      const entered = await Promise.all(
        Array.from({ length: 64 }, (_, index) => enterPeriod(others[index % 4]!, "s", 5, startsAt)),
      );
      expect(entered.filter(({ size }) => size > 0).length).toBe(1);
      await new MovedTime(setup.db).move(2 * dayMs);
      const nodes = await Promise.all([setup.node(), setup.node(), setup.node()]);
      const outcomes = await Promise.all(
        Array.from({ length: 64 }, async (_, index) => {
          let outcome = "";
          do outcome = await callOnce(nodes[index % 3]!, "s");
          while (outcome === "unavailable");
          return outcome;
        }),
      );
      expect(tally(outcomes)).toEqual({ served: 5, exhausted: 59 });
      for (const node of nodes) await node.close();
      expect(
        await setup.db.all(
          sql`select kind, delta from credit_ledger where subscription_id = 's' and delta <> 0`,
        ),
      ).toEqual([{ kind: "renewal", delta: 5 }]);
      await setup.end();
    });
  });
