import { describe, expect, test } from "bun:test";
import { type Asker, asker, signedIn } from "../../../../test/callers.ts";
import { resumeWorld, startWorld, type World } from "../../../../test/decisions/world.ts";
import { type Account, kinds, signUp } from "../../../../test/harness.ts";
import { minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { Billing } from "../../billing/billing.ts";
import { day } from "../../billing/test/billed-service.ts";
import { enterBuyer, enterSeller } from "../../papers/test/issued.ts";
import { Payments } from "../payments.ts";
import { saveMethod } from "../rows/method-rows.ts";
import { sold } from "./paid-service.ts";
import { StripeStub, signedEvent } from "./stripe-stub.ts";

const start = day("2026-11-21");

const operator = ({ service }: World): Asker => asker(service, service.operatorHeaders);

async function startSelling(kind: (typeof kinds)[number], settings: Record<string, string> = {}) {
  const world = await startWorld(kind, { VINGATE_PAYMENTS: "invoice", ...settings }, {}, { isClocked: true });
  for (const [id, terms] of [
    ["growth", sold],
    ["larger", { ...sold, price_minor: 20_000, credits: 50_000 }],
  ] as const) {
    const product = { state: "published", display_name: id, credits_granted: 15 };
    await operator(world)("PUT", `/products/${id}`, product);
    expect((await operator(world)("PUT", `/products/${id}/offer`, terms)).status).toBe(200);
  }
  await enterSeller(world.service.app.database);
  return world;
}

/** Does what is due of plans and payments at a time. */
async function at(world: World, now: number): Promise<void> {
  await world.setTime(now);
  const { app } = world.service;
  await opened(app, Billing).doDue();
  await opened(app, Payments).look();
  await opened(app, Billing).doDue();
}

const customerOf = async ({ service }: World, account: Account) =>
  asker(service, await signedIn(service, account));

const plansOf = async ({ service }: World) => {
  const rows = await service.app.database.all<{
    id: string;
    state: string;
    ends: number | null;
    cap: number;
  }>(sql`
    select subscription_id as id, state, change_number as ends, cap from billing_plan
    where subscription_id like 's-%' order by subscription_id`);
  return Object.fromEntries(rows.map(({ id, state, ends, cap }) => [id, [state, ends, cap]]));
};

const topUpsOf = async ({ service }: World) => {
  const rows = await service.app.database.all<{ id: string; enabled: number; most: number }>(sql`
    select subscription_id as id, enabled, month_limit_minor as most from top_up order by subscription_id`);
  return Object.fromEntries(rows.map(({ id, enabled, most }) => [id, [enabled, most]]));
};

const count = async ({ service }: World, table: ReturnType<typeof sql>): Promise<number> =>
  (await service.app.database.get<{ count: number }>(sql`select count(*) as count from ${table}`))!.count;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of payments on ${kind.dialect}`, () => {
    test("no restore brings a withdrawn consent to charge back", async () => {
      const world = await startSelling(kind);
      try {
        const accounts = [
          await signUp(world.service),
          await signUp(world.service),
          await signUp(world.service),
        ];
        const [owner, removing, replacing] = accounts as [Account, Account, Account];
        const { database } = world.service.app;
        for (const { userId } of accounts)
          await saveMethod(
            database,
            userId,
            "stripe",
            { customerRef: "c", methodRef: "old", label: "Visa" },
            1,
          );
        const customer = await customerOf(world, owner);
        for (const id of ["paused", "ended", "capped", "changed", "kept"]) {
          await operator(world)("POST", `/subscriptions/s-${id}`, {
            scope: "/products/growth",
            owner_id: owner.userId,
          });
          const cap = await customer("PUT", `/subscriptions/s-${id}/overage`, { cap: 5000 });
          expect(cap.status).toBe(200);
        }
        const topUp = { enabled: true, threshold: 1, package_id: "small", month_limit_minor: 10_000 };
        for (const id of ["s-paused", "s-ended", "s-kept"])
          expect((await customer("PUT", `/subscriptions/${id}/top-up`, topUp)).status).toBe(200);
        const point = await world.point();
        const post = async (path: string, json?: object) =>
          expect((await customer("POST", path, json)).status).toBe(200);
        await post("/subscriptions/s-paused/pause");
        await post("/subscriptions/s-ended/plan", { product_id: null, when: "period_end" });
        await customer("PUT", "/subscriptions/s-capped/overage", { cap: 100 });
        await post("/subscriptions/s-changed/plan", {
          product_id: "larger",
          when: "now",
          price_minor: 20_000,
          currency: "EUR",
          offer_version: 1,
        });
        await customer("PUT", "/subscriptions/s-paused/top-up", { ...topUp, enabled: false });
        await customer("PUT", "/subscriptions/s-ended/top-up", { ...topUp, month_limit_minor: 6000 });
        const other = await customerOf(world, removing);
        expect((await other("DELETE", `/users/${removing.userId}/payment-method`)).status).toBe(200);
        await database.transaction((tx) =>
          saveMethod(
            tx,
            replacing.userId,
            "stripe",
            { customerRef: "c", methodRef: "new", label: "Visa" },
            2,
          ),
        );
        await world.goBack(point);
        expect(await plansOf(world)).toEqual({
          "s-paused": ["paused", null, 5000],
          "s-ended": ["active", 1, 5000],
          "s-capped": ["active", null, 100],
          "s-changed": ["paused", null, 5000],
          "s-kept": ["active", null, 5000],
        });
        expect(await topUpsOf(world)).toEqual({
          "s-paused": [0, 0],
          "s-ended": [1, 6000],
          "s-kept": [1, 10_000],
        });
        const methods = await world.service.app.database.all<{ id: string }>(
          sql`select account_id as id from payment_method`,
        );
        expect(methods.map(({ id }) => id)).toEqual([owner.userId]);
        const caps = await world.service.app.database.all<{ amount: number }>(sql`
          select amount - removed as amount from credit_grant
          where subscription_id = 's-capped' and source = 'overage'`);
        expect(caps.map(({ amount }) => amount)).toEqual([100]);
        await at(world, day("2026-12-24"));
        const periods = await world.service.app.database.all<{ id: string; periods: number }>(sql`
          select subscription_id as id, count(*) as periods from billing_period
          where subscription_id like 's-%' group by subscription_id order by subscription_id`);
        expect(periods.map(({ id, periods }) => [id, periods])).toEqual([
          ["s-capped", 2],
          ["s-changed", 1],
          ["s-ended", 1],
          ["s-kept", 2],
          ["s-paused", 1],
        ]);
      } finally {
        await world.end();
      }
    });

    test("while held nothing is charged or granted; then each period is, once", async () => {
      const stripe = new StripeStub();
      const world = await startSelling(kind, stripe.settings);
      try {
        const account = await signUp(world.service);
        await enterBuyer(world.service.app.database, account.userId);
        const customer = await customerOf(world, account);
        await customer("POST", "/subscriptions/s-1", { scope: "/products/growth" });
        const wanted = { subscription_id: "s-1", kind: "renewal", period: 0, minor: 11_979 };
        await at(world, start);
        const bought = await customer("POST", "/payments", { currency: "EUR", method: "card", ...wanted });
        const { id } = bought.body as { id: string };
        const session = stripe.sessionOf(id);
        stripe.pay(session.id);
        const event = () => {
          const object = { object: "checkout.session", id: session.id, payment_intent: session.intent!.id };
          const { app } = world.service;
          const signed = signedEvent("evt_1", "checkout.session.completed", object, app.clock());
          return world.service.ask("POST", "/payments/stripe/events", signed);
        };
        expect((await event()).status).toBe(200);
        await at(world, day("2026-12-19"));
        const point = await world.point();
        await world.setTime(day("2026-12-19") + 2 * minuteMs);
        await operator(world)("POST", "/subscriptions/s-1/regeneratePrimaryKey");
        await world.goBack(point);
        const grants = sql`credit_grant where subscription_id = 's-1'`;
        const events = sql`outbox_event where subscription_id = 's-1'`;
        const before = [await count(world, grants), await count(world, events), stripe.asked.length];
        await at(world, day("2026-12-21") + minuteMs);
        await at(world, day("2027-02-25"));
        const held = await event();
        expect([held.status, (held.body as { code: string }).code]).toEqual([503, "held"]);
        for (const [method, path, json] of [
          ["POST", "/payments", { currency: "EUR", method: "card", ...wanted }],
          [
            "POST",
            "/subscriptions/s-1/plan",
            { product_id: "growth", when: "now", price_minor: 1, currency: "EUR", offer_version: 1 },
          ],
          ["PUT", "/subscriptions/s-1/overage", { cap: 1 }],
          [
            "PUT",
            "/subscriptions/s-1/top-up",
            { enabled: true, threshold: 1, package_id: "small", month_limit_minor: 10_000 },
          ],
        ] as const)
          expect((await operator(world)(method, path, json)).status).toBe(503);
        const off = { enabled: false, threshold: 1, package_id: "small", month_limit_minor: 1 };
        expect((await operator(world)("PUT", "/subscriptions/s-1/top-up", off)).status).toBe(200);
        expect([await count(world, grants), await count(world, events), stripe.asked.length]).toEqual(before);
        await world.setTime(day("2026-12-21"));
        // What the provider took since the backup is known: nothing.
        await opened(world.service.app, Payments).restored.list();
        await resumeWorld(world, "drop");
        expect((await event()).status).toBe(200);
        await at(world, day("2026-12-21"));
        await at(world, day("2026-12-21") + minuteMs);
        const payments = await world.service.app.database.all<{ period: number; state: string }>(sql`
          select period, state from payment where subscription_id = 's-1' order by period`);
        expect(payments.map(({ period, state }) => [period, state])).toEqual([
          [0, "paid"],
          [1, "paid"],
        ]);
        expect(stripe.intents.size).toBe(2);
      } finally {
        await world.end();
        await stripe.stop();
      }
    });
  });
