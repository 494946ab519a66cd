import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { systemTiming } from "../../../base/timing.ts";
import { crossDue } from "../../../metering/credits/grants/boundaries.ts";
import {
  type BilledService,
  type Customer,
  day,
  grantsOf,
  growth,
  periodsOf,
  startBilled,
} from "./billed-service.ts";

const periodGrant = (period: number, from: string, to: string, state: string, more = {}) => ({
  source: "period",
  period,
  amount: 15_000,
  spent: 0,
  expired: 0,
  removed: 0,
  starts_at: day(from),
  expires_at: day(to),
  state,
  ...more,
});

const period = (number: number, from: string, to: string, more = {}) => ({
  number,
  product_id: "growth",
  offer_version: 1,
  starts_at: day(from),
  ends_at: day(to),
  state: "due",
  price_minor: 9900,
  ...more,
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`lives of plans on ${kind.dialect}`, () => {
    let service: BilledService;
    let customer: Customer;
    beforeAll(async () => {
      service = await startBilled(kind);
      await service.sell("growth", growth);
    });
    afterAll(() => service.end());

    const subscribe = async (id: string, date: string, product = "growth") => {
      await service.at(day(date));
      customer = await service.customer();
      return customer.ask("POST", `/subscriptions/${id}`, { scope: `/products/${product}` });
    };

    test("a new version applies after its notice, and changes no balance", async () => {
      await service.sell("noticed", { ...growth, notice_days: 40 });
      await subscribe("s4", "2027-08-01", "noticed");
      const before = await grantsOf(service.db, "s4");
      await service.sell("noticed", { ...growth, notice_days: 40, price_minor: 10_900, credits: 16_000 });
      expect(await grantsOf(service.db, "s4")).toEqual(before);
      await service.at(day("2027-09-01"));
      await service.at(day("2027-10-01"));
      expect((await periodsOf(service.db, "s4")).map((one) => [one.offer_version, one.price_minor])).toEqual([
        [1, 9900],
        [1, 9900],
        [2, 10_900],
      ]);
      expect((await grantsOf(service.db, "s4")).map(({ amount }) => amount)).toEqual([
        15_000, 15_000, 16_000,
      ]);
    });

    test("a price per year is due in each twelfth period, also after a pause", async () => {
      await service.sell("yearly", { ...growth, price_every: "year", price_minor: 99_000 });
      await subscribe("s5", "2028-01-10", "yearly");
      await service.at(day("2028-03-01"));
      await customer.ask("POST", "/subscriptions/s5/pause");
      await service.at(day("2028-05-01"));
      await customer.ask("POST", "/subscriptions/s5/resume");
      await service.at(day("2029-03-01"));
      const prices = (await periodsOf(service.db, "s5")).map(({ price_minor, state }) =>
        price_minor === 0 ? state : price_minor,
      );
      expect(prices).toEqual([99_000, ...Array.from({ length: 11 }, () => "paid"), 99_000]);
    });

    test("what is sold once has one period that does not end", async () => {
      await service.sell("pack", { ...growth, price_every: "once", credits_every: "once" });
      await subscribe("s6", "2029-04-01", "pack");
      const never = Number.MAX_SAFE_INTEGER;
      await service.at(day("2031-01-01"));
      expect(await periodsOf(service.db, "s6")).toEqual([
        { ...period(0, "2029-04-01", "2029-05-01"), product_id: "pack", ends_at: never },
      ]);
      expect(await grantsOf(service.db, "s6")).toEqual([
        { ...periodGrant(0, "2029-04-01", "2029-05-01", "open"), expires_at: never },
      ]);
      expect((await customer.ask("GET", "/subscriptions/s6/plan")).body).toMatchObject({
        state: "active",
        renewal: null,
        period: { number: 0, ends_at: null },
      });
    });

    test("a subscription that ends or is suspended gets no further period", async () => {
      await subscribe("s7", "2031-02-10");
      await subscribe("s8", "2031-02-10");
      await subscribe("s9", "2031-02-10");
      await service.at(day("2031-03-09"));
      const states = async (id: string) => (await grantsOf(service.db, id)).map(({ state }) => state);
      expect(await states("s7")).toEqual(["open", "waiting"]);
      await service.operator("PATCH", "/subscriptions/s7", { state: "cancelled" });
      await service.operator("PATCH", "/subscriptions/s8", { state: "suspended" });
      await service.operator("DELETE", "/subscriptions/s9");
      for (const id of ["s7", "s8", "s9"]) expect(await states(id)).toEqual(["open"]);
      await service.at(day("2031-05-20"));
      // The service does so every two seconds.
      await crossDue(service.db, systemTiming, () => true);
      for (const id of ["s7", "s8", "s9"]) expect(await states(id)).toEqual(["closed"]);
      await service.operator("PATCH", "/subscriptions/s8", { state: "active" });
      expect((await periodsOf(service.db, "s8")).at(-1)).toEqual(period(1, "2031-05-20", "2031-06-20"));
      expect((await grantsOf(service.db, "s8")).map(({ state }) => state)).toEqual(["closed", "open"]);
    });

    test("an approved subscription begins at its approval, and a renamed one begins nothing", async () => {
      await service.operator("PUT", "/products/approved", { state: "published", approval_required: true });
      await service.operator("PUT", "/products/approved/offer", growth);
      await subscribe("s10", "2031-06-01", "approved");
      expect(await periodsOf(service.db, "s10")).toEqual([]);
      await service.at(day("2031-06-05"));
      await service.operator("PATCH", "/subscriptions/s10", { state: "active" });
      expect(await periodsOf(service.db, "s10")).toEqual([
        { ...period(0, "2031-06-05", "2031-07-05"), product_id: "approved" },
      ]);
      await service.operator("PUT", "/products/plain", { state: "published", credits_granted: 20 });
      await subscribe("s11", "2031-06-05", "plain");
      await service.operator("PUT", "/products/plain/offer", growth);
      await customer.ask("PATCH", "/subscriptions/s11", { display_name: "Renamed" });
      expect(await periodsOf(service.db, "s11")).toEqual([]);
      expect((await customer.ask("GET", "/subscriptions/s11")).body).toMatchObject({
        credits: { granted: 20 },
      });
    });
  });
