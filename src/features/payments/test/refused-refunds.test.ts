import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { minuteMs } from "../../../base/durations.ts";
import { paidPackage } from "./histories.ts";
import { startWatched, type Watched } from "./watched.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`refunds that are refused, and other accounts, on ${kind.dialect}`, () => {
    let watched: Watched;
    beforeAll(async () => {
      watched = await startWatched(kind);
    });
    afterAll(() => watched.service.end());

    test("a refund that is refused when it is repeated is a problem of the payment and the provider", async () => {
      const { service, customer } = watched;
      const { payment, sent } = await paidPackage(service, customer, "s1");
      await service.hear(sent.id, sent.type, sent.object);
      const path = `/payments/${payment.id}`;
      const refund = { minor: 2000, reason: "Part" };
      // Whoever reads the refusal needs no problem.
      service.stripe.refusesRefunds = true;
      expect((await service.operator("POST", `${path}/refund`, refund)).status).toBe(409);
      service.stripe.refusesRefunds = false;
      expect((await service.operator("GET", path)).body).toMatchObject({ problem: null });
      service.stripe.isDead = true;
      expect((await service.operator("POST", `${path}/refund`, refund)).status).toBe(503);
      service.stripe.isDead = false;
      service.stripe.refusesRefunds = true;
      await service.at(service.app.clock() + 2 * minuteMs);
      service.stripe.refusesRefunds = false;
      const problem =
        "The payment provider refuses to return €20.00: charge_disputed. Nothing was returned. Refund it again, or by transfer.";
      expect((await service.operator("GET", path)).body).toMatchObject({
        state: "paid",
        refunded_minor: 0,
        problem,
      });
      await watched.watch();
      const { problems } = await watched.shown();
      expect(problems).toMatchObject([
        {
          code: "refunds_refused",
          found: `Stripe has refused refunds of 1 payment, whose money was not returned. ${problem.slice(0, -1)}`,
        },
      ]);
      const again = await service.operator("POST", `${path}/refund`, refund);
      expect(again.body).toMatchObject({ state: "part_refunded", refunded_minor: 2000 });
      await service.operator("POST", `${path}/resolve`);
      await watched.watch();
      expect(await watched.codes()).toEqual([]);
    });

    test("a key of another account is named, until a charge was made there", async () => {
      const { service, customer } = watched;
      const { intents } = service.stripe;
      const former = [...intents];
      intents.clear();
      await watched.watchLater();
      const { problems } = await watched.shown();
      expect(problems).toMatchObject([
        {
          code: "account_other",
          found: expect.stringMatching(
            /^VINGATE_STRIPE_KEY is a key of Stripe's account acct_\w+, which does not have pi_\w+, the last charge/,
          ),
        },
      ]);
      const { sent } = await paidPackage(service, customer, "s1");
      await service.setTime(service.now() + minuteMs);
      await service.hear(sent.id, sent.type, sent.object);
      await watched.watchLater();
      expect(await watched.codes()).toEqual([]);
      for (const [id, intent] of former) intents.set(id, intent);
    });
  });
