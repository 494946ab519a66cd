import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clocked, clocked } from "../../../../test/database/clocked-database.ts";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import { interruptible, repeat } from "../../../../test/metering/interruptible-database.ts";
import { dayMs } from "../../../base/durations.ts";
import { nextTurn } from "../../../base/pause.ts";
import { openDatabase } from "../../../database/open.ts";
import { sql } from "../../../database/sql.ts";
import { crossBoundaries } from "../../../metering/credits/grants/boundaries.ts";
import { beginPlan, stopPlan } from "../plans/begin-plan.ts";
import { lockPlan } from "../rows/plan-rows.ts";
import { enterDue } from "../scan.ts";
import { day, grantsOf, periodsOf, rowsOf } from "./billed-service.ts";
import { how, madeOf, publish, subscribeAlone } from "./plans.ts";

/** `VINGATE_RACES=1000` runs more of them. */
const rounds = Number(process.env.VINGATE_RACES ?? 20);
const start = day("2026-01-10");
const racers = Array.from({ length: 64 }, (_, index) => index);

for (const kind of kinds)
  describe.skipIf(kind.missing)(`races of periods on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Clocked;
    let nodes: Clocked[];
    beforeAll(async () => {
      fresh = await kind.migrated();
      db = await clocked(await fresh.open(), start);
      nodes = [db];
      for (let more = 0; more < 3; more++) nodes.push(await clocked(await fresh.open()));
      await publish(db, "growth", { carry_over: 1 });
    });
    afterAll(() => fresh?.end());

    test(`64 racers on four nodes enter a period once, in ${rounds} rounds`, async () => {
      await db.setTime(start);
      for (let round = 0; round < rounds; round++) {
        const id = `race${round}`;
        await subscribeAlone(db, id);
        // Half of the racers open the grant while others enter it.
        await db.run(sql`
          update billing_plan set next_starts_at = ${start - 1}, next_at = 0 where subscription_id = ${id}`);
        await Promise.all(
          racers.map((racer) => {
            const node = nodes[racer % nodes.length]!;
            return racer % 2 === 0 ? enterDue(node, how, 1) : crossBoundaries(node, [id]);
          }),
        );
        await crossBoundaries(db, [id]);
        expect(await madeOf(db, id, 1)).toEqual({ periods: 1, grants: 1, entries: 1, events: 2 });
        expect((await periodsOf(db, id)).length).toBe(2);
        await db.run(sql`update billing_plan set next_at = ${start * 2} where subscription_id = ${id}`);
      }
      // The key keeps them apart even where no lock does.
      const late = await db.get(sql`
        select count(*) as twice from (select 1 from credit_grant where period is not null
          group by subscription_id, source, period having count(*) > 1) g`);
      expect(late).toEqual({ twice: 0 });
    }, 600_000);

    test("an end at any statement of a renewal loses nothing and doubles nothing", async () => {
      await db.setTime(start);
      const failing = interruptible(db);
      for (let statements = 0; ; statements++) {
        const id = `kill${statements}`;
        await subscribeAlone(db, id);
        await db.run(sql`
          update billing_plan set next_starts_at = ${start - 1}, next_at = 0 where subscription_id = ${id}`);
        if (statements === 0) failing.loseCommit();
        else failing.failAfter(statements - 1);
        await repeat(async () => {
          await enterDue(failing, how, 1);
          await crossBoundaries(failing, [id]);
        });
        expect(await madeOf(db, id, 1)).toEqual({ periods: 1, grants: 1, entries: 1, events: 2 });
        await db.run(sql`update billing_plan set next_at = ${start * 2} where subscription_id = ${id}`);
        if (!failing.interrupted) break;
        expect(statements).toBeLessThan(100);
      }
    });

    test("an end at any statement of a start or a change leaves one plan and its grant", async () => {
      await db.setTime(start);
      const larger = await publish(db, "larger", { price_minor: 20_000, credits: 50_000 });
      const failing = interruptible(db);
      for (let statements = 0; ; statements++) {
        const id = `begin${statements}`;
        failing.failAfter(statements);
        await repeat(() => subscribeAlone(failing, id));
        const begun = failing.interrupted;
        expect(await madeOf(db, id, 0)).toEqual({ periods: 1, grants: 1, entries: 1, events: 1 });
        failing.failAfter(statements);
        await repeat(() =>
          failing.transaction(async (tx) => {
            const plan = (await lockPlan(tx, id))!;
            await beginPlan(tx, plan, larger, { ...how, now: start });
          }),
        );
        expect((await grantsOf(db, id)).map(({ period, amount, state }) => [period, amount, state])).toEqual([
          [0, 15_000, "open"],
          [1, 50_000, "open"],
        ]);
        if (!begun && !failing.interrupted) break;
        expect(statements).toBeLessThan(100);
      }
    });

    test("64 subscribe while the offer is edited: each has one version, and its credits", async () => {
      await db.setTime(start);
      await publish(db, "edited", { credits: 1001, price_minor: 1001 });
      let isDone = false;
      const edit = async () => {
        for (let version = 2; !isDone; version++) {
          await publish(nodes[1]!, "edited", { credits: 1000 + version, price_minor: 1000 + version });
          await nextTurn();
        }
      };
      const editing = edit();
      for (const racer of racers.slice(0, 8))
        await Promise.all(
          racers
            .slice(racer * 8, racer * 8 + 8)
            .map((each) => subscribeAlone(nodes[each % 2 === 0 ? 0 : 2]!, `edited${each}`, "edited")),
        );
      isDone = true;
      await editing;
      const plans = await rowsOf<{ version: number }>(
        db,
        sql`select p.offer_version as version, b.offer_version - p.offer_version as other, g.amount - 1000 as credits,
            b.price_minor - 1000 as price, c.granted - 1000 as granted
          from billing_plan p join billing_period b on b.subscription_id = p.subscription_id
            join credit_grant g on g.id = b.grant_id join credit_balance c on c.subscription_id = p.subscription_id
          where p.product_id = 'edited'`,
      );
      expect(plans.length).toBe(64);
      expect(new Set(plans.map(({ version }) => version)).size).toBeGreaterThan(1);
      expect(plans).toEqual(
        plans.map(({ version }) => ({
          version,
          other: 0,
          credits: version,
          price: version,
          granted: version,
        })),
      );
    });

    test("a pause during a renewal removes the period or comes before it", async () => {
      await db.setTime(start);
      for (let round = 0; round < rounds; round++) {
        const id = `pause${round}`;
        await subscribeAlone(db, id);
        await db.setTime(start + 30 * dayMs);
        const pause = nodes[1]!.transaction(
          async (tx) => {
            await stopPlan(tx, (await lockPlan(tx, id))!, "paused", start + 30 * dayMs);
          },
          { repeatable: true },
        );
        await Promise.all([pause, enterDue(nodes[2]!, how), enterDue(nodes[3]!, how)]);
        expect((await grantsOf(db, id)).map(({ period }) => period)).toEqual([0]);
        expect((await periodsOf(db, id)).map(({ number }) => number)).toEqual([0]);
        const event = await db.get(sql`
          select count(*) as events from outbox_event
          where subscription_id = ${id} and type = 'period.renewed'`);
        expect(event).toEqual({ events: 1 });
        await db.setTime(start);
      }
    });

    // A copy of its file is how the embedded database is restored.
    if (kind.dialect === "sqlite")
      test("a database that is restored from before a renewal enters the period once", async () => {
        await db.setTime(start);
        await subscribeAlone(db, "restored");
        const folder = mkdtempSync(join(tmpdir(), "vingate-restored-"));
        const file = join(folder, "copy.db");
        await db.run(sql`vacuum into ${file}`);
        const renew = async (each: Clocked) => {
          await each.setTime(day("2026-02-10"));
          while ((await enterDue(each, how)) > 0);
          await crossBoundaries(each, ["restored"]);
          return [await periodsOf(each, "restored"), await grantsOf(each, "restored")];
        };
        const renewed = await renew(db);
        const copy = await openDatabase({ ...fresh.options, file });
        expect(await renew(await clocked(copy))).toEqual(renewed);
        expect(renewed[0]!.length).toBe(2);
        await copy.close();
        rmSync(folder, { recursive: true });
      });
  });
