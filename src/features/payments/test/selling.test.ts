import { afterEach, describe, expect, test } from "bun:test";
import { migrations } from "../../../../test/database/migrations.ts";
import { type Got, kinds, testStart } from "../../../../test/harness.ts";
import { loadConfig } from "../../../config.ts";
import { migrate } from "../../../database/migrate.ts";
import { sql } from "../../../database/sql.ts";
import { features } from "../../../features.ts";
import type { Inspected } from "../../../running/check.ts";
import { type Customer, day, growth } from "../../billing/test/billed-service.ts";
import { seller, taxes } from "../../papers/test/issued.ts";
import { paymentCheck } from "../payment-check.ts";
import { readWay } from "../selling.ts";
import { type PaidService, sold, startPaid } from "./paid-service.ts";

const off = "Not sold: payments are off.";
const noSeller = "Not sold yet: the seller's data and the rates of tax are not entered.";
const free = { ...sold, price_minor: 0, credits: 500 };

const changeTo = (product_id: string, price_minor: number, when = "now") => ({
  product_id,
  when,
  price_minor,
  currency: "EUR",
  offer_version: 1,
});

/** Every request by which a customer with the free plan `f` can begin what has a price. */
const purchases = [
  ["POST", "/subscriptions/g", { scope: "/products/growth" }],
  ["POST", "/subscriptions/f/plan", changeTo("growth", 9900)],
  ["POST", "/subscriptions/f/plan", changeTo("growth", 9900, "period_end")],
  ["PUT", "/subscriptions/f/overage", { cap: 100 }],
  ["GET", "/payments/quote?subscription_id=f&kind=plan&product_id=growth", undefined],
  ["GET", "/payments/quote?subscription_id=f&kind=package&package_id=small", undefined],
  [
    "POST",
    "/payments",
    {
      subscription_id: "f",
      kind: "package",
      package_id: "small",
      minor: 6050,
      currency: "EUR",
      method: "card",
    },
  ],
  [
    "PUT",
    "/subscriptions/f/top-up",
    { enabled: true, threshold: 100, package_id: "small", month_limit_minor: 10_000 },
  ],
] as const;

const detailOf = ({ status, body }: Got) => [status, (body as { detail?: unknown }).detail];

async function refusalsOf(customer: Customer): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [method, path, json] of purchases)
    answers.push(detailOf(await customer.ask(method, path, json)));
  return answers;
}

