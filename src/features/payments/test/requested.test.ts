import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { dayMs } from "../../../base/durations.ts";
import { systemTiming } from "../../../base/timing.ts";
import { sql } from "../../../database/sql.ts";
import { crossDue } from "../../../metering/credits/grants/boundaries.ts";
import { opened } from "../../../running/opened.ts";
import { Billing } from "../../billing/billing.ts";
import { day, rowsOf } from "../../billing/test/billed-service.ts";
import { requestOverage, requestPeriods } from "../renewing/request-periods.ts";
import { spend } from "./histories.ts";
import { type PaidService, paymentsOf, sold, startPaid } from "./paid-service.ts";

const how = { hasCards: true };
const startsAt = day("2026-12-21");

for (const kind of kinds)
  describe.skipIf(kind.missing)(`what periods make due on ${kind.dialect}`, () => {
    let service: PaidService;
    beforeEach(async () => {
      service = await startPaid(kind);
      await service.sell("growth", sold);
      await service.at(day("2026-11-21"));
    });
    afterEach(() => service.end());

    const short = async (id: string) =>
      (await paymentsOf(service, id)).map(({ kind: what, period, state }) => [what, period, state].join(" "));

    test("a period is requested of the account that has the subscription then", async () => {
      await service.subscriber("s");
      const to = await service.customer();
      await service.setTime(startsAt - dayMs);
      await opened(service.app, Billing).doDue();
      const { db } = service;
      // Its account is read, and then it goes to another one.
      const moving: typeof db = {
        ...db,
        async all<T>(statement: Parameters<typeof db.all>[0]) {
          const rows = await db.all<T>(statement);
          await db.run(sql`update subscription set owner_id = ${to.account.userId} where id = 's'`);
          return rows;
        },
      };
      expect(await requestPeriods(moving, how)).toBe(0);
      expect(await short("s")).toEqual(["renewal 0 paid"]);
      expect(await requestPeriods(db, how)).toBe(1);
      const accounts = sql`select account_id from payment where subscription_id = 's' and period = 1`;
      expect(await rowsOf(db, accounts)).toEqual([{ account_id: to.account.userId }]);
    });

    test("what is sold once and follows another plan is charged a day ahead, and brings its credits", async () => {
      await service.sell("pack", { ...sold, price_every: "once", credits_every: "once", credits: 700 });
      const customer = await service.subscriber("s");
      const pack = { product_id: "pack", price_minor: 9900, currency: "EUR", offer_version: 1 };
      await customer.ask("POST", "/subscriptions/s/plan", { ...pack, when: "period_end" });
      service.stripe.declines = "card_declined";
      await service.at(startsAt - dayMs);
      service.stripe.declines = undefined;
      const quoted = await customer.ask("GET", "/payments/quote?subscription_id=s&kind=renewal&period=1");
      expect(quoted.body).toMatchObject({ minor: 11_979, credits: 700 });
      await service.at(startsAt);
      const made = sql`select kind, period, state, credits from payment where subscription_id = 's' order by id`;
      expect(await rowsOf(service.db, made)).toEqual([
        { kind: "renewal", period: 0, state: "paid", credits: 15_000 },
        { kind: "renewal", period: 1, state: "paid", credits: 700 },
      ]);
      const grants = sql`
        select period, amount from credit_grant where subscription_id = 's' and source = 'period' order by period`;
      expect(await rowsOf(service.db, grants)).toEqual([
        { period: 0, amount: 15_000 },
        { period: 1, amount: 700 },
      ]);
    });

    test("use beyond credits is requested when no lease can add to it any more", async () => {
      const customer = await service.subscriber("s");
      await customer.ask("PUT", "/subscriptions/s/overage", { cap: 5000 });
      await spend(service, "s", 15_200);
      await service.setTime(startsAt);
      // A journal holds credits of the balance, and its calls are not applied yet.
      await service.db.run(sql`
        insert into credit_lease (subscription_id, journal_id, held) values ('s', 'away', 100)`);
      await service.db.run(
        sql`update credit_balance set remaining = remaining - 100 where subscription_id = 's'`,
      );
      const cross = () => crossDue(service.db, systemTiming, () => true);
      await cross();
      const grants = sql`
        select state, spent from credit_grant where subscription_id = 's' and source = 'overage' and period = 0`;
      expect(await rowsOf(service.db, grants)).toEqual([{ state: "closing", spent: 200 }]);
      expect(await requestOverage(service.db, how)).toBe(0);
      await service.db.run(sql`delete from credit_lease where journal_id = 'away'`);
      await service.db.run(sql`update credit_balance set used = used + 100 where subscription_id = 's'`);
      await cross();
      expect(await rowsOf(service.db, grants)).toEqual([{ state: "closed", spent: 300 }]);
      expect(await requestOverage(service.db, how)).toBe(1);
      // 300 credits at €8.00 per 1,000 are €2.40, with 21 % of tax €2.90.
      expect((await paymentsOf(service, "s")).at(-1)).toMatchObject({
        kind: "overage",
        period: 0,
        minor: 290,
      });
    });
  });
