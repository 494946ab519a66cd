import { describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { startCharged } from "./charged.ts";
import { faultsIn } from "./debited.ts";
import { sold } from "./paid-service.ts";

const dayMs = 24 * hourMs;

for (const kind of kinds)
  for (const way of ["declined", "debited"] as const)
    describe.skipIf(kind.missing)(`a plan in place of an unpaid one, ${way}, on ${kind.dialect}`, () => {
      test("the plan that is paid goes on when the period of before lapses", async () => {
        const world = await startCharged(kind, { VINGATE_SLOW_DEBITS: "grant" });
        const { stripe, db } = world.service;
        try {
          await world.service.sell("other", { ...sold, price_minor: 20_000, credits: 40_000 });
          await world.begin();
          const [first] = await rowsOf<{ end: number }>(
            db,
            sql`select ends_at as "end" from billing_period where subscription_id = ${world.id}`,
          );
          if (way === "declined") stripe.declines = "card_declined";
          else stripe.slow = { days: 5, fails: "insufficient_funds" };
          await world.service.at(first!.end - 23 * hourMs);
          await world.pass(dayMs + 11 * hourMs);
          stripe.declines = undefined;
          stripe.slow = undefined;
          const other = { kind: "plan", product_id: "other", minor: 24_200 };
          await world.customer.ask("POST", "/payments", {
            ...other,
            subscription_id: world.id,
            currency: "EUR",
            method: "saved",
          });
          await world.service.look();
          stripe.declines = "card_declined";
          for (let days = 0; days < 12; days++) await world.pass(dayMs);
          stripe.declines = undefined;
          const periods = await rowsOf(
            db,
            sql`select number, product_id as product, state from billing_period
              where subscription_id = ${world.id} order by number`,
          );
          expect(periods).toEqual([
            { number: 0, product: "growth", state: "paid" },
            { number: 1, product: "growth", state: "lapsed" },
            { number: 2, product: "other", state: "paid" },
          ]);
          const plan = sql`select product_id as product, state from billing_plan where subscription_id = ${world.id}`;
          expect(await rowsOf(db, plan)).toEqual([{ product: "other", state: "active" }]);
          expect(await faultsIn(world)).toEqual([]);
          for (let days = 0; days < 19; days++) await world.pass(dayMs);
          const renewed = sql`select state from billing_period where subscription_id = ${world.id} and number = 3`;
          expect(await rowsOf(db, renewed)).toEqual([{ state: "paid" }]);
        } finally {
          await world.service.end();
        }
      });
    });
