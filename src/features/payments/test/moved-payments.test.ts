import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, problem } from "../../../../test/harness.ts";
import { findingsWith } from "../../../../test/metering/planted-damage.ts";
import { sql } from "../../../database/sql.ts";
import { type Customer, day, rowsOf } from "../../billing/test/billed-service.ts";
import { allowInvoice } from "../../papers/parties/buyer.ts";
import { buy, large, type PaidService, sessionObject, small, sold, startPaid } from "./paid-service.ts";

const hourMs = 3_600_000;
const due = 11_979;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`payments of subscriptions that moved on ${kind.dialect}`, () => {
    let service: PaidService;
    beforeAll(async () => {
      service = await startPaid(kind);
      await service.sell("growth", sold);
      await service.sell("billed", { ...sold, invoice_allowed: true });
      await service.at(day("2026-11-21"));
    });
    afterAll(() => service.end());

    const payFirst = async (customer: Customer, id: string) => {
      await service.look();
      const paid = await buy(customer, { subscription_id: id, kind: "renewal", period: 0, minor: due });
      service.stripe.pay(service.stripe.sessionOf(paid.id).id);
      await service.hear(`evt_${id}`, "checkout.session.completed", sessionObject(service.stripe, paid.id));
    };
    const move = async (id: string, to: Customer) => {
      const got = await service.operator("PATCH", `/subscriptions/${id}`, { owner_id: to.account.userId });
      expect(got.status).toBe(200);
    };
    /** The account, period and state of each payment. */
    const short = async (id: string, names: Readonly<Record<string, string>>) =>
      (
        await rowsOf<{ account: string; period: number; state: string }>(
          service.db,
          sql`select account_id as account, period, state from payment where subscription_id = ${id}
            order by created_at, id`,
        )
      ).map(({ account, period, state }) => [names[account], period, state].join(" "));
    const namesOf = (former: Customer, next: Customer) => ({
      [former.account.userId]: "former",
      [next.account.userId]: "next",
    });
    /** Every attempt for a period is declined, and the last one is an hour before it lapses. */
    const decline = async (days: readonly string[]) => {
      service.stripe.declines = "expired_card";
      for (const at of days) await service.at(day(at) - 1000);
      await service.at(day(days.at(-1)!) - hourMs);
      service.stripe.declines = undefined;
    };

    test("what becomes of a payment concerns who paid it, and not who has the subscription now", async () => {
      const [former, next] = [await service.subscriber("m1"), await service.customer()];
      const types = ["payment.paid", "payment.failed", "payment.refunded", "payment.disputed"];
      for (const { account } of [former, next])
        await service.operator("POST", "/webhooks", {
          user_id: account.userId,
          url: "https://example.com/hook",
          types,
        });
      await move("m1", next);
      const [payment] = await rowsOf<{ id: string }>(
        service.db,
        sql`select id from payment where subscription_id = 'm1'`,
      );
      const refund = { minor: 1000, reason: "Requested by customer" };
      expect((await service.operator("POST", `/payments/${payment!.id}/refund`, refund)).status).toBe(200);
      const events = sql`select user_id, subscription_id from outbox_event
        where type = 'payment.refunded' and data like ${`%${payment!.id}%`}`;
      expect(await rowsOf(service.db, events)).toEqual([
        { user_id: former.account.userId, subscription_id: "m1" },
      ]);
      const notes = (asker: Customer) => asker.ask("GET", "/papers?kind=credit_note");
      expect([(await notes(former)).body, (await notes(next)).body]).toMatchObject([
        [{ gross_minor: 1000 }],
        [],
      ]);
    });

    test("a period whose payment was declined before a move is charged to the card of the account that has it now", async () => {
      await service.at(day("2027-03-10"));
      const [former, next] = [await service.subscriber("m2"), await service.customer()];
      const names = namesOf(former, next);
      await decline(["2027-04-09", "2027-04-10", "2027-04-13", "2027-04-17"]);
      await next.ask("POST", "/subscriptions/m2b", { scope: "/products/growth" });
      await payFirst(next, "m2b");
      expect(await short("m2", names)).toEqual(["former 0 paid", "former 1 failed"]);
      await move("m2", next);
      await service.look();
      await service.look();
      expect(await short("m2", names)).toEqual(["former 0 paid", "former 1 failed", "next 1 paid"]);
      const invoices = async (asker: Customer) => (await asker.ask("GET", "/papers?kind=invoice")).body;
      expect([await invoices(former), await invoices(next)]).toMatchObject([
        [{ gross_minor: due }],
        [{ gross_minor: due }, { gross_minor: due }],
      ]);
    });

    test("money that is recorded at once after a move is that of the account that has the period", async () => {
      await service.at(day("2027-05-10"));
      const [former, next] = [await service.subscriber("m3"), await service.customer()];
      await decline(["2027-06-09", "2027-06-10", "2027-06-13", "2027-06-17"]);
      await move("m3", next);
      const got = await service.operator("POST", "/subscriptions/m3/periods/1/paid");
      expect(got.body).toMatchObject({ state: "paid" });
      expect(await short("m3", namesOf(former, next))).toEqual([
        "former 0 paid",
        "former 1 failed",
        "next 1 paid",
      ]);
    });

    test("a plan by invoice is prepaid with an account that cannot pay by invoice", async () => {
      await service.at(day("2027-07-10"));
      const [former, next, allowed] = [
        await service.customer(),
        await service.customer(),
        await service.customer(),
      ];
      for (const { account } of [former, allowed])
        await service.db.transaction((tx) => allowInvoice(tx, account.userId, true), { repeatable: true });
      await former.ask("POST", "/subscriptions/m4", { scope: "/products/billed" });
      const plan = async () =>
        (await rowsOf(service.db, sql`select payment from billing_plan where subscription_id = 'm4'`))[0];
      expect(await plan()).toEqual({ payment: "invoice" });
      expect((await service.operator("POST", "/subscriptions/m4/periods/0/paid")).status).toBe(200);
      await move("m4", allowed);
      expect(await plan()).toEqual({ payment: "invoice" });
      const periods = sql`select state, case when grant_id is null then 0 else 1 end as granted
        from billing_period where subscription_id = 'm4' and number = 1`;
      // The next period waits, with its credits.
      await service.at(day("2027-08-10") - hourMs);
      expect(await rowsOf(service.db, periods)).toEqual([{ state: "due", granted: 1 }]);
      await move("m4", next);
      expect(await plan()).toEqual({ payment: "prepaid" });
      await service.at(day("2027-08-10"));
      expect(await rowsOf(service.db, periods)).toEqual([{ state: "due", granted: 0 }]);
    });

    test("a month's limit of automatic top-up counts what the account itself bought", async () => {
      await service.at(day("2027-09-10"));
      const [former, next] = [await service.subscriber("m5"), await service.subscriber("m6")];
      const topUp = {
        enabled: true,
        threshold: 20_000,
        package_id: "small",
        month_limit_minor: small.price_minor,
      };
      expect((await former.ask("PUT", "/subscriptions/m5/top-up", topUp)).status).toBe(200);
      await service.look();
      await service.look();
      const spent = async (asker: Customer) =>
        ((await asker.ask("GET", "/subscriptions/m5/top-up")).body as { month_minor: number }).month_minor;
      expect(await spent(former)).toBe(small.price_minor);
      await move("m5", next);
      expect(await spent(next)).toBe(0);
      const more = { ...topUp, threshold: 60_000, package_id: "large", month_limit_minor: large.price_minor };
      expect((await next.ask("PUT", "/subscriptions/m5/top-up", more)).status).toBe(200);
      await service.look();
      await service.look();
      expect(await spent(next)).toBe(large.price_minor);
    });

    test("a part that arrives for a payment that is over is refused, and not forgotten", async () => {
      await service.at(day("2027-11-10"));
      const customer = await service.subscriber("m7");
      const wanted = { subscription_id: "m7", kind: "package", package_id: "small", minor: 6050 };
      const made = await buy(customer, { ...wanted, method: "transfer" });
      await customer.ask("POST", `/payments/${made.id}/cancel`);
      const part = await service.operator("POST", `/payments/${made.id}/received`, { minor: 50 });
      expect(part.body).toEqual(
        problem(
          "conflict",
          409,
          "Conflict",
          "The payment is cancelled, and takes no part of what was due. Record the transfer without a payment, and return it. Nothing was changed.",
          part,
        ),
      );
      const whole = await service.operator("POST", `/payments/${made.id}/received`, { minor: 6050 });
      expect(whole.body).toMatchObject({ state: "paid", received_minor: 6050 });
    });

    test("the consistency check finds nothing wrong with them", async () => {
      expect(await findingsWith(service.db, service.app.config.comparisons, undefined, [])).toEqual([]);
    });
  });