const membersOf = async (service: PaidService, customer: Customer) => {
  const { not_sold, changes } = (await customer.ask("GET", "/subscriptions/f/plan")).body as {
    not_sold: unknown;
    changes: { product_id: string; now: unknown; period_end: unknown }[];
  };
  const pricing = (await service.ask("GET", "/pricing")).body as { not_sold: unknown };
  const growth = changes.find(({ product_id }) => product_id === "growth")!;
  return [not_sold, growth.now !== null, growth.period_end !== null, pricing.not_sold];
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`what is sold on ${kind.dialect}`, () => {
    let service: PaidService;
    afterEach(() => service?.end());

    async function start(settings: Record<string, string>): Promise<Customer> {
      service = await startPaid(kind, settings);
      await service.sell("growth", sold);
      await service.sell("free", free);
      await service.at(day("2026-11-21"));
      const customer = await service.customer();
      expect((await customer.ask("POST", "/subscriptions/f", { scope: "/products/free" })).status).toBe(200);
      return customer;
    }

    const countPaid = async () => {
      const found = await service.db.get<{ n: number }>(sql`
        select (select count(*) from payment) + (select count(*) from paper)
          + (select count(*) from billing_period where price_minor > 0)
          + (select count(*) from credit_grant where source in ('purchase', 'overage')) as n`);
      return found!.n;
    };

    test("while payments are off, nothing with a price begins, and what is free does", async () => {
      const customer = await start({ VINGATE_PAYMENTS: "off" });
      const refused = [409, `${off} Ask the operator. Nothing was charged.`];
      expect(await refusalsOf(customer)).toEqual(purchases.map(() => refused));
      expect(await countPaid()).toBe(0);
      expect(await membersOf(service, customer)).toEqual([off, false, false, off]);
      const { credits } = (await customer.ask("GET", "/subscriptions/f")).body as {
        credits: { remaining: number };
      };
      expect(credits.remaining).toBe(500);
    });

    test("while payments are off, operators begin plans, which renew", async () => {
      const customer = await start({ VINGATE_PAYMENTS: "off" });
      const given = { scope: "/products/growth", owner_id: customer.account.userId };
      expect((await service.operator("POST", "/subscriptions/g", given)).status).toBe(200);
      expect((await service.operator("POST", "/subscriptions/f/plan", changeTo("growth", 9900))).status).toBe(
        200,
      );
      await service.at(day("2026-12-22"));
      const periods = await service.db.all<{ id: string; number: number }>(sql`
        select subscription_id as id, number from billing_period where price_minor > 0 order by id, number`);
      expect(periods.map(({ id, number }) => `${id} ${number}`)).toEqual(["f 1", "f 2", "g 0", "g 1"]);
      // Lowering what it pays afterwards is no purchase, and neither is going on after a pause.
      for (const [method, path, json] of [
        ["PUT", "/subscriptions/g/overage", { cap: 0 }],
        ["POST", "/subscriptions/g/pause", undefined],
        ["POST", "/subscriptions/g/resume", undefined],
      ] as const)
        expect([path, (await customer.ask(method, path, json)).status]).toEqual([path, 200]);
    });

    test("by invoice, plans begin without a payment, a seller or the buyer's details", async () => {
      await start({ VINGATE_PAYMENTS: "invoice" });
      await service.db.run(sql`delete from paper_setting`);
      const stranger = await service.stranger();
      expect((await stranger.ask("POST", "/subscriptions/g", { scope: "/products/growth" })).status).toBe(
        200,
      );
      expect((await stranger.ask("GET", "/subscriptions/g/plan")).body).toMatchObject({
        payment: "invoice",
        not_sold: null,
      });
    });

    test("nothing is sold before the seller's data are there", async () => {
      const customer = await start({});
      await service.db.run(sql`delete from paper_setting`);
      // The prices are kept until one of these changes.
      await service.operator("PATCH", "/products/free", { description: "Free" });
      const refused = [409, `${noSeller} Ask the operator. Nothing was charged.`];
      expect(await refusalsOf(customer)).toEqual(purchases.map(() => refused));
      expect(await membersOf(service, customer)).toEqual([noSeller, false, false, noSeller]);
      await service.operator("PUT", "/papers/seller", seller);
      expect(await refusalsOf(customer)).toEqual(purchases.map(() => refused));
      await service.operator("PUT", "/papers/taxes", taxes);
      expect(await membersOf(service, customer)).toEqual([null, true, true, null]);
      expect(await countPaid()).toBe(0);
      expect((await customer.ask("POST", "/subscriptions/g", { scope: "/products/growth" })).status).toBe(
        200,
      );
    });

    test("a trial with a price gives nothing away, and signing up works", async () => {
      await start({ VINGATE_PAYMENTS: "off" });
      await service.operator("PUT", "/products/trial/offer", growth);
      const { account, ask } = await service.stranger();
      const path = `/subscriptions/${account.subscriptionId}`;
      expect((await ask("GET", path)).body).toMatchObject({ credits: { remaining: 0 } });
      expect((await ask("GET", `${path}/plan`)).body).toMatchObject({ state: "none", not_sold: off });
    });
  });

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the way of payments on ${kind.dialect}`, () => {
    const wayOf = (db: Parameters<typeof readWay>[0], settings = {}) =>
      readWay(db, loadConfig({ VINGATE_DATA_DIR: "/nowhere", ...settings }, features));

    /** An installation of before, with an offer, that is upgraded. */
    async function upgraded(prices: { minor: number; packages: string; overage: number | null }) {
      const fresh = await kind.fresh();
      const db = await fresh.open();
      const at = migrations.findIndex(({ id }) => id === "0056-unset-payments");
      await migrate(db, migrations.slice(0, at));
      await db.run(sql`
          insert into product_offer (product_id, version, on_sale, currency, price_minor, price_every, credits,
            credits_every, carry_over, overage_minor, packages, notice_days, invoice_allowed, published_at, published_by)
          values ('growth', 1, 0, 'EUR', ${prices.minor}, 'month', 1, 'month', 0, ${prices.overage},
            ${prices.packages}, 0, 0, 1, 'operator')`);
      await migrate(db, migrations);
      return { db, end: () => db.close().then(() => fresh.end()) };
    }

    test("an installation that had prices counts as invoice until its operator chooses", async () => {
      const small = JSON.stringify([{ id: "small", credits: 1, price_minor: 1, months: 1 }]);
      for (const [prices, way] of [
        [{ minor: 0, packages: "[]", overage: null }, "off"],
        [{ minor: 9900, packages: "[]", overage: null }, "invoice"],
        [{ minor: 0, packages: small, overage: null }, "invoice"],
        [{ minor: 0, packages: "[]", overage: 800 }, "invoice"],
      ] as const) {
        const { db, end } = await upgraded(prices);
        expect([prices, await wayOf(db)]).toEqual([prices, { way, chosenBy: null }]);
        for (const chosen of ["off", "invoice", "manual"])
          expect(await wayOf(db, { VINGATE_PAYMENTS: chosen })).toEqual({
            way: chosen as "off",
            chosenBy: "environment",
          });
        await end();
      }
    });

    test("the doctor says what is not sold, and what to choose", async () => {
      const { db, end } = await upgraded({ minor: 9900, packages: "[]", overage: null });
      const checked = (settings = {}) =>
        paymentCheck.run({
          config: loadConfig({ VINGATE_DATA_DIR: "/nowhere", ...settings }, features),
          database: db,
          clock: () => testStart,
        } as unknown as Inspected);
      expect(await checked()).toEqual({
        state: "warning",
        found:
          "It is not chosen how customers pay: what has a price is sold by invoice, which you send yourself",
        advice:
          "Choose on the page Payments of Settings: by invoice keeps it so, by transfer takes payments, off sells nothing that has a price. VINGATE_PAYMENTS=stripe takes cards, too.",
      });
      expect(await checked({ VINGATE_PAYMENTS: "off" })).toEqual({
        state: "ok",
        found: "No payments are taken: they are off",
        advice: null,
      });
      await db.run(sql`update product_offer set on_sale = 1`);
      await db.run(sql`
        insert into product (id, display_name, description, terms, subscription_required, approval_required, state,
          policy, created_at, updated_at)
        values ('growth', 'Growth', '', '', 1, 0, 'published', '{}', 1, 1)`);
      expect(await checked({ VINGATE_PAYMENTS: "off" })).toEqual({
        state: "warning",
        found: "Payments are off: customers cannot begin 1 plan with a price",
        advice:
          "Turn on payments by transfer on the page Payments of Settings, or set VINGATE_PAYMENTS to stripe, or to invoice if you invoice them outside. Operators can begin plans for customers.",
      });
      expect(await checked({ VINGATE_PAYMENTS: "invoice" })).toMatchObject({ state: "ok" });
      expect(await checked({ VINGATE_PAYMENTS: "manual" })).toMatchObject({
        state: "fault",
        found: "Nothing can be sold",
      });
      await end();
    });
  });
