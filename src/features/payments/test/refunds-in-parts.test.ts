import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { compareAll } from "../../../metering/consistency/findings.ts";
import { type Customer, day, rowsOf } from "../../billing/test/billed-service.ts";
import { paidPackage, spend, take } from "./histories.ts";
import { buy, type PaidService, papersOf, sold, startPaid } from "./paid-service.ts";

const gross = 6050;

/** What a package of €60.50 with 5,000 credits has after each refund. */
interface After {
  readonly minor: number;
  readonly removed: number;
  readonly owed: number;
  readonly left: number;
}

const partlySpent: readonly { readonly spent: number; readonly refunds: readonly After[] }[] = [
  {
    spent: 1800,
    refunds: [
      { minor: 3025, removed: 2500, owed: 0, left: 700 },
      { minor: 3025, removed: 3200, owed: 1800, left: 0 },
    ],
  },
  {
    spent: 1800,
    refunds: [
      { minor: 4840, removed: 3200, owed: 800, left: 0 },
      { minor: 605, removed: 3200, owed: 1300, left: 0 },
    ],
  },
  {
    spent: 4999,
    refunds: [
      { minor: 1, removed: 0, owed: 0, left: 1 },
      { minor: 2, removed: 1, owed: 1, left: 0 },
    ],
  },
];

