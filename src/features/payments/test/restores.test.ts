import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import type { Point } from "../../../../test/decisions/world.ts";
import { kinds } from "../../../../test/harness.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { sold } from "./paid-service.ts";
import { type PaidWorld, startPaidWorld } from "./paid-world.ts";

/** All that a restore must not change, as it is stored. */
async function stored({ db }: PaidWorld) {
  return {
    payments: await rowsOf(
      db,
      sql`select id, account_id, subscription_id, kind, period, net_minor, minor, currency, state, provider, provider_ref,
          reference, is_charged, method, attempts, failure, problem, received_minor, refunded_minor, dispute,
          disputed_minor, credits, removed, owed, set_aside, paper_id, credited_minor, created_at, next_at
        from payment order by created_at, id`,
    ),
    refunds: await rowsOf(
      db,
      sql`select id, payment_id, minor, reason, state, account, recipient, reference, paper_id, sent_at, sent_by
        from payment_refund order by id`,
    ),
    transfers: await rowsOf(db, sql`select * from payment_transfer order by id`),
    papers: await rowsOf(db, sql`select * from paper order by number`),
    periods: await rowsOf(
      db,
      sql`select subscription_id, number, state, price_minor from billing_period
        order by subscription_id, number`,
    ),
    purchases: await rowsOf(
      db,
      sql`select subscription_id, source, period, amount, removed from credit_grant
        where source in ('purchase', 'period') and amount > 0 order by subscription_id, source, period, amount, removed`,
    ),
    events: await rowsOf(
      db,
      sql`select type, count(*) as count from outbox_event where type in ('payment.paid', 'payment.refunded')
        group by type order by type`,
    ),
  };
}

