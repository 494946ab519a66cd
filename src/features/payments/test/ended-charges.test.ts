import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { removeMethod } from "../rows/method-rows.ts";
import { bought, type Charged, first, startCharged, toRenewal } from "./charged.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`charges that are lost or not wanted any more on ${kind.dialect}`, () => {
    let world: Charged;
    beforeAll(async () => {
      world = await startCharged(kind);
    });
    afterAll(() => world.service.end());

    test("a period whose payment is lost is not charged again", async () => {
      await world.begin();
      world.service.stripe.isLost = true;
      await world.pass(toRenewal);
      world.service.stripe.isLost = false;
      // As in a database of before, without the log of decisions.
      await world.service.db.run(sql`delete from payment where subscription_id = ${world.id} and period = 1`);
      await world.service.look();
      expect(await world.stored()).toMatchObject([first, { period: 1, attempts: 1, received: 11_979 }]);
      expect(world.taken()).toEqual([11_979, 11_979]);
    });

    test("a purchase whose number another one had is charged for itself", async () => {
      await world.begin();
      const lost = await world.buy();
      await world.service.db.run(sql`delete from payment where id = ${lost}`);
      const again = await world.buy();
      expect(await world.stored()).toEqual([first, bought]);
      expect([
        world.service.stripe.intentOf(lost)?.status,
        world.service.stripe.intentOf(again)?.status,
      ]).toEqual(["succeeded", "succeeded"]);
    });

    test("a page whose number another one had is made for itself", async () => {
      await world.begin();
      const lost = await world.buy({ method: "card" });
      await world.service.db.run(sql`delete from payment where id = ${lost}`);
      const again = await world.buy({ method: "card" });
      expect(world.service.stripe.sessionOf(again).id).not.toBe(world.service.stripe.sessionOf(lost).id);
    });

    test("a charge whose card was removed is looked for, and not made", async () => {
      for (const how of ["isDead", "isLost"] as const) {
        await world.buyLost(how);
        const owner = await world.account();
        await world.service.db.transaction((tx) => removeMethod(tx, owner));
        await world.soon();
        expect(await world.stored()).toMatchObject([
          first,
          how === "isLost" ? bought : { state: "failed", failure: "no_card", received: 0 },
        ]);
        expect(world.taken()).toEqual(how === "isLost" ? [11_979, 6050] : [11_979]);
      }
    });

    test("a charge whose period is paid otherwise is looked for, and not made", async () => {
      for (const how of ["isDead", "isLost"] as const) {
        await world.begin();
        world.service.stripe[how] = true;
        await world.pass(toRenewal);
        world.service.stripe[how] = false;
        await world.service.db.run(
          sql`update billing_period set state = 'lapsed' where subscription_id = ${world.id} and number = 1`,
        );
        await world.soon();
        expect(await world.stored()).toMatchObject([
          first,
          how === "isLost" ? { state: "paid", received: 11_979 } : { state: "cancelled", failure: "not_due" },
        ]);
        expect(world.taken()).toEqual(how === "isLost" ? [11_979, 11_979] : [11_979]);
      }
    });

    for (const how of ["isLost", "isBroken", "isDead"] as const)
      test(`a refund is made once: ${how}, and its key is forgotten`, async () => {
        await world.begin();
        const payment = await world.buy();
        world.service.stripe[how] = true;
        const wanted = { json: { minor: 1000, reason: "Asked for" }, headers: world.service.operatorHeaders };
        expect((await world.service.ask("POST", `/payments/${payment}/refund`, wanted)).status).toBe(503);
        world.service.stripe[how] = false;
        if (how !== "isBroken") world.service.stripe.forgetKeys();
        await world.soon();
        await world.soon();
        const { id: intent } = world.service.stripe.intentOf(payment);
        const made = world.service.stripe.refunds.filter((one) => one.intent === intent);
        expect(made).toMatchObject([{ amount: 1000 }]);
        expect(
          await rowsOf(
            world.service.db,
            sql`select state, minor from payment_refund where payment_id = ${payment}`,
          ),
        ).toEqual([{ state: "done", minor: 1000 }]);
        expect((await world.stored())[1]).toMatchObject({ state: "part_refunded" });
      });

    test("a refund whose number another one had is made for itself", async () => {
      await world.begin();
      const payment = await world.buy();
      const refund = (minor: number) =>
        world.service.ask("POST", `/payments/${payment}/refund`, {
          json: { minor, reason: "Asked for" },
          headers: world.service.operatorHeaders,
        });
      expect((await refund(1000)).status).toBe(200);
      await world.service.db.run(sql`delete from payment_refund where payment_id = ${payment}`);
      expect((await refund(500)).status).toBe(200);
      const { id: intent } = world.service.stripe.intentOf(payment);
      expect(
        world.service.stripe.refunds.filter((one) => one.intent === intent).map(({ amount }) => amount),
      ).toEqual([1000, 500]);
    });
  });
