import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { minuteMs } from "../../../base/durations.ts";
import { list, raw, sql } from "../../../database/sql.ts";
import { type Customer, rowsOf } from "../../billing/test/billed-service.ts";
import { outcomeOf, paidPackage } from "./histories.ts";
import type { PaidService } from "./paid-service.ts";
import { startWatched, type Watched } from "./watched.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`events of the payment provider on ${kind.dialect}`, () => {
    let watched: Watched;
    let service: PaidService;
    let customer: Customer;
    beforeAll(async () => {
      watched = await startWatched(kind);
      ({ service, customer } = watched);
    });
    afterAll(() => service.end());

    test("signed events of unknown objects are answered, counted and shown", async () => {
      const before = (await watched.shown()).unknown_events as number;
      const other = service.stripe.newIntent(700, "eur", {});
      service.stripe.succeed(other, 700, "4242");
      for (const [type, object] of [
        ["balance.available", { object: "balance" }],
        ["payout.paid", { object: "payout", id: "po_9", payment_intent: 5 }],
        ["customer.created", { object: "customer", id: "cus_9" }],
        ["payment_intent.succeeded", { object: "payment_intent", id: "pi_of_nobody" }],
        ["charge.refunded", { object: "charge", id: "ch_9", payment_intent: other.id }],
      ] as const)
        expect((await watched.send(type, object)).status).toBe(200);
      expect((await watched.shown()).unknown_events).toBe(before + 5);
    });

    test("events that have not come are read hourly, each once", async () => {
      await watched.watchLater();
      const bought = [await paidPackage(service, customer, "s1"), await paidPackage(service, customer, "s1")];
      await service.setTime(service.now() + minuteMs);
      await watched.watch();
      for (const { payment } of bought)
        expect(await outcomeOf(service, payment.id)).toMatchObject({ state: "pending" });
      service.stripe.refund(bought[0]!.intent, 1000);
      await watched.watchLater();
      expect(await outcomeOf(service, bought[0]!.payment.id)).toMatchObject({
        state: "part_refunded",
        refunded_minor: 1000,
        paid: 1,
      });
      expect(await outcomeOf(service, bought[1]!.payment.id)).toMatchObject({ state: "paid", paid: 1 });
      const asked = service.stripe.asked.length;
      await watched.watchLater();
      // The account, its last charge, its endpoints, the events and the balance: nothing else is fetched again.
      expect(service.stripe.asked.slice(asked).map((one) => one.path.split("?")[0])).toEqual([
        "/v1/account",
        expect.stringMatching(/^\/v1\/payment_intents\/pi_\d+$/),
        "/v1/webhook_endpoints",
        "/v1/balance_transactions",
        "/v1/events",
        "/v1/balance_transactions",
      ]);
      // From the last one on, with five minutes of events and an hour of the balance that can be listed late.
      const [events, balance] = service.stripe.asked.slice(-2);
      const event = service.stripe.events.at(-1)!;
      expect(events!.path).toContain(`created%5Bgte%5D=${event.created - 300}`);
      const entry = service.stripe.balance.all.at(-1)!;
      expect(balance!.path).toContain(`created%5Bgte%5D=${entry.created - 3600}`);
      expect(
        await rowsOf(service.db, sql`select charge_ref, minor from payment_balance where type = 'refund'`),
      ).toEqual([{ charge_ref: bought[0]!.intent, minor: -1000 }]);
      // Each payment has its charge in the balance.
      expect(
        await rowsOf(
          service.db,
          sql`select y.id from payment y where y.paid_at is not null and not exists (
            select 1 from payment_balance b where b.charge_ref = y.provider_ref and b.minor = y.received_minor)`,
        ),
      ).toEqual([]);
    });

    test("after a restore nothing is read before an operator has looked", async () => {
      const { payment } = await paidPackage(service, customer, "s1");
      const { held } = service.app;
      const current = Object.getOwnPropertyDescriptor(held, "current");
      Object.defineProperty(held, "current", { configurable: true, value: { since: 1 } });
      await watched.watchLater();
      expect(await outcomeOf(service, payment.id)).toMatchObject({ state: "pending" });
      if (current) Object.defineProperty(held, "current", current);
      else delete (held as { current?: unknown }).current;
      await watched.watchLater();
      expect(await outcomeOf(service, payment.id)).toMatchObject({ state: "paid" });
    });

    test("refunds and disputes of a payment that is not here are kept, and applied when it is", async () => {
      const { payment, intent, sent } = await paidPackage(service, customer, "s1");
      await service.hear(sent.id, sent.type, sent.object);
      const [row] = await rowsOf<Record<string, unknown>>(
        service.db,
        sql`select * from payment where id = ${payment.id}`,
      );
      await service.db.run(sql`delete from payment where id = ${payment.id}`);
      service.stripe.refund(intent, 1000);
      const object = { object: "charge", id: "ch_1", payment_intent: intent };
      expect((await watched.send("charge.refunded", object)).status).toBe(200);
      const listed = async () =>
        (await service.operator("GET", "/payments/returns?state=unmatched")).body as Record<
          string,
          unknown
        >[];
      expect(await listed()).toMatchObject([
        {
          provider_ref: intent,
          payment_id: payment.id,
          refunded_minor: 1000,
          received_minor: 6050,
          dispute: null,
        },
      ]);
      await service.look();
      service.stripe.dispute(intent, "needs_response");
      expect((await watched.send("charge.dispute.created", { ...object, object: "dispute" })).status).toBe(
        200,
      );
      expect(await listed()).toMatchObject([{ refunded_minor: 1000, dispute: "open" }]);
      await service.db.run(sql`
        insert into payment (${raw(Object.keys(row!).join(", "))}) values (${list(Object.values(row!) as string[])})`);
      await service.look();
      expect(await listed()).toEqual([]);
      expect(await outcomeOf(service, payment.id)).toMatchObject({
        state: "disputed",
        refunded_minor: 1000,
        dispute: "open",
      });
      const all = (await service.operator("GET", "/payments/returns")).body as {
        id: string;
        state: string;
      }[];
      expect(all.map(({ state }) => state)).toEqual(["matched"]);
      const closed = await service.operator("POST", `/payments/returns/${all[0]!.id}/close`, {});
      expect(closed.body).toMatchObject({ detail: "It is matched already. Nothing was changed." });
    });
  });
