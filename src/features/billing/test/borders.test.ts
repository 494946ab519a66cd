import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { systemTiming } from "../../../base/timing.ts";
import { sql } from "../../../database/sql.ts";
import { crossDue } from "../../../metering/credits/grants/boundaries.ts";
import {
  type BilledService,
  type Customer,
  day,
  eventsOf,
  grantsOf,
  growth,
  iso,
  periodsOf,
  rowsOf,
  startBilled,
} from "./billed-service.ts";

const overage = { overage_minor: 800, overage_per: 1000, overage_cap_max: 5000 };
const offers = {
  free: { ...growth, price_minor: 0, credits: 500 },
  growth: { ...growth, ...overage },
  plain: growth,
  narrow: { ...growth, ...overage, overage_cap_max: 400 },
  yearly: { ...growth, price_every: "year", price_minor: 99_000 },
  pack: { ...growth, price_every: "once", credits_every: "once" },
} as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`plans at borders of time on ${kind.dialect}`, () => {
    let service: BilledService;
    let customer: Customer;
    let made = 0;
    beforeAll(async () => {
      service = await startBilled(kind);
      for (const [product, terms] of Object.entries(offers)) await service.sell(product, terms);
    });
    afterAll(() => service.end());

    const subscribe = async (product: string, date = "2026-11-21") => {
      await service.at(day(date));
      customer = await service.customer();
      const id = `b${++made}`;
      await customer.ask("POST", `/subscriptions/${id}`, { scope: `/products/${product}` });
      return id;
    };
    const change = (id: string, body: object) => customer.ask("POST", `/subscriptions/${id}/plan`, body);
    const seen = (product: keyof typeof offers, when: "now" | "period_end") => ({
      product_id: product,
      when,
      price_minor: offers[product].price_minor,
      currency: "EUR",
      offer_version: 1,
    });
    const planOf = async (id: string) => (await customer.ask("GET", `/subscriptions/${id}/plan`)).body;
    const put = (id: string, cap: number) => customer.ask("PUT", `/subscriptions/${id}/overage`, { cap });
    const capsOf = async (id: string) =>
      (await grantsOf(service.db, id))
        .filter(({ source }) => source === "overage")
        .map(({ period, amount, removed, state }) => [period, amount, removed, state]);
    const cross = () => crossDue(service.db, systemTiming, () => true);

    test("a free plan that is cancelled the day before its renewal grants nothing more", async () => {
      const id = await subscribe("free");
      await service.at(day("2026-12-20"));
      // The next period waits, and is paid because it costs nothing.
      expect((await periodsOf(service.db, id)).map(({ number, state }) => [number, state])).toEqual([
        [0, "paid"],
        [1, "paid"],
      ]);
      const ended = await change(id, { product_id: null, when: "period_end" });
      expect(ended.body).toMatchObject({
        renewal: null,
        change: { at: iso("2026-12-21"), product_id: null },
      });
      await service.at(day("2026-12-21"));
      await cross();
      const first = { number: 0, product_id: "free", offer_version: 1, price_minor: 0, state: "paid" };
      expect(await periodsOf(service.db, id)).toEqual([
        { ...first, starts_at: day("2026-11-21"), ends_at: day("2026-12-21") },
      ]);
      expect(await grantsOf(service.db, id)).toEqual([
        {
          source: "period",
          period: 0,
          amount: 500,
          spent: 0,
          expired: 500,
          removed: 0,
          starts_at: day("2026-11-21"),
          expires_at: day("2026-12-21"),
          state: "closed",
        },
      ]);
      expect(await planOf(id)).toMatchObject({ state: "ended", period: null, renewal: null, change: null });
      const renewed = (await eventsOf(service.db, id)).filter(([type]) => type === "period.renewed");
      expect(renewed.map(([, { number }]: [string, { number?: number }]) => number)).toEqual([0]);
    });

    test("a newer version that lowers the highest cap lowers the next period's, and no running one", async () => {
      await service.sell("lowered", offers.growth);
      const id = await subscribe("lowered");
      await put(id, 5000);
      await service.sell("lowered", { ...offers.growth, overage_cap_max: 2000 });
      expect(await capsOf(id)).toEqual([[0, 5000, 0, "open"]]);
      await service.at(day("2026-12-20"));
      expect(await capsOf(id)).toEqual([
        [0, 5000, 0, "open"],
        [1, 2000, 0, "waiting"],
      ]);
      expect((await put(id, 2001)).body).toMatchObject({
        detail: "At most 2000 with this plan. Nothing was changed.",
      });
      await service.at(day("2026-12-21"));
      await cross();
      const shown = (await customer.ask("GET", `/subscriptions/${id}`)).body;
      expect(shown).toMatchObject({ credits: { remaining: 15_000 + 2000 } });
      // The customer's own cap is no larger than what the plan allows now.
      await put(id, 1500);
      expect((await capsOf(id)).at(-1)).toEqual([1, 2000, 500, "open"]);
    });

    test("a cap that is set while another plan waits is no larger than that plan's highest", async () => {
      for (const [product, waiting] of [
        ["plain", []],
        ["narrow", [[1, 400, 0, "waiting"]]],
      ] as const) {
        const id = await subscribe("growth");
        await change(id, seen(product, "period_end"));
        await service.at(day("2026-12-20"));
        await put(id, 3000);
        expect([product, await capsOf(id)]).toEqual([product, [[0, 3000, 0, "open"], ...waiting]] as never);
      }
    });

    const prepay = (id: string) =>
      service.db.run(sql`update billing_plan set payment = 'prepaid' where subscription_id = ${id}`);
    const settle = (id: string, number: number, action = "paid", json?: object) =>
      service.operator("POST", `/subscriptions/${id}/periods/${number}/${action}`, json);

    test("a prepaid period that is paid ahead opens at its start", async () => {
      const id = await subscribe("plain");
      await prepay(id);
      await service.at(day("2026-12-20"));
      await settle(id, 1);
      const second = { source: "period", period: 1, amount: 15_000, spent: 0, expired: 0, removed: 0 };
      expect((await grantsOf(service.db, id)).at(-1)).toEqual({
        ...second,
        starts_at: day("2026-12-21"),
        expires_at: day("2027-01-21"),
        state: "waiting",
      });
    });

    test("what is sold once and follows another plan has its credits, paid ahead or at its start", async () => {
      for (const date of ["2026-12-20", "2026-12-21"]) {
        const id = await subscribe("plain");
        await prepay(id);
        await change(id, seen("pack", "period_end"));
        await service.at(day("2026-12-20"));
        await service.at(day(date));
        const paid = await settle(id, 1);
        expect([date, paid.body]).toMatchObject([date, { product_id: "pack", state: "paid" }]);
        await service.at(day("2026-12-21"));
        await cross();
        const credits = (await grantsOf(service.db, id)).map(({ period, amount, state }) => [
          period,
          amount,
          state,
        ]);
        expect([date, credits]).toEqual([
          date,
          [
            [0, 15_000, "closed"],
            [1, 15_000, "open"],
          ],
        ]);
      }
    });

    test("a year's price after a change is due in its first period and twelve periods later", async () => {
      const id = await subscribe("growth");
      await change(id, seen("yearly", "period_end"));
      for (let month = 0; month <= 13; month++) await service.at(Date.UTC(2026, 11 + month, 21));
      const prices = (await periodsOf(service.db, id)).map(({ price_minor }) => price_minor);
      expect(prices).toEqual([9900, 99_000, ...Array(11).fill(0), 99_000, 0]);
    });

    test("plans are compared by the price of a year", async () => {
      const id = await subscribe("growth");
      const { changes } = (await planOf(id)) as { changes: { product_id: string; now: object | null }[] };
      const now = new Map(changes.map((one) => [one.product_id, one.now !== null]));
      // A year costs €990.00, and twelve months cost €1,188.00.
      expect([now.get("yearly"), now.get("plain")]).toEqual([false, true]);
      expect((await change(id, seen("yearly", "now"))).status).toBe(409);
    });

    test("a subscription that expires before its next period begins has none", async () => {
      const id = await subscribe("plain");
      await service.operator("PATCH", `/subscriptions/${id}`, { expires_at: "2026-12-20T12:00:00.000Z" });
      await service.at(day("2026-12-20"));
      expect((await periodsOf(service.db, id)).map(({ number }) => number)).toEqual([0]);
    });

    test("a plan that is paused stays so when its subscription changes otherwise", async () => {
      const id = await subscribe("plain");
      await customer.ask("POST", `/subscriptions/${id}/pause`);
      await customer.ask("PATCH", `/subscriptions/${id}`, { display_name: "Renamed" });
      expect(await planOf(id)).toMatchObject({ state: "paused", renewal: null });
      await service.at(day("2027-01-21"));
      expect((await periodsOf(service.db, id)).map(({ number }) => number)).toEqual([0]);
    });

    test("a prepaid period that is entered late can be paid for as many days as others", async () => {
      const id = await subscribe("plain");
      await prepay(id);
      // The service was away.
      await service.at(day("2027-01-10"));
      const lapses = sql`select number, state, lapses_at from billing_period
        where subscription_id = ${id} and number > 0`;
      expect(await rowsOf(service.db, lapses)).toEqual([
        { number: 1, state: "due", lapses_at: day("2027-01-17") },
      ]);
      await settle(id, 1, "extend", { days: 5 });
      expect(await rowsOf(service.db, lapses)).toEqual([
        { number: 1, state: "due", lapses_at: day("2027-01-22") },
      ]);
    });

    test("a period that lapses takes its cap along", async () => {
      const id = await subscribe("growth");
      await put(id, 700);
      await settle(id, 0, "lapse");
      expect(await capsOf(id)).toEqual([[0, 700, 700, "closed"]]);
      expect((await customer.ask("GET", `/subscriptions/${id}`)).body).toMatchObject({
        credits: { granted: 0, remaining: 0 },
      });
    });

    test("a version that is withdrawn applies to no plan", async () => {
      await service.sell("withdrawn", offers.plain);
      const id = await subscribe("withdrawn");
      await service.sell("withdrawn", { ...offers.plain, price_minor: 12_000, on_sale: false });
      await service.at(day("2026-12-21"));
      const versions = (await periodsOf(service.db, id)).map((one) => [one.offer_version, one.price_minor]);
      expect(versions).toEqual([
        [1, 9900],
        [1, 9900],
      ]);
    });
  });
