import { describe, expect, test } from "bun:test";
import { noteCredits } from "../../src/access/keys/added-credits.ts";
import { changesSince, lastChange } from "../../src/access/keys/changes.ts";
import { never } from "../../src/base/clock.ts";
import { systemTiming } from "../../src/base/timing.ts";
import { sql } from "../../src/database/sql.ts";
import { crossDue } from "../../src/metering/credits/grants/boundaries.ts";
import { enterGrant } from "../../src/metering/credits/grants/enter-grants.ts";
import { LeasedCredits } from "../../src/metering/credits/leases/leased-credits.ts";
import { kinds } from "../database/databases.ts";
import { manualTiming } from "./manual-timing.ts";
import { grant, openTestNodes } from "./test-nodes.ts";

const credits = 40;
const balances = 300;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`changes of added credits on ${kind.dialect}`, () => {
    test("those of one transaction are together, and written after its work", async () => {
      const setup = await openTestNodes(kind);
      const { db } = setup;
      const ids = Array.from({ length: balances }, (_, index) => `s${String(index).padStart(3, "0")}`);
      await grant(db, ids[0]!, 0);
      const from = await lastChange(db);
      await db.transaction(async (tx) => {
        await enterGrant(tx, { id: "g", subscriptionId: ids[0]!, source: "grant", credits });
        for (const id of ids) await noteCredits(tx, [id]);
        // The number of changes is not locked yet.
        expect(await lastChange(tx)).toEqual(from);
      });
      const undone = db.transaction(async (tx) => {
        await noteCredits(tx, ["undone"]);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect((await changesSince(db, from)).objects).toEqual([
        `/credits/${ids.slice(0, 256).join(",")}`,
        `/credits/${ids.slice(256).join(",")}`,
      ]);
      await setup.end();
    });

    test("grants of many balances that open are a few changes, and what only expires is none", async () => {
      const setup = await openTestNodes(kind);
      const { db } = setup;
      const now = Date.now();
      for (let index = 0; index < balances; index++) await grant(db, `s${index}`, 0);
      await grant(db, "expires", credits);
      await db.run(sql`
        update credit_grant set state = 'waiting', amount = ${credits} where subscription_id <> 'expires'`);
      await db.run(sql`update credit_grant set expires_at = ${now} where subscription_id = 'expires'`);
      await db.run(sql`update credit_balance set due_at = ${now}`);
      const from = await lastChange(db);
      await crossDue(db, systemTiming, () => true);
      const { objects } = await changesSince(db, from);
      expect(objects!.length).toBe(3);
      const named = objects!.flatMap((object) => object.slice("/credits/".length).split(","));
      expect(named.sort()).toEqual(Array.from({ length: balances }, (_, index) => `s${index}`).sort());
      await setup.end();
    });
  });

/** The database's answer to a journal that requests credits. */
const answer = (amount: number) => ({
  subscriptionId: "s",
  amount,
  held: amount,
  remaining: 0,
  othersHeld: 0,
  frozen: false,
  active: true,
  unlimited: false,
  dueInMs: never,
});

test("an answer to what was asked before credits were added refuses nothing", async () => {
  const account = new LeasedCredits("s", manualTiming());
  const end = account.waiting.add(1000, () => "fenced", { cost: 1 });
  expect(account.creditsAdded(10)).toBeTrue();
  account.update(answer(0), 5);
  account.refuseUnaffordable(11);
  expect([account.waiting.length, account.refusedAlready(1, 12)]).toEqual([1, undefined]);
  account.update(answer(1), 12);
  account.refuseUnaffordable(13);
  expect(await end).toBe("granted");
});

test("a lease with credits is spent further when others are added", () => {
  const account = new LeasedCredits("s", manualTiming());
  account.update({ ...answer(5), remaining: 7 }, 5);
  expect(account.creditsAdded(10)).toBeFalse();
  expect(account.affords(5, 11)).toBeTrue();
  account.markStale(12);
  expect(account.affords(5, 13)).toBeFalse();
});