/** The same with 3,200 credits that have expired: no more is owed than was spent. */
const expired: readonly After[] = [
  { minor: 1210, removed: 0, owed: 1000, left: 0 },
  { minor: 1210, removed: 0, owed: 1800, left: 0 },
  { minor: 1210, removed: 0, owed: 1800, left: 0 },
  { minor: 2420, removed: 0, owed: 1800, left: 0 },
];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a package whose money goes back in parts, on ${kind.dialect}`, () => {
    let service: PaidService;
    let number = 0;
    beforeAll(async () => {
      service = await startPaid(kind);
      // The package alone: a plan's own credits would be spent first.
      await service.sell("growth", { ...sold, price_minor: 0, credits: 0 });
      await service.at(day("2026-11-21"));
    });
    afterAll(() => service.end());

    async function holder(spent: number): Promise<Held> {
      const id = `parts${number++}`;
      const customer = await service.customer();
      await customer.ask("POST", `/subscriptions/${id}`, { scope: "/products/growth" });
      const { payment, intent, sent } = await paidPackage(service, customer, id);
      await service.hear(sent.id, sent.type, sent.object);
      await spend(service, id, spent);
      return { id, customer, payment: payment.id, intent };
    }

    const expire = async ({ id }: Held) => {
      await service.db.run(sql`
        update credit_grant set expires_at = ${service.now() - 1} where subscription_id = ${id} and source = 'purchase'`);
      await service.db.run(sql`update credit_balance set due_at = 0 where subscription_id = ${id}`);
    };

    const stored = async ({ payment, id }: Held) =>
      (
        await rowsOf(
          service.db,
          sql`select p.state, p.refunded_minor, p.credited_minor, p.removed, p.owed, b.remaining, b.used
            from payment p join credit_balance b on b.subscription_id = ${id} where p.id = ${payment}`,
        )
      )[0];

    /** Refunds of an operator, each with its preview, or of the provider, whose events arrive. */
    async function refund(held: Held, spent: number, refunds: readonly After[], isOperators: boolean) {
      let returned = 0;
      for (const [at, { minor, removed, owed, left }] of refunds.entries()) {
        const before = (await stored(held)) as { removed: number };
        if (isOperators) {
          const path = `/payments/${held.payment}/refund`;
          const preview = await service.operator("GET", `${path}?minor=${minor}`);
          expect([at, preview.body]).toMatchObject([
            at,
            { credits_removed: removed - before.removed, credits_owed: owed },
          ]);
          const made = await service.operator("POST", path, { minor, reason: "Part" });
          expect([at, made.status]).toEqual([at, 200]);
        } else {
          const { id, type, object } = take(service, held.intent, minor, at);
          await service.hear(id, type, object);
        }
        returned += minor;
        expect([at, await stored(held)]).toEqual([
          at,
          {
            state: returned === gross ? "refunded" : "part_refunded",
            refunded_minor: returned,
            credited_minor: returned,
            removed,
            owed,
            remaining: left,
            used: spent,
          },
        ]);
      }
      expect((await papersOf(service, held.id)).map(({ kind: paper, gross: sum }) => [paper, sum])).toEqual([
        ["invoice", gross],
        ...refunds.map(({ minor }) => ["credit_note", minor]),
      ]);
    }

    for (const { spent, refunds } of partlySpent)
      for (const by of ["an operator", "the provider"])
        test(`${spent} of 5,000 spent, then ${refunds.map(({ minor }) => minor).join(" and ")} by ${by}`, async () =>
          refund(await holder(spent), spent, refunds, by === "an operator"));

    for (const by of ["an operator", "the provider"])
      test(`expired, then refunds in parts by ${by}: no more is owed than was spent`, async () => {
        const held = await holder(1800);
        await expire(held);
        await refund(held, 1800, expired, by === "an operator");
      });

    test("credits that are owed are not taken from a cap, and are from the next package", async () => {
      const held = await holder(5000);
      const { id, type, object } = take(service, held.intent, gross, 0);
      await service.hear(id, type, object);
      await service.setTime(service.now() + 1000);
      const set = await held.customer.ask("PUT", `/subscriptions/${held.id}/overage`, { cap: 300 });
      expect(set.status).toBe(200);
      await service.look();
      const all = async () => ({
        grants: await rowsOf(
          service.db,
          sql`select source, amount, spent, removed, state from credit_grant
            where subscription_id = ${held.id} and amount > 0 order by created_at, id`,
        ),
        owed: await rowsOf(
          service.db,
          sql`select owed, collected from payment where subscription_id = ${held.id} order by created_at, id`,
        ),
        balance: await rowsOf(
          service.db,
          sql`select granted, remaining, used from credit_balance where subscription_id = ${held.id}`,
        ),
      });
      const first = { source: "purchase", amount: 5000, spent: 5000, removed: 0, state: expect.any(String) };
      const cap = { source: "overage", amount: 300, spent: 0, removed: 0, state: "open" };
      expect(await all()).toEqual({
        grants: [first, cap],
        owed: [{ owed: 5000, collected: 0 }],
        balance: [{ granted: 5300, remaining: 300, used: 5000 }],
      } as never);
      // A gift pays a part of them, and the cap nothing of the rest.
      await service.setTime(service.now() + 1000);
      const given = { source: "grant", credits: 100, expires_at: null, reason: "gift" };
      await service.operator("POST", `/subscriptions/${held.id}/grants`, given);
      await service.look();
      const gift = { source: "grant", amount: 100, spent: 0, removed: 100, state: "open" };
      expect(await all()).toEqual({
        grants: [first, cap, gift],
        owed: [{ owed: 5000, collected: 100 }],
        balance: [{ granted: 5300, remaining: 300, used: 5000 }],
      } as never);
      await service.setTime(service.now() + 1000);
      const again = await paidPackage(service, held.customer, held.id);
      await service.hear(again.sent.id, again.sent.type, again.sent.object);
      expect(await all()).toEqual({
        grants: [first, cap, gift, { ...first, spent: 0, removed: 4900 }],
        owed: [
          { owed: 5000, collected: 5000 },
          { owed: 0, collected: 0 },
        ],
        balance: [{ granted: 5400, remaining: 400, used: 5000 }],
      } as never);
    });

    test("a refund that the provider has not made yet counts for the next one", async () => {
      const held = await holder(0);
      const path = `/payments/${held.payment}/refund`;
      service.stripe.isDead = true;
      const first = await service.operator("POST", path, { minor: 4000, reason: "Part" });
      service.stripe.isDead = false;
      expect(first.status).toBe(503);
      const second = await service.operator("POST", path, { minor: 2051, reason: "Part" });
      expect([second.status, second.body]).toMatchObject([
        409,
        { detail: "At most €20.50 can be returned. Nothing was changed." },
      ]);
    });

    test("nothing is returned of a payment that is disputed", async () => {
      const held = await holder(0);
      const { id, type, object } = take(service, held.intent, "dispute", 0);
      await service.hear(id, type, object);
      const got = await service.operator("POST", `/payments/${held.payment}/refund`, {
        minor: 1,
        reason: "Part",
      });
      expect([got.status, got.body]).toMatchObject([
        409,
        { detail: "The payment is disputed: nothing of it can be returned. Nothing was changed." },
      ]);
    });

    test("a package is valid to the end of its last day, in the zone of the plan", async () => {
      const { id, customer } = await holder(0);
      await customer.ask("PUT", `/subscriptions/${id}/time-zone`, { time_zone: "Asia/Tokyo" });
      const bought = await buy(customer, {
        subscription_id: id,
        kind: "package",
        package_id: "small",
        minor: gross,
        method: "transfer",
      });
      await service.operator("POST", `/payments/${bought.id}/received`, { minor: gross });
      const expiries = await rowsOf<{ at: number }>(
        service.db,
        sql`select g.expires_at as at from credit_grant g join payment p on p.grant_id = g.id where p.id = ${bought.id}`,
      );
      const date = new Date(service.now() + 9 * 3_600_000);
      // Twelve months later, the day is over in Tokyo at 15:00 of UTC.
      const end = Date.UTC(date.getUTCFullYear() + 1, date.getUTCMonth(), date.getUTCDate(), 15);
      expect(expiries).toEqual([{ at: end }]);
    });

    test("the ledger explains every balance", async () => {
      const compared = await compareAll(service.db, { schema: ["none"] });
      const differing = compared.flatMap((one) => (one.differing > 0 ? one.found : []));
      // The uses are written by the tests, without calls.
      expect(differing).toEqual(["schema", "credits by hour"]);
    });
  });

interface Held {
  readonly id: string;
  readonly customer: Customer;
  readonly payment: string;
  readonly intent: string;
}
