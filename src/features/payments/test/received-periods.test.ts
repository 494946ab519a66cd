import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Got, kinds, problem } from "../../../../test/harness.ts";
import { list, sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { Billing } from "../../billing/billing.ts";
import { type Customer, day, grantsOf, rowsOf } from "../../billing/test/billed-service.ts";
import { allowInvoice } from "../../papers/parties/buyer.ts";
import {
  buy,
  type PaidService,
  papersOf,
  paymentsOf,
  sessionObject,
  sold,
  startPaid,
} from "./paid-service.ts";

const due = 11_979;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`money of periods that operators record on ${kind.dialect}`, () => {
    let service: PaidService;
    beforeAll(async () => {
      service = await startPaid(kind);
      await service.sell("growth", sold);
      await service.sell("billed", { ...sold, invoice_allowed: true });
      await service.at(day("2026-11-21"));
    });
    afterAll(() => service.end());

    /** A customer whose first period is due. */
    const begin = async (id: string, product = "growth"): Promise<Customer> => {
      const customer = await service.customer();
      const { userId } = customer.account;
      if (product === "billed")
        await service.db.transaction((tx) => allowInvoice(tx, userId, true), { repeatable: true });
      await customer.ask("POST", `/subscriptions/${id}`, { scope: `/products/${product}` });
      return customer;
    };
    const record = (id: string, number = 0) =>
      service.operator("POST", `/subscriptions/${id}/periods/${number}/paid`);
    const wanted = (id: string) => ({ subscription_id: id, kind: "renewal", period: 0, minor: due });
    const short = async (id: string) =>
      (await paymentsOf(service, id)).map(({ kind: what, period, state, received_minor }) =>
        [what, period, state, received_minor].join(" "),
      );
    const granted = async (id: string) =>
      (await grantsOf(service.db, id)).filter(({ source }) => source === "period").length;
    const conflict = (got: Got, detail: string) =>
      expect(got.body).toEqual(problem("conflict", 409, "Conflict", detail, got));
    const unmatched = async (reference: string) =>
      (
        await rowsOf(
          service.db,
          sql`select provider, minor, state from payment_transfer where reference = ${reference}`,
        )
      ).map(({ provider, minor, state }) => [provider, minor, state].join(" "));

    test("the transfer that a period waits for is paid, with its invoice, and the customer reads so", async () => {
      const customer = await begin("w1");
      await service.look();
      const made = await buy(customer, { ...wanted("w1"), method: "transfer" });
      expect(made).toMatchObject({ state: "pending", minor: due });
      const got = await record("w1");
      expect(got.body).toMatchObject({ number: 0, state: "paid", grant_id: expect.any(String) as unknown });
      const { body: listed } = await customer.ask("GET", "/payments");
      const papers = (await customer.ask("GET", "/papers?kind=invoice")).body as { id: string }[];
      expect(listed).toMatchObject([
        { id: made.id, state: "paid", received_minor: due, method: "Transfer", paper_id: papers[0]?.id },
      ]);
      expect(await papersOf(service, "w1")).toMatchObject([{ kind: "invoice", gross: due }]);
      expect(await granted("w1")).toBe(1);
      const audited = sql`select action, after from audit_log where object = ${`/payments/${made.id}`}
        and action = 'payment.receive'`;
      expect(await rowsOf(service.db, audited)).toEqual([
        { action: "payment.receive", after: JSON.stringify({ state: "paid", minor: due }) },
      ]);
      await service.look();
      expect(await short("w1")).toEqual([`renewal 0 paid ${due}`]);
      conflict(await record("w1"), "Period 0 is paid already. Nothing was changed.");
    });

    test("of a transfer that has come in part the rest is recorded", async () => {
      const customer = await begin("w2");
      await service.look();
      const made = await buy(customer, { ...wanted("w2"), method: "transfer" });
      await service.operator("POST", `/payments/${made.id}/received`, { minor: 5000 });
      expect((await record("w2")).status).toBe(200);
      expect(await paymentsOf(service, "w2")).toMatchObject([
        { state: "paid", received_minor: due, problem: null },
      ]);
    });

    test("a period without a payment yet gets one", async () => {
      await begin("w3");
      expect(await short("w3")).toEqual([]);
      expect((await record("w3")).body).toMatchObject({ state: "paid" });
      expect(await short("w3")).toEqual([`renewal 0 paid ${due}`]);
      expect(await papersOf(service, "w3")).toMatchObject([{ kind: "invoice", gross: due }]);
      await service.look();
      expect(await short("w3")).toHaveLength(1);
    });

    test("a page on which a card is entered pays nothing twice", async () => {
      const customer = await begin("w4");
      await service.look();
      const made = await buy(customer, wanted("w4"));
      expect((await record("w4")).body).toMatchObject({ state: "paid" });
      // The page was not closed.
      service.stripe.pay(service.stripe.sessionOf(made.id).id);
      await service.hear("evt_w4", "checkout.session.completed", sessionObject(service.stripe, made.id));
      expect(await short("w4")).toEqual([`renewal 0 paid ${due}`]);
      expect(await granted("w4")).toBe(1);
      expect(await papersOf(service, "w4")).toHaveLength(1);
      const [stored] = await rowsOf<{ reference: string }>(
        service.db,
        sql`select reference from payment where id = ${made.id}`,
      );
      expect(await unmatched(stored!.reference)).toEqual([`stripe ${due} unmatched`]);
    });

    test("while a card is charged no other money is recorded", async () => {
      await service.at(day("2027-01-10"));
      await service.subscriber("w5");
      service.stripe.isDead = true;
      await service.at(day("2027-02-09"));
      service.stripe.isDead = false;
      const before = await paymentsOf(service, "w5");
      expect(before.at(-1)).toMatchObject({ period: 1, state: "pending" });
      conflict(await record("w5", 1), "The card is being charged. Wait for the result. Nothing was changed.");
      expect(await paymentsOf(service, "w5")).toEqual(before);
      await service.at(day("2027-02-09") + 3_600_000);
      expect(await short("w5")).toEqual([`renewal 0 paid ${due}`, `renewal 1 paid ${due}`]);
    });

    test("what was declined is paid by transfer, on its own payment", async () => {
      await service.at(day("2027-03-10"));
      await service.subscriber("w6");
      service.stripe.declines = "expired_card";
      for (const at of ["2027-04-09", "2027-04-10", "2027-04-13", "2027-04-17"])
        await service.at(day(at) - 1000);
      await service.at(day("2027-04-17") - 3_600_000);
      service.stripe.declines = undefined;
      const [, failed] = await rowsOf<{ id: string; state: string }>(
        service.db,
        sql`select id, state from payment where subscription_id = 'w6' order by created_at`,
      );
      expect(failed!.state).toBe("failed");
      const part = await service.operator("POST", `/payments/${failed!.id}/received`, { minor: 1000 });
      expect(part.body).toMatchObject({ state: "pending", provider: "manual", received_minor: 1000 });
      expect((await record("w6", 1)).body).toMatchObject({ state: "paid" });
      expect(await short("w6")).toEqual([`renewal 0 paid ${due}`, `renewal 1 paid ${due}`]);
      expect(await papersOf(service, "w6")).toHaveLength(2);
    });

    test("an invoice of a suspended subscription is paid", async () => {
      await begin("w7", "billed");
      await service.look();
      expect(await papersOf(service, "w7")).toMatchObject([{ kind: "invoice", gross: due }]);
      await service.operator("PATCH", "/subscriptions/w7", { state: "suspended" });
      expect((await record("w7")).body).toMatchObject({ state: "paid" });
      expect(await short("w7")).toEqual([`renewal 0 paid ${due}`]);
      expect([(await papersOf(service, "w7")).length, await granted("w7")]).toEqual([1, 1]);
    });

    test("a transfer that was not matched can pay what a card was to pay", async () => {
      await begin("w8");
      await service.look();
      const [payment] = await rowsOf<{ id: string; provider: string }>(
        service.db,
        sql`select id, provider from payment where subscription_id = 'w8'`,
      );
      expect(payment!.provider).toBe("stripe");
      const sent = { bank_ref: "w8", minor: due, currency: "EUR", reference: "without" };
      const { id } = (await service.operator("POST", "/payments/transfers", sent)).body as { id: string };
      const match = { payment_id: payment!.id };
      const got = await service.operator("POST", `/payments/transfers/${id}/match`, match);
      expect(got.body).toMatchObject({ state: "matched" });
      expect(await short("w8")).toEqual([`renewal 0 paid ${due}`]);
    });

    test("of operators who record it at once, one does", async () => {
      for (let round = 0; round < 4; round++) {
        const id = `r${round}`;
        await begin(id);
        await service.look();
        const all = await Promise.all(Array.from({ length: 6 }, () => record(id)));
        expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
        expect(await short(id)).toEqual([`renewal 0 paid ${due}`]);
        expect([(await papersOf(service, id)).length, await granted(id)]).toEqual([1, 1]);
      }
    });

    test("a transfer that arrives at the same time is not taken twice", async () => {
      for (let round = 0; round < 4; round++) {
        const id = `t${round}`;
        const customer = await begin(id);
        await service.look();
        const made = await buy(customer, { ...wanted(id), method: "transfer" });
        const { reference } = made.transfer as { reference: string };
        const sent = { bank_ref: id, minor: due, currency: "EUR", reference };
        const transfer = () => service.operator("POST", "/payments/transfers", sent);
        const [recorded] = await Promise.all([record(id), transfer()]);
        // It was refused if the money was recorded before, and is recorded again without its payment.
        const { body } = await transfer();
        const isRecorded = recorded!.status === 200;
        expect(body).toMatchObject({ state: isRecorded ? "unmatched" : "matched", minor: due });
        expect(await short(id)).toEqual([`renewal 0 paid ${due}`]);
        expect([(await papersOf(service, id)).length, await granted(id)]).toEqual([1, 1]);
      }
    });

    test("a saved card that is charged at the same time is not charged besides", async () => {
      const start = day("2028-01-10");
      await service.at(start);
      const ids = ["c0", "c1", "c2"];
      for (const id of ids) await service.subscriber(id);
      await service.setTime(day("2028-02-09"));
      await opened(service.app, Billing).doDue();
      const [, ...recorded] = await Promise.all([service.look(), ...ids.map((id) => record(id, 1))]);
      await service.at(day("2028-02-09") + 3_600_000);
      const byHand = recorded.filter(({ status }) => status === 200).length;
      const payments = await rowsOf<{ id: string }>(
        service.db,
        sql`select id from payment where subscription_id in (${list(ids)}) and period = 1`,
      );
      const charged = payments.filter(({ id }) => service.stripe.intentOf(id)?.status === "succeeded");
      expect(charged.length).toBe(ids.length - byHand);
      for (const id of ids) {
        expect(await short(id)).toEqual([`renewal 0 paid ${due}`, `renewal 1 paid ${due}`]);
        expect([(await papersOf(service, id)).length, await granted(id)]).toEqual([2, 2]);
      }
    });

    test("without the seller's data nothing is recorded", async () => {
      const other = await startPaid(kind);
      try {
        await other.sell("growth", sold);
        await other.at(day("2026-11-21"));
        const customer = await other.customer();
        await customer.ask("POST", "/subscriptions/n1", { scope: "/products/growth" });
        await other.db.run(sql`delete from paper_setting`);
        const got = await other.operator("POST", "/subscriptions/n1/periods/0/paid");
        expect(got.status).toBe(409);
        expect(await paymentsOf(other, "n1")).toEqual([]);
      } finally {
        await other.end();
      }
    });
  });

test("where no payments are taken, a period is paid without one", async () => {
  const service = await startPaid(kinds[0]!, { VINGATE_PAYMENTS: "invoice" });
  try {
    await service.sell("growth", sold);
    const customer = await service.customer();
    await customer.ask("POST", "/subscriptions/s1", { scope: "/products/growth" });
    const got = await service.operator("POST", "/subscriptions/s1/periods/0/paid");
    expect(got.body).toMatchObject({ state: "paid" });
    expect([await paymentsOf(service, "s1"), await papersOf(service, "s1")]).toEqual([[], []]);
  } finally {
    await service.end();
  }
});
