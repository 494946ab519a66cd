import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, problem } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { type Customer, day } from "../../billing/test/billed-service.ts";
import { buy, type PaidService, sold, startPaid } from "./paid-service.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`transfers on ${kind.dialect}`, () => {
    let service: PaidService;
    let customer: Customer;
    beforeAll(async () => {
      service = await startPaid(kind);
      await service.sell("growth", sold);
      await service.at(day("2026-11-21"));
      customer = await service.subscriber("s1");
    });
    afterAll(() => service.end());

    const wanted = { subscription_id: "s1", kind: "package", package_id: "small", minor: 6050 };
    const read = async (id: string) =>
      (await customer.ask("GET", `/payments/${id}`)).body as Record<string, unknown>;

    test("a transfer in two parts pays", async () => {
      const made = await buy(customer, {
        ...wanted,
        subscription_id: "s1",
        package_id: "small",
        method: "transfer",
      });
      expect(made.transfer).toEqual({
        reference: expect.any(String),
        recipient: "Lotdata s.r.o.",
        iban: "CZ65 0800 0000 1920 0014 5399",
        bic: "GIBACZPX",
        text: null,
      });
      const { reference } = made.transfer as { reference: string };
      expect(reference).toMatch(/^V[A-HJ-NP-Z2-9]{10}$/);
      const part = await service.operator("POST", `/payments/${made.id}/received`, { minor: 50 });
      expect(part.body).toMatchObject({ state: "pending", received_minor: 50 });
      const transfer = {
        bank_ref: "b1",
        minor: 6000,
        currency: "EUR",
        reference: `invoice ${reference.toLowerCase()} thanks`,
      };
      const got = await service.operator("POST", "/payments/transfers", transfer);
      expect(got.body).toMatchObject({ state: "matched", payment_id: made.id });
      expect(await read(made.id)).toMatchObject({ state: "paid", received_minor: 6050, method: "Transfer" });
      const again = await service.operator("POST", "/payments/transfers", transfer);
      expect(again.body).toEqual(got.body);
      expect(await read(made.id)).toMatchObject({ received_minor: 6050 });
    });

    test("a transfer that names no payment waits, and is matched once", async () => {
      const made = await buy(customer, { ...wanted, method: "transfer" });
      const sent = { bank_ref: "b2", minor: 6050, currency: "EUR", reference: "GROWTH DEC", sender: "ACME" };
      const { body } = await service.operator("POST", "/payments/transfers", sent);
      const { id } = body as { id: string };
      expect(body).toMatchObject({ state: "unmatched", payment_id: null });
      const match = () =>
        service.operator("POST", `/payments/transfers/${id}/match`, { payment_id: made.id });
      expect((await match()).body).toMatchObject({ state: "matched" });
      expect((await match()).status).toBe(409);
      expect(await read(made.id)).toMatchObject({ state: "paid" });
      const returned = await service.operator("POST", `/payments/transfers/${id}/return`);
      expect(returned.status).toBe(409);
    });

    test("another sum or currency than is due does not match by itself", async () => {
      const made = await buy(customer, { ...wanted, method: "transfer" });
      const { reference } = made.transfer as { reference: string };
      for (const [at, changes] of [{ minor: 6049 }, { currency: "USD" }].entries()) {
        const sent = { bank_ref: `other${at}`, minor: 6050, currency: "EUR", reference, ...changes };
        const got = await service.operator("POST", "/payments/transfers", sent);
        expect(got.body).toMatchObject({ state: "unmatched", payment_id: null });
      }
      expect(await read(made.id)).toMatchObject({ state: "pending", received_minor: 0 });
      const listed = await service.operator("GET", "/payments/transfers?state=unmatched");
      const dollars = (listed.body as { id: string; currency: string }[]).find(
        ({ currency }) => currency === "USD",
      );
      const match = await service.operator("POST", `/payments/transfers/${dollars!.id}/match`, {
        payment_id: made.id,
      });
      expect(match.status).toBe(409);
      const returned = await service.operator("POST", `/payments/transfers/${dollars!.id}/return`);
      expect(returned.body).toMatchObject({ state: "returned" });
    });

    test("a period that is paid twice is decided by an operator", async () => {
      const other = await service.customer();
      await other.ask("POST", "/subscriptions/twice", { scope: "/products/growth" });
      await service.look();
      const request = { subscription_id: "twice", kind: "renewal", period: 0, minor: 11_979 };
      const page = await buy(other, request);
      const again = await buy(other, { ...request, method: "transfer" });
      expect(again.id).toBe(page.id);
      await service.operator("POST", `/payments/${again.id}/received`, { minor: 11_979 });
      // The page was not closed.
      const { stripe } = service;
      const intent = stripe.pay(stripe.sessionOf(page.id).id);
      await service.hear("evt_twice", "payment_intent.succeeded", {
        object: "payment_intent",
        id: intent.id,
      });
      const { body } = await service.operator("GET", "/payments/transfers?state=unmatched");
      const cards = (body as { id: string; provider: string; minor: number }[]).filter(
        ({ provider }) => provider === "stripe",
      );
      expect(cards).toMatchObject([{ minor: 11_979 }]);
      const { id } = cards[0]!;
      expect((await service.operator("POST", `/payments/transfers/${id}/return`)).status).toBe(200);
    });

    test("what has arrived in part is not charged to a card", async () => {
      const other = await service.customer();
      await other.ask("POST", "/subscriptions/part", { scope: "/products/growth" });
      await service.look();
      const request = { subscription_id: "part", kind: "renewal", period: 0, minor: 11_979 };
      const made = await buy(other, { ...request, method: "transfer" });
      await service.operator("POST", `/payments/${made.id}/received`, { minor: 5000 });
      await expect(buy(other, request)).rejects.toThrow("A part has arrived by transfer");
    });

    test("more than is due pays, and the surplus waits for a decision", async () => {
      const made = await buy(customer, { ...wanted, method: "transfer" });
      const got = await service.operator("POST", `/payments/${made.id}/received`, { minor: 7000 });
      expect(got.body).toMatchObject({
        state: "paid",
        received_minor: 7000,
        problem: "€9.50 more than due was received.",
      });
      const resolved = await service.operator("POST", `/payments/${made.id}/resolve`);
      expect(resolved.body).toMatchObject({ problem: null });
    });
  });