const charges = ({ stripe }: PaidWorld) =>
  [...stripe.intents.values()].map(({ metadata, amount_received, latest_charge }) => [
    metadata.payment_id,
    amount_received,
    latest_charge?.amount_refunded ?? 0,
  ]);

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of payments on ${kind.dialect}`, () => {
    test("what was charged and returned comes back, and is done once", async () => {
      const world = await startPaidWorld(kind);
      try {
        const account = await world.subscriber("s1");
        const wanted = { subscription_id: "s1", kind: "package", package_id: "small", minor: 6050 };
        const before = await world.buy(account, { ...wanted, method: "saved" });
        await world.look();
        const point = await world.point();
        const { id: byCard } = await world.buy(account, wanted);
        await world.payPage(byCard);
        const { id: saved } = await world.buy(account, { ...wanted, method: "saved" });
        await world.look();
        const { id: sent, transfer } = await world.buy(account, { ...wanted, method: "transfer" });
        const { reference } = transfer as { reference: string };
        const money = { minor: 6050, currency: "EUR" };
        await world.operator("POST", "/payments/transfers", { ...money, bank_ref: "b1", reference });
        await world.operator("POST", "/payments/transfers", { ...money, bank_ref: "b2", reference: "?" });
        const { body } = await world.operator("POST", "/payments/transfers", {
          ...money,
          bank_ref: "b3",
          reference: "?",
        });
        await world.operator("POST", `/payments/transfers/${(body as { id: string }).id}/return`);
        for (const [id, minor] of [
          [before.id, 1000],
          [saved, 6050],
          [sent, 500],
        ] as const)
          await world.operator("POST", `/payments/${id}/refund`, {
            minor,
            reason: `of ${minor}`,
            ...(id === sent && { iban: "DE89370400440532013000" }),
          });
        const refunds = await world.operator("GET", "/payments/refunds");
        for (const one of refunds.body as { id: string }[])
          await world.operator("POST", `/payments/refunds/${one.id}/sent`, {});
        // The period is charged a day ahead, and would have lapsed.
        await world.at(world.now() + 30 * dayMs);
        await world.at(world.now() + 20 * dayMs);
        const seen = await stored(world);
        const charged = charges(world);
        const refunded = world.stripe.asked.filter(({ path }) => path === "/v1/refunds").length;
        await world.goBack(point);
        const { events, ...rest } = await stored(world);
        const { events: _, ...known } = seen;
        expect(rest).toEqual(known);
        expect(charges(world)).toEqual(charged);
        expect(world.stripe.asked.filter(({ path }) => path === "/v1/refunds")).toHaveLength(refunded);
        // They are of the first period and the first package alone: the others were reported before.
        expect(events).toEqual([{ type: "payment.paid", count: 2 }]);
        expect(await world.replayReversed()).toBe(0);
        await world.at(world.now() + hourMs);
        expect((await stored(world)).payments).toEqual(known.payments);
      } finally {
        await world.end();
      }
    });

    test("a period that was paid in time does not lapse", async () => {
      const world = await startPaidWorld(kind);
      try {
        let point!: Point;
        await world.subscriber("s1", async () => {
          point = await world.point();
        });
        await world.at(world.now() + 25 * dayMs);
        const { events: _, ...known } = await stored(world);
        await world.goBack(point, { isPlansFirst: true });
        const { events: __, ...rest } = await stored(world);
        expect(rest).toEqual(known);
        expect(known.periods).toEqual([
          { subscription_id: "s1", number: 0, state: "paid", price_minor: 9900 },
        ]);
      } finally {
        await world.end();
      }
    });

    test("a charge under way is repeated under its key", async () => {
      const world = await startPaidWorld(kind);
      try {
        const account = await world.subscriber("s1");
        const point = await world.point();
        // A process that is killed while its provider answers has written this.
        let log = "";
        world.stripe.charged = () => {
          log = readFileSync(world.logFile, "utf8");
        };
        world.stripe.isLost = true;
        await world.buy(account, {
          subscription_id: "s1",
          kind: "package",
          package_id: "small",
          minor: 6050,
          method: "saved",
        });
        await world.look();
        world.stripe.isLost = false;
        const charged = charges(world);
        await world.goBack(point, { before: () => writeFileSync(world.logFile, log) });
        await world.at(world.now() + hourMs);
        expect(charges(world)).toEqual(charged);
        expect((await stored(world)).payments).toMatchObject([
          { kind: "renewal", state: "paid" },
          { kind: "package", state: "paid", attempts: 1, received_minor: 6050 },
        ]);
      } finally {
        await world.end();
      }
    });

    test("a plan begins again, and a card that was removed is not saved", async () => {
      const world = await startPaidWorld(kind);
      const cards = () => rowsOf(world.db, sql`select label from payment_method`);
      const plans = () =>
        rowsOf(world.db, sql`select product_id, state, payment, next_number from billing_plan`);
      try {
        await world.operator("PUT", "/products/scale", {
          state: "published",
          display_name: "scale",
          credits_granted: 15,
        });
        await world.operator("PUT", "/products/scale/offer", {
          ...sold,
          price_minor: 39_900,
          credits: 80_000,
        });
        const account = await world.subscriber("s1");
        await world.db.run(sql`delete from payment_method`);
        const point = await world.point();
        const { id } = await world.buy(account, {
          subscription_id: "s1",
          kind: "plan",
          product_id: "scale",
          minor: 48_279,
        });
        await world.payPage(id);
        expect(await cards()).toEqual([{ label: "Visa ending 4242" }]);
        await world.db.run(sql`delete from payment_method`);
        const seen = [await stored(world), await plans()];
        expect(seen[1]).toEqual([
          { product_id: "scale", state: "active", payment: "prepaid", next_number: 2 },
        ]);
        await world.goBack(point);
        const { events: _, ...known } = seen[0] as Awaited<ReturnType<typeof stored>>;
        const { events: __, ...rest } = await stored(world);
        expect<unknown>([rest, await plans()]).toEqual([known, seen[1]]);
        expect(await cards()).toEqual([]);
      } finally {
        await world.end();
      }
    });
  });
