import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { Payments } from "../payments.ts";
import { findPayment } from "../rows/payment-rows.ts";
import { bought, type Charged, first, second, startCharged, toRenewal } from "./charged.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`charges on ${kind.dialect}`, () => {
    let world: Charged;
    beforeAll(async () => {
      world = await startCharged(kind);
    });
    afterAll(() => world.service.end());

    test("a card that is replaced between an attempt and its repetition is charged once", async () => {
      await world.begin();
      world.service.stripe.isLost = true;
      await world.pass(toRenewal);
      world.service.stripe.isLost = false;
      expect(await world.stored()).toMatchObject([first, { period: 1, state: "pending", attempts: 1 }]);
      await world.replaceCard();
      await world.soon();
      await world.pass(3 * 24 * hourMs);
      expect(await world.stored()).toEqual([first, second]);
      expect(world.taken()).toEqual([11_979, 11_979]);
    });

    test("a repetition that was not made names the card of its attempt", async () => {
      await world.buyLost("isDead");
      await world.replaceCard();
      await world.soon();
      expect(await world.stored()).toEqual([first, bought]);
      const sent = world.service.stripe.asked.filter(
        ({ path, form }) => path === "/v1/payment_intents" && form.amount,
      );
      const last = sent.slice(-2).map(({ key, form }) => [key, form.payment_method]);
      expect(last[0]).toEqual(last[1]!);
      expect(last[0]![1]).toBe("pm_1");
    });

    test("a charge that was begun before the upgrade has its own key, and is found", async () => {
      const payment = await world.buyLost("isDead");
      await world.service.db.run(sql`
        update payment set request_key = null, request_at = null, card_customer = null, card_method = null
        where id = ${payment}`);
      const begun = (await findPayment(world.service.db, payment))!;
      const { cards } = opened(world.service.app, Payments).settlement;
      const card = { customerRef: "cus_1", methodRef: "pm_1", label: "Visa ending 4242" };
      const made = await cards!.charge(begun, card, `${payment}/charge/1`);
      await world.replaceCard();
      await world.soon();
      expect(await world.stored()).toEqual([first, bought]);
      expect(world.service.stripe.intentOf(payment).id).toBe(made.ref);
    });

    test("one that was begun before the upgrade and not made is charged under its key", async () => {
      const payment = await world.buyLost("isDead");
      await world.service.db.run(sql`
        update payment set request_key = null, request_at = null, card_customer = null, card_method = null
        where id = ${payment}`);
      await world.soon();
      expect(await world.stored()).toEqual([first, bought]);
      expect(world.service.stripe.asked.findLast(({ form }) => form.amount)).toMatchObject({
        key: `${payment}/charge/1`,
        form: { "metadata[payment_id]": payment },
      });
    });

    test("what was charged is found when its provider has forgotten the key", async () => {
      await world.buyLost("isLost");
      await world.service.db.run(sql`update payment set next_at = ${world.service.app.clock() + 25 * hourMs}
        where subscription_id = ${world.id} and state = 'pending'`);
      await world.pass(26 * hourMs);
      expect(await world.stored()).toEqual([first, bought]);
      expect(world.taken()).toEqual([11_979, 6050]);
    });

    test("an error after the effect is no reason to charge again, nor to wait for a day", async () => {
      await world.buyLost("isBroken");
      await world.soon();
      expect(await world.stored()).toEqual([first, bought]);
      expect(world.taken()).toEqual([11_979, 6050]);
    });

    test("a clock of the provider that differs by an hour changes nothing", async () => {
      world.service.stripe.clock = () => world.service.app.clock() - hourMs;
      await world.buyLost("isLost");
      world.service.stripe.forgetKeys();
      await world.soon();
      world.service.stripe.clock = () => world.service.app.clock();
      expect(await world.stored()).toEqual([first, bought]);
      expect(world.taken()).toEqual([11_979, 6050]);
    });

    test("a request that is under way is not declined", async () => {
      const payment = await world.buyLost("isDead");
      const begun = (await findPayment(world.service.db, payment))!;
      const { cards } = opened(world.service.app, Payments).settlement;
      const card = { customerRef: "cus_1", methodRef: "pm_1", label: "Visa ending 4242" };
      const end = Promise.withResolvers<void>();
      world.service.stripe.during = () => end.promise;
      const charging = cards!.charge(begun, card, begun.requestKey!);
      while (!world.service.stripe.intentOf(payment)) await Bun.sleep(1);
      await expect(cards!.charge(begun, card, begun.requestKey!)).rejects.toThrow(
        "409, idempotency_key_in_use",
      );
      end.resolve();
      world.service.stripe.during = undefined;
      await charging;
      await world.soon();
      expect(await world.stored()).toEqual([first, bought]);
      expect(world.taken()).toEqual([11_979, 6050]);
    });

    test("a refused request is no decline: it is a problem, and repeated", async () => {
      await world.begin();
      const error = { type: "invalid_request_error", code: "parameter_invalid_integer", param: "amount" };
      world.service.stripe.refuses = { status: 400, error };
      await world.pass(toRenewal);
      const problem =
        "The payment provider refuses the request: parameter_invalid_integer (amount). Nothing was charged.";
      expect(await world.stored()).toMatchObject([
        first,
        { period: 1, state: "requested", attempts: 0, failure: null, problem },
      ]);
      expect(await world.failures()).toEqual([]);
      world.service.stripe.refuses = undefined;
      await world.pass(hourMs);
      expect(await world.stored()).toEqual([first, second]);
    });

    test("a refused purchase fails with a problem", async () => {
      await world.begin();
      world.service.stripe.refuses = {
        status: 400,
        error: { type: "invalid_request_error", code: "amount_too_large" },
      };
      await world.buy();
      world.service.stripe.refuses = undefined;
      expect(await world.stored()).toMatchObject([
        first,
        {
          state: "failed",
          failure: "provider_refused",
          problem: "The payment provider refuses the request: amount_too_large. Nothing was charged.",
        },
      ]);
    });

    test("a card that its provider does not know any more is to be entered again", async () => {
      await world.begin();
      const error = { type: "invalid_request_error", code: "resource_missing", param: "payment_method" };
      world.service.stripe.refuses = { status: 400, error };
      await world.buy();
      world.service.stripe.refuses = undefined;
      expect(await world.stored()).toMatchObject([
        first,
        { state: "failed", failure: "no_card", problem: null },
      ]);
    });

    test.each([
      [401, {}],
      [403, {}],
      [429, { code: "rate_limit" }],
      [503, { type: "api_error" }],
    ])("%p leaves the result unknown, and the attempt is repeated", async (status, error) => {
      await world.begin();
      world.service.stripe.refuses = { status, error: { type: "invalid_request_error", ...error } };
      await world.buy();
      world.service.stripe.refuses = undefined;
      expect(await world.stored()).toMatchObject([first, { state: "pending", attempts: 1, failure: null }]);
      await world.soon();
      expect(await world.stored()).toEqual([first, bought]);
      expect(world.taken()).toEqual([11_979, 6050]);
    });
  });
