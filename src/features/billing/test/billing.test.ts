import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { enterDue } from "../scan.ts";
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
import { madeOf } from "./plans.ts";

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
  describe.skipIf(kind.missing)(`billing on ${kind.dialect}`, () => {
    let service: BilledService;
    let customer: Customer;
    beforeAll(async () => {
      service = await startBilled(kind);
      await service.sell("growth", { ...growth, carry_over: 1 });
    });
    afterAll(() => service.end());

    const subscribe = async (id: string, date: string, product = "growth") => {
      await service.at(day(date));
      customer = await service.customer();
      return customer.ask("POST", `/subscriptions/${id}`, { scope: `/products/${product}` });
    };

    test("a subscription begins with its first period, and the next one waits a day ahead", async () => {
      const made = await subscribe("s1", "2026-11-21");
      expect([made.status, (made.body as { credits: object }).credits]).toEqual([
        200,
        { granted: 15_000, used: 0, remaining: 15_000, unlimited: false },
      ]);
      const first = periodGrant(0, "2026-11-21", "2027-01-21", "open");
      expect(await grantsOf(service.db, "s1")).toEqual([first]);
      await service.at(day("2026-12-20") - 1);
      expect(await grantsOf(service.db, "s1")).toEqual([first]);
      await service.at(day("2026-12-20"));
      expect(await grantsOf(service.db, "s1")).toEqual([
        first,
        periodGrant(1, "2026-12-21", "2027-02-21", "waiting"),
      ]);
      const listed = async () => (await customer.ask("GET", "/subscriptions/s1/periods")).body as object[];
      const common = {
        subscription_id: "s1",
        product_id: "growth",
        offer_version: 1,
        price_minor: 9900,
        currency: "EUR",
        lapses_at: null,
        grant_id: expect.any(String) as unknown as string,
      };
      const periods = (next: string) => [
        {
          ...common,
          number: 1,
          state: next,
          starts_at: iso("2026-12-21"),
          ends_at: iso("2027-01-21"),
        },
        {
          ...common,
          number: 0,
          state: "unpaid",
          starts_at: iso("2026-11-21"),
          ends_at: iso("2026-12-21"),
        },
      ];
      expect(await listed()).toEqual(periods("due"));
      await service.at(day("2026-12-21"));
      expect(await listed()).toEqual(periods("unpaid"));
      const event = (number: number, from: string, to: string) => ({
        subscription_id: "s1",
        number,
        product_id: "growth",
        starts_at: iso(from),
        ends_at: iso(to),
        price_minor: 9900,
        currency: "EUR",
      });
      expect(await eventsOf(service.db, "s1")).toEqual([
        ["period.renewed", event(0, "2026-11-21", "2026-12-21")],
        ["period.unpaid", event(0, "2026-11-21", "2026-12-21")],
        ["period.renewed", event(1, "2026-12-21", "2027-01-21")],
        ["period.unpaid", event(1, "2026-12-21", "2027-01-21")],
      ]);
    });

    test("the grants list shows what is left of each, in the order in which they are spent", async () => {
      const made = await service.operator("POST", "/subscriptions/s1/grants", {
        source: "trial",
        credits: 10,
        expires_at: iso("2027-01-01"),
        reason: "sorry",
      });
      const trial = {
        id: (made.body as { id: string }).id,
        source: "trial",
        period: null,
        credits: 10,
        left: 10,
        spent: 0,
        expired: 0,
        removed: 0,
        starts_at: iso("2026-12-21"),
        expires_at: iso("2027-01-01"),
        state: "open",
      };
      expect([made.status, made.body]).toEqual([200, trial]);
      // As calls without a lease use them.
      await service.db.run(sql`
        update credit_balance set remaining = remaining - 12, used = used + 12 where subscription_id = 's1'`);
      const ofPeriod = (number: number, from: string, to: string, left: number) => ({
        id: expect.any(String) as unknown as string,
        source: "period",
        period: number,
        credits: 15_000,
        left,
        spent: 15_000 - left,
        expired: 0,
        removed: 0,
        starts_at: iso(from),
        expires_at: iso(to),
        state: "open",
      });
      const listed = await customer.ask("GET", "/subscriptions/s1/grants");
      expect(listed.body).toEqual(
        [
          ofPeriod(0, "2026-11-21", "2027-01-21", 14_998),
          ofPeriod(1, "2026-12-21", "2027-02-21", 15_000),
          { ...trial, left: 0, spent: 10 },
        ].sort((a, b) => (a.expires_at < b.expires_at ? -1 : 1)) as object[],
      );
      const [, first] = listed.body as { id: string }[];
      const removed = await service.operator("DELETE", `/subscriptions/s1/grants/${first!.id}`);
      expect(removed.body).toEqual({ status: "success", removed: 14_998 });
      const again = await service.operator("DELETE", `/subscriptions/s1/grants/${first!.id}`);
      expect(again.status).toBe(404);
      expect((await customer.ask("GET", "/subscriptions/s1")).body).toMatchObject({
        credits: { granted: 15_012, used: 12, remaining: 15_000 },
      });
    });

    test("three missed periods are entered, oldest first, each with its own expiry", async () => {
      await subscribe("s2", "2027-01-31");
      await service.setTime(day("2027-04-30") + 1);
      const order: number[] = [];
      while ((await enterDue(service.db, { lapseDays: 7 }, 1000)) > 0)
        order.push((await periodsOf(service.db, "s2")).length);
      expect(order).toEqual([2, 3, 4]);
      expect(await periodsOf(service.db, "s2")).toEqual([
        period(0, "2027-01-31", "2027-02-28"),
        period(1, "2027-02-28", "2027-03-31"),
        period(2, "2027-03-31", "2027-04-30"),
        period(3, "2027-04-30", "2027-05-31"),
      ]);
      await service.operator("POST", "/subscriptions/s2/grants", { credits: 1 });
      const expired = { expired: 15_000 };
      expect((await grantsOf(service.db, "s2")).filter(({ source }) => source === "period")).toEqual([
        periodGrant(0, "2027-01-31", "2027-03-31", "closed", expired),
        periodGrant(1, "2027-02-28", "2027-04-30", "closed", expired),
        periodGrant(2, "2027-03-31", "2027-05-31", "open"),
        periodGrant(3, "2027-04-30", "2027-06-30", "open"),
      ]);
      const entries = await rowsOf(
        service.db,
        sql`select kind, sum(delta) as credits, count(*) as entries from credit_ledger
          where subscription_id = 's2' group by kind order by kind`,
      );
      expect(entries).toEqual([
        { kind: "expire", credits: -30_000, entries: 2 },
        { kind: "grant", credits: 1, entries: 2 },
        { kind: "renewal", credits: 60_000, entries: 4 },
      ]);
    });

    test("a clock that is set back over a boundary makes nothing twice", async () => {
      await subscribe("s3", "2027-06-15");
      await service.at(day("2027-07-15") + 1);
      // Opens what has started.
      await service.operator("POST", "/subscriptions/s3/grants", { credits: 1 });
      const before = [await periodsOf(service.db, "s3"), await grantsOf(service.db, "s3")];
      await service.at(day("2027-07-13"));
      const paused = await service.operator("POST", "/subscriptions/s3/pause");
      expect(paused.status).toBe(200);
      await service.operator("POST", "/subscriptions/s3/resume");
      await service.at(day("2027-07-15") + 2);
      const once = { periods: 1, grants: 1, entries: 1, events: 2 };
      expect(await madeOf(service.db, "s3", 1)).toEqual(once);
      expect([await periodsOf(service.db, "s3"), await grantsOf(service.db, "s3")]).toEqual(before);
    });
  });