describe("payments outside", () => {
  test("nothing can be bought, and plans are by invoice", async () => {
    const service = await startPaid(kinds[0]!, { VINGATE_PAYMENTS: "invoice" });
    await service.sell("growth", sold);
    const customer = await service.customer();
    await customer.ask("POST", "/subscriptions/s1", { scope: "/products/growth" });
    expect((await customer.ask("GET", "/subscriptions/s1/plan")).body).toMatchObject({ payment: "invoice" });
    const got = await customer.ask("GET", "/payments/quote?subscription_id=s1&kind=package&package_id=small");
    expect(got.body).toEqual(
      problem(
        "conflict",
        409,
        "Conflict",
        "Payments are not taken here. Ask the operator. Nothing was charged.",
        got,
      ),
    );
    expect((await service.ask("POST", "/payments/stripe/events", { json: {} })).status).toBe(403);
    await service.end();
  });
});

describe("payments where mail is sent", () => {
  test("an address is confirmed before something is bought", async () => {
    const service = await startPaid(kinds[0]!, {
      VINGATE_SMTP_URL: "smtp://127.0.0.1:9",
      VINGATE_MAIL_FROM: "Lotdata <billing@lotdata.example>",
    });
    await service.sell("growth", sold);
    await service.at(day("2026-11-21"));
    const customer = await service.customer();
    await customer.ask("POST", "/subscriptions/s1", { scope: "/products/growth" });
    const request = { subscription_id: "s1", kind: "renewal", period: 0, minor: 11_979 };
    await expect(buy(customer, { ...request, method: "transfer" })).rejects.toThrow(
      "Confirm your email address first. Nothing was charged.",
    );
    const { userId } = customer.account;
    await service.db.run(sql`update app_user set email_confirmed_at = 1 where id = ${userId}`);
    expect(await buy(customer, { ...request, method: "transfer" })).toMatchObject({ state: "pending" });
    await service.end();
  });
});
