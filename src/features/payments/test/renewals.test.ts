import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { Billing } from "../../billing/billing.ts";
import { type Customer, day, grantsOf, iso, rowsOf } from "../../billing/test/billed-service.ts";
import { allowInvoice } from "../../papers/parties/buyer.ts";
import { Payments } from "../payments.ts";
import { lookAtPayments } from "../renewing/look.ts";
import { spend } from "./histories.ts";
import {
  buy,
  type PaidService,
  papersOf,
  paymentsOf,
  sessionObject,
  sold,
  startPaid,
} from "./paid-service.ts";

const hour = 3_600_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`paid renewals on ${kind.dialect}`, () => {
    let service: PaidService;
    beforeAll(async () => {
      service = await startPaid(kind);
      await service.sell("growth", sold);
    });
    afterAll(() => service.end());

    const begin = async (id: string, date: string): Promise<Customer> => {
      await service.at(day(date));
      return service.subscriber(id);
    };
    const failuresOf = async (id: string) => {
      const rows = await rowsOf<{ data: string }>(
        service.db,
        sql`select data from outbox_event where subscription_id = ${id} and type = 'payment.failed' order by event_id`,
      );
      return rows.map(({ data }) => {
        const { reason, attempt, next_attempt_at, lapses_at } = JSON.parse(data);
        return { reason, attempt, next_attempt_at, lapses_at };
      });
    };
    const short = async (id: string) =>
      (await paymentsOf(service, id)).map(({ kind: what, period, state }) => [what, period, state].join(" "));

    test("a period is paid a day ahead, and its credits wait for its start", async () => {
      await begin("s1", "2026-11-21");
      await service.at(day("2026-12-20") - 1000);
      expect(await short("s1")).toEqual(["renewal 0 paid"]);
      await service.at(day("2026-12-20"));
      expect(await short("s1")).toEqual(["renewal 0 paid", "renewal 1 paid"]);
      expect(await grantsOf(service.db, "s1")).toMatchObject([
        { period: 0, state: "open" },
        { period: 1, amount: 15_000, state: "waiting", starts_at: day("2026-12-21") },
      ]);
      expect(await papersOf(service, "s1")).toMatchObject([
        { kind: "invoice", month: "2026-11" },
        { kind: "invoice", gross: 11_979, month: "2026-12" },
      ]);
      const events = sql`select type, due_at from outbox_event where subscription_id = 's1'
        and type in ('period.renewed', 'period.unpaid') and due_at > 0`;
      expect(await rowsOf(service.db, events)).toEqual([
        { type: "period.renewed", due_at: day("2026-12-21") },
      ]);
    });

    test("a declined renewal is tried on days 0, 3 and 7, and lapses without a charge", async () => {
      await begin("s2", "2027-01-10");
      service.stripe.declines = "expired_card";
      const lapses = iso("2027-02-17");
      for (const at of [
        day("2027-02-09"),
        day("2027-02-10"),
        day("2027-02-12"),
        day("2027-02-13"),
        day("2027-02-17") - hour,
        day("2027-02-17"),
      ])
        await service.at(at);
      service.stripe.declines = undefined;
      expect(await failuresOf("s2")).toEqual([
        { reason: "expired_card", attempt: 1, next_attempt_at: iso("2027-02-10"), lapses_at: lapses },
        { reason: "expired_card", attempt: 2, next_attempt_at: iso("2027-02-13"), lapses_at: lapses },
        {
          reason: "expired_card",
          attempt: 3,
          next_attempt_at: "2027-02-16T23:00:00.000Z",
          lapses_at: lapses,
        },
        { reason: "expired_card", attempt: 4, next_attempt_at: null, lapses_at: lapses },
      ]);
      expect(await short("s2")).toEqual(["renewal 0 paid", "renewal 1 failed"]);
      const plan = sql`select state from billing_plan where subscription_id = 's2'`;
      expect(await rowsOf(service.db, plan)).toEqual([{ state: "lapsed" }]);
      expect(await papersOf(service, "s2")).toHaveLength(1);
      expect((await grantsOf(service.db, "s2")).map(({ period }) => period)).toEqual([0]);
    });

    test("an unpaid period is paid with another card, and grants its credits then", async () => {
      const customer = await begin("s3", "2027-03-10");
      service.stripe.declines = "expired_card";
      await service.at(day("2027-04-10"));
      service.stripe.declines = undefined;
      const paid = await buy(customer, { subscription_id: "s3", kind: "renewal", period: 1, minor: 11_979 });
      expect(paid).toMatchObject({ state: "pending", period: 1 });
      service.stripe.pay(service.stripe.sessionOf(paid.id).id);
      await service.hear(
        "evt_s3_other_card",
        "checkout.session.completed",
        sessionObject(service.stripe, paid.id),
      );
      expect(await short("s3")).toEqual(["renewal 0 paid", "renewal 1 paid"]);
      expect((await grantsOf(service.db, "s3")).at(-1)).toMatchObject({
        period: 1,
        amount: 15_000,
        state: "open",
      });
      await service.at(day("2027-04-13"));
      expect(await short("s3")).toEqual(["renewal 0 paid", "renewal 1 paid"]);
    });

    test("without a saved card the customer is reminded, and can pay by transfer", async () => {
      const customer = await begin("s4", "2027-05-10");
      await customer.ask("DELETE", `/users/${customer.account.userId}/payment-method`);
      await service.at(day("2027-06-09"));
      await service.at(day("2027-06-10"));
      expect((await failuresOf("s4")).map(({ reason, attempt }) => [reason, attempt])).toEqual([
        ["no_card", 1],
        ["no_card", 2],
      ]);
      const made = await buy(customer, {
        subscription_id: "s4",
        kind: "renewal",
        period: 1,
        minor: 11_979,
        method: "transfer",
      });
      await service.operator("POST", `/payments/${made.id}/received`, { minor: 11_979 });
      expect(await short("s4")).toEqual(["renewal 0 paid", "renewal 1 paid"]);
    });

    test("what is used beyond credits is invoiced and charged when its period has ended", async () => {
      const customer = await begin("s5", "2027-07-10");
      await customer.ask("PUT", "/subscriptions/s5/overage", { cap: 5000 });
      await spend(service, "s5", 18_201);
      await service.at(day("2027-08-10") + 1000);
      await service.at(day("2027-08-10") + 2000);
      const [used] = (await paymentsOf(service, "s5")).filter(({ kind: what }) => what === "overage");
      // 3,201 credits at €8.00 per 1,000 are €25.61, with 21 % of tax €30.99.
      expect(used).toMatchObject({ period: 0, state: "paid", minor: 3099 });
      // The scanner, which runs every two seconds, may close the period's grant before the next one is invoiced.
      const papers = (await papersOf(service, "s5")).map(({ month, gross }) => [month, gross]);
      expect(papers.sort()).toEqual([
        ["2027-07", 11_979],
        ["2027-07", 3099],
        ["2027-08", 11_979],
      ]);
      await service.at(day("2027-08-11"));
      expect((await short("s5")).filter((one) => one.startsWith("overage"))).toHaveLength(1);
    });

    test("who may pay by invoice has credits at once, and an invoice when the period starts", async () => {
      await service.sell("invoiced", { ...sold, invoice_allowed: true });
      await service.at(day("2027-09-10"));
      const customer = await service.customer();
      await allowInvoice(service.db, customer.account.userId, true);
      await customer.ask("POST", "/subscriptions/s6", { scope: "/products/invoiced" });
      await service.look();
      expect(await paymentsOf(service, "s6")).toMatchObject([
        { kind: "renewal", period: 0, state: "pending" },
      ]);
      expect(await grantsOf(service.db, "s6")).toMatchObject([{ period: 0, amount: 15_000, state: "open" }]);
      expect(await papersOf(service, "s6")).toMatchObject([
        { kind: "invoice", gross: 11_979, month: "2027-09" },
      ]);
      const [invoice] = await rowsOf<{ body: string }>(
        service.db,
        sql`select body from paper where subscription_id = 's6'`,
      );
      expect(JSON.parse(invoice!.body)).toMatchObject({
        issue_date: "2027-09-10",
        due_date: "2027-09-24",
        totals: { gross_minor: 11_979, paid_minor: 0, due_minor: 11_979 },
        payment: null,
      });
      // The day after the 14 days of the invoice.
      await service.at(day("2027-09-25"));
      expect((await failuresOf("s6")).map(({ reason }) => reason)).toEqual(["not_received"]);
      const [payment] = await rowsOf<{ id: string }>(
        service.db,
        sql`select id from payment where subscription_id = 's6' and period = 0`,
      );
      const got = await service.operator("POST", `/payments/${payment!.id}/received`, { minor: 11_979 });
      expect(got.body).toMatchObject({ state: "paid" });
      const periods = (await customer.ask("GET", "/subscriptions/s6/periods")).body as { state: string }[];
      expect(periods.at(-1)).toMatchObject({ number: 0, state: "paid" });
      expect(await papersOf(service, "s6")).toHaveLength(1);
    });

    test("a period that was paid before payments were taken is not charged", async () => {
      await begin("s7", "2027-10-10");
      service.stripe.declines = "expired_card";
      await service.at(day("2027-11-09"));
      service.stripe.declines = undefined;
      await service.db.run(
        sql`update billing_period set state = 'paid' where subscription_id = 's7' and number = 1`,
      );
      await service.at(day("2027-11-10"));
      expect(await short("s7")).toEqual(["renewal 0 paid", "renewal 1 cancelled"]);
    });

    test("a period that cannot be invoiced waits for a decision, and delays no other", async () => {
      await service.sell("dollars", { ...sold, currency: "USD", invoice_allowed: true });
      await begin("s9", "2027-11-15");
      await service.operator("PATCH", "/subscriptions/s9", { scope: "/products/dollars" });
      await service.look();
      const listed = await service.operator("GET", "/payments?state=problem");
      expect(listed.body).toMatchObject([
        {
          subscription_id: "s9",
          state: "failed",
          problem:
            "This account pays in EUR, and cannot pay in USD. Choose a plan that is sold in EUR. Nothing was charged.",
        },
      ]);
      const before = await paymentsOf(service, "s9");
      await service.look();
      expect(await paymentsOf(service, "s9")).toEqual(before);
      await service.subscriber("s10");
      expect(await short("s10")).toEqual(["renewal 0 paid"]);
    });

    test("64 racers on three nodes charge a period once", async () => {
      await begin("s8", "2027-12-10");
      const nodes = [0, 1, 2].map(
        () => new Payments(service.app, opened(service.app, Payments).settlement.cards),
      );
      await service.setTime(day("2028-01-09"));
      await opened(service.app, Billing).doDue();
      await Promise.all(
        Array.from({ length: 64 }, (_, racer) =>
          lookAtPayments(service.app, nodes[racer % 3]!.settlement, () => true),
        ),
      );
      expect(await short("s8")).toEqual(["renewal 0 paid", "renewal 1 paid"]);
      const [payment] = await rowsOf<{ id: string }>(
        service.db,
        sql`select id from payment where subscription_id = 's8' and period = 1`,
      );
      const charges = service.stripe.asked.filter(({ form }) => form["metadata[payment_id]"] === payment!.id);
      expect(charges).toHaveLength(1);
    });
  });

describe("renewals without cards", () => {
  test("a renewal waits for its transfer", async () => {
    const service = await startPaid(kinds[0]!, { VINGATE_PAYMENTS: "manual" });
    await service.sell("growth", sold);
    await service.at(day("2026-11-21"));
    const customer = await service.customer();
    await customer.ask("POST", "/subscriptions/s1", { scope: "/products/growth" });
    await service.look();
    const { body } = await customer.ask("GET", "/payments");
    expect(body).toMatchObject([
      {
        kind: "renewal",
        period: 0,
        state: "pending",
        provider: "manual",
        transfer: { reference: expect.any(String) },
      },
    ]);
    const quoted = await customer.ask("GET", "/payments/quote?subscription_id=s1&kind=renewal&period=0");
    expect(quoted.body).toMatchObject({ methods: ["transfer"], saved_method: null, minor: 11_979 });
    await service.end();
  });
});
