import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { compareAll } from "../../../metering/consistency/findings.ts";
import { type Customer, day, rowsOf } from "../../billing/test/billed-service.ts";
import { paidPackage, type Step, spend, take } from "./histories.ts";
import { buy, type PaidService, papersOf, sold, startPaid } from "./paid-service.ts";

/** A package of €60.50 with 5,000 credits, of which some are spent, and what is reversed of it. */
const cases: readonly {
  readonly spent: number;
  readonly steps: readonly Step[];
  readonly removed: number;
  readonly owed: number;
  readonly left: number;
  readonly aside?: number;
}[] = [
  { spent: 1800, steps: [3630], removed: 3000, owed: 0, left: 200 },
  { spent: 1800, steps: [6050], removed: 3200, owed: 1800, left: 0 },
  { spent: 1800, steps: [3630, 2420], removed: 3200, owed: 1800, left: 0 },
  { spent: 5000, steps: [3025], removed: 0, owed: 2500, left: 0 },
  { spent: 1800, steps: ["dispute"], removed: 0, owed: 0, left: 0, aside: 3200 },
  { spent: 1800, steps: ["dispute", "won"], removed: 0, owed: 0, left: 3200 },
  { spent: 1800, steps: ["dispute", "lost"], removed: 3200, owed: 1800, left: 0 },
  { spent: 1800, steps: [1210, "dispute", "lost"], removed: 3200, owed: 1800, left: 0 },
];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`reversed payments on ${kind.dialect}`, () => {
    let service: PaidService;
    let number = 0;
    beforeAll(async () => {
      service = await startPaid(kind);
      // The package alone: a plan's own credits would be spent first.
      await service.sell("growth", { ...sold, price_minor: 0, credits: 0 });
      await service.at(day("2026-11-21"));
    });
    afterAll(() => service.end());

    /** A customer with a package, of which credits are spent. */
    async function holder(spent: number): Promise<{
      id: string;
      customer: Customer;
      payment: string;
      intent: string;
    }> {
      const id = `holder${number++}`;
      const customer = await service.customer();
      await customer.ask("POST", `/subscriptions/${id}`, { scope: "/products/growth" });
      const { payment, intent, sent } = await paidPackage(service, customer, id);
      await service.hear(sent.id, sent.type, sent.object);
      if (spent > 0) await spend(service, id, spent);
      return { id, customer, payment: payment.id, intent };
    }

    const balanceOf = async (id: string) =>
      (
        await rowsOf(
          service.db,
          sql`select granted, remaining, used from credit_balance where subscription_id = ${id}`,
        )
      )[0];

    const read = async (id: string) => (await service.operator("GET", `/payments/${id}`)).body;

    for (const { spent, steps, removed, owed, left, aside = 0 } of cases)
      test(`${spent} of 5,000 spent, then ${steps.join(", ")}`, async () => {
        const { id, payment, intent } = await holder(spent);
        for (const [at, step] of steps.entries()) {
          const { id: event, type, object } = take(service, intent, step, at);
          await service.hear(event, type, object);
        }
        expect(await read(payment)).toMatchObject({
          credits_removed: removed,
          credits_owed: owed,
          credits_set_aside: aside,
        });
        expect(await balanceOf(id)).toEqual({ granted: spent + left, remaining: left, used: spent });
      });

    test("a refund shows what it does before it is made, and returns the money", async () => {
      const { id, payment, intent } = await holder(1800);
      const preview = await service.operator("GET", `/payments/${payment}/refund?minor=3630`);
      const { paper_id } = (await read(payment)) as { paper_id: string };
      expect(preview.body).toEqual({
        minor: 3630,
        minor_max: 6050,
        credits_left: 3200,
        credits_removed: 3000,
        credits_owed: 0,
        corrects: paper_id,
        by: "provider",
        account: null,
        recipient: "Ada Byron",
      });
      const got = await service.operator("POST", `/payments/${payment}/refund`, {
        minor: 3630,
        reason: "Requested by customer",
      });
      expect(got.body).toMatchObject({ state: "part_refunded", refunded_minor: 3630, credits_removed: 3000 });
      expect(service.stripe.intents.get(intent)!.latest_charge!.amount_refunded).toBe(3630);
      expect((await papersOf(service, id)).map(({ kind: paper, gross }) => [paper, gross])).toEqual([
        ["invoice", 6050],
        ["credit_note", 3630],
      ]);
      const more = await service.operator("POST", `/payments/${payment}/refund`, {
        minor: 2421,
        reason: "x",
      });
      expect(more.body).toMatchObject({ detail: "At most €24.20 can be returned. Nothing was changed." });
    });

    test("a refund that the provider did not answer is made later, once", async () => {
      const { payment, intent } = await holder(0);
      service.stripe.isDead = true;
      const refund = { minor: 1000, reason: "Duplicate" };
      expect((await service.operator("POST", `/payments/${payment}/refund`, refund)).status).toBe(503);
      service.stripe.isDead = false;
      await service.at(service.app.clock() + 61_000);
      await service.at(service.app.clock() + 61_000);
      expect(service.stripe.intents.get(intent)!.latest_charge!.amount_refunded).toBe(1000);
      expect(await read(payment)).toMatchObject({ state: "part_refunded", refunded_minor: 1000 });
    });

    test("a refund that the provider refuses returns nothing, and can be made again", async () => {
      const { payment, intent } = await holder(0);
      service.stripe.refusesRefunds = true;
      const refund = { minor: 6050, reason: "Duplicate" };
      const refused = await service.operator("POST", `/payments/${payment}/refund`, refund);
      service.stripe.refusesRefunds = false;
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        detail: "The payment provider refuses it: charge_disputed. Nothing was returned.",
      });
      expect(await read(payment)).toMatchObject({ state: "paid", refunded_minor: 0 });
      const made = await service.operator("POST", `/payments/${payment}/refund`, refund);
      expect(made.body).toMatchObject({ state: "refunded" });
      expect(service.stripe.intents.get(intent)!.latest_charge!.amount_refunded).toBe(6050);
    });

    test("credits that have expired are not owed", async () => {
      const { payment, intent, id } = await holder(1800);
      await service.db.run(sql`
        update credit_grant set expires_at = ${service.app.clock() - 1} where subscription_id = ${id} and source = 'purchase'`);
      await service.db.run(sql`update credit_balance set due_at = 0 where subscription_id = ${id}`);
      const { id: event, type, object } = take(service, intent, 6050, 0);
      await service.hear(event, type, object);
      expect(await read(payment)).toMatchObject({
        state: "refunded",
        credits_removed: 0,
        credits_owed: 1800,
      });
    });

    test("owed credits are taken from what is bought later, and can be forgiven", async () => {
      const { id, customer, payment, intent } = await holder(1800);
      const { id: event, type, object } = take(service, intent, 6050, 0);
      await service.hear(event, type, object);
      await service.at(service.app.clock() + 1000);
      const bought = await buy(customer, {
        subscription_id: id,
        kind: "package",
        package_id: "small",
        minor: 6050,
        method: "saved",
      });
      await service.look();
      expect(await read(bought.id)).toMatchObject({ state: "paid" });
      expect(await read(payment)).toMatchObject({ credits_owed: 0 });
      expect(await balanceOf(id)).toEqual({ granted: 5000, remaining: 3200, used: 1800 });

      const other = await holder(1800);
      const second = take(service, other.intent, 6050, 0);
      await service.hear(second.id, second.type, second.object);
      const forgiven = await service.operator("POST", `/payments/${other.payment}/forgive`);
      expect(forgiven.body).toMatchObject({ credits_owed: 0 });
      expect((await service.operator("POST", `/payments/${other.payment}/forgive`)).status).toBe(409);
    });

    test("a dispute has the day until which it is answered, in Inbox too, until it is decided", async () => {
      const { payment, intent } = await holder(0);
      const stored = async () =>
        (await rowsOf(service.db, sql`select dispute_due_at as due from payment where id = ${payment}`))[0]!
          .due;
      const happens = async (step: Step, number: number) => {
        const { id, type, object } = take(service, intent, step, number);
        await service.hear(id, type, object);
      };
      await happens("dispute", 0);
      const due = service.stripe.disputes.find((one) => one.intent === intent)!.dueBy * 1000;
      expect(await stored()).toBe(due);
      const { rows } = (await service.operator("GET", "/system/inbox")).body as {
        rows: { id: string; deadline: string; consequence: string }[];
      };
      const row = rows.find(({ id }) => id === `dispute.${payment}`);
      expect(row).toMatchObject({ deadline: new Date(due).toISOString(), values: { due_at: due } });
      expect(row!.consequence).toStartWith("Without an answer by ");
      await happens("won", 1);
      expect(await stored()).toBeNull();
    });

    test("credits that expired while a dispute was open are granted again for as long as they were left", async () => {
      const { id, intent } = await holder(1800);
      const opening = take(service, intent, "dispute", 0);
      await service.hear(opening.id, opening.type, opening.object);
      const year = 400 * 86_400_000;
      await service.at(service.app.clock() + year);
      const won = take(service, intent, "won", 1);
      await service.hear(won.id, won.type, won.object);
      expect(await balanceOf(id)).toMatchObject({ remaining: 3200, used: 1800 });
    });

    test("the ledger explains every balance", async () => {
      const compared = await compareAll(service.db, { schema: ["none"] });
      const differing = compared.flatMap((one) => (one.differing > 0 ? one.found : []));
      // The uses are written by the tests, without calls.
      expect(differing).toEqual(["schema", "credits by hour"]);
    });
  });
