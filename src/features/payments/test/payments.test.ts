import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, problem } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { type Customer, day, iso, rowsOf } from "../../billing/test/billed-service.ts";
import {
  buy,
  type PaidService,
  papersOf,
  purchasesOf,
  sessionObject,
  sold,
  startPaid,
} from "./paid-service.ts";

const quoteOf = {
  subscription_id: "s1",
  kind: "package",
  text: "Package, 5,000 credits",
  product_id: "growth",
  offer_version: 1,
  currency: "EUR",
  net_minor: 5000,
  tax: { rate: 2100, category: "S", reason: "", minor: 1050 },
  minor: 6050,
  credits: 5000,
  starts_at: iso("2026-11-21"),
  expires_at: iso("2027-11-22"),
  methods: ["saved", "card", "transfer"],
  saved_method: "Visa ending 4242",
  details_needed: false,
} as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`payments on ${kind.dialect}`, () => {
    let service: PaidService;
    let customer: Customer;
    beforeAll(async () => {
      service = await startPaid(kind);
      await service.sell("growth", sold);
      await service.sell("scale", { ...sold, price_minor: 39_900, credits: 80_000 });
      await service.at(day("2026-11-21"));
      customer = await service.subscriber("s1");
    });
    afterAll(() => service.end());

    const wanted = { subscription_id: "s1", kind: "package", package_id: "small", minor: 6050 };
    const shown = (paid: { id: string; [member: string]: unknown }) => ({
      id: paid.id,
      account_id: customer.account.userId,
      subscription_id: "s1",
      kind: "package",
      description: "Package, 5,000 credits",
      product_id: "growth",
      package_id: "small",
      period: null,
      state: "pending",
      net_minor: 5000,
      minor: 6050,
      currency: "EUR",
      received_minor: 0,
      refunded_minor: 0,
      provider: "stripe",
      method: null,
      debit_at: null,
      failure: null,
      attempts: 0,
      next_attempt_at: null,
      problem: null,
      dispute: null,
      credits: 5000,
      credits_removed: 0,
      credits_owed: 0,
      credits_set_aside: 0,
      checkout_url: service.stripe.sessionOf(paid.id)?.url ?? null,
      transfer: null,
      paper_id: null,
      created_at: iso("2026-11-21"),
      paid_at: null,
    });
    const read = async (id: string) =>
      (await customer.ask("GET", `/payments/${id}`)).body as Record<string, unknown>;

    test("a plan grants its credits when it is paid, and has an invoice", async () => {
      const { body } = await customer.ask("GET", "/subscriptions/s1/plan");
      expect(body).toMatchObject({
        state: "active",
        payment: "prepaid",
        period: { number: 0, state: "paid" },
      });
      expect(await papersOf(service, "s1")).toEqual([
        { kind: "invoice", number: "2026-0001", gross: 11_979, month: "2026-11" },
      ]);
    });

    test("a package is bought on the provider's page", async () => {
      const quoted = await customer.ask(
        "GET",
        "/payments/quote?subscription_id=s1&kind=package&package_id=small",
      );
      expect(quoted.body).toEqual(quoteOf);
      const payment = await buy(customer, wanted);
      expect(payment).toEqual(shown(payment) as never);
      expect(service.stripe.asked.at(-1)).toMatchObject({
        path: "/v1/checkout/sessions",
        form: {
          client_reference_id: payment.id,
          customer: "cus_1",
          "line_items[0][price_data][currency]": "eur",
          "line_items[0][price_data][unit_amount]": "6050",
          "metadata[payment_id]": payment.id,
        },
        key: expect.stringMatching(/^[0-9a-f-]{36}\/s1\/package\/0\/0$/),
      });
      service.stripe.pay(service.stripe.sessionOf(payment.id).id);
      await service.hear(
        "evt_small",
        "checkout.session.completed",
        sessionObject(service.stripe, payment.id),
      );
      const paid = await read(payment.id);
      expect(paid).toEqual({
        ...shown(payment),
        state: "paid",
        received_minor: 6050,
        method: "Visa ending 4242",
        checkout_url: null,
        paper_id: expect.any(String),
        paid_at: expect.stringContaining("2026-11-21T00:00:00."),
      });
      expect(await purchasesOf(service, "s1")).toEqual([
        { source: "purchase", amount: 5000, spent: 0, removed: 0, state: "open" },
      ]);
    });

    test("the saved card is charged by whichever process looks next", async () => {
      const { id } = await buy(customer, { ...wanted, method: "saved" });
      expect(await read(id)).toMatchObject({ state: "requested" });
      await service.look();
      expect(await read(id)).toMatchObject({ state: "paid", attempts: 1, method: "Visa ending 4242" });
    });

    test("a declined card charges nothing and grants nothing", async () => {
      service.stripe.declines = "insufficient_funds";
      const { id } = await buy(customer, { ...wanted, method: "saved" });
      await service.look();
      service.stripe.declines = undefined;
      const before = await purchasesOf(service, "s1");
      await service.look();
      expect(await read(id)).toMatchObject({ state: "failed", failure: "insufficient_funds", paid_at: null });
      expect(await purchasesOf(service, "s1")).toEqual(before);
    });

    test("a charge that was begun and not noted is repeated under its own number", async () => {
      const { id } = await buy(customer, { ...wanted, method: "saved" });
      service.stripe.isDead = true;
      await service.look();
      expect(await read(id)).toMatchObject({ state: "pending", attempts: 1 });
      service.stripe.isDead = false;
      await service.setTime(service.app.clock() + 601_000);
      await service.look();
      expect(await read(id)).toMatchObject({ state: "paid", attempts: 1 });
      const sent = service.stripe.asked.filter(({ form }) => form["metadata[payment_id]"] === id);
      const keys = [...new Set(sent.map(({ key }) => key))];
      expect(keys).toEqual([expect.stringMatching(/\/s1\/package\/\d+\/1$/)]);
      expect(sent).toHaveLength(2);
    });

    test("another price than the one that was seen is refused", async () => {
      const { status, body } = await customer.ask("POST", "/payments", {
        ...wanted,
        minor: 5999,
        currency: "EUR",
        method: "card",
      });
      expect(status).toBe(409);
      expect(body).toMatchObject({ detail: "You saw €59.99. Nothing was charged. It is €60.50 now." });
    });

    test("a larger plan begins when it is paid", async () => {
      const plan = {
        product_id: "scale",
        when: "now",
        price_minor: 39_900,
        currency: "EUR",
        offer_version: 1,
      };
      const refused = await customer.ask("POST", "/subscriptions/s1/plan", plan);
      expect(refused.body).toMatchObject({
        detail: "Plan scale begins when €399.00 is paid: POST /payments. Nothing was changed.",
      });
      const { id } = await buy(customer, {
        subscription_id: "s1",
        kind: "plan",
        product_id: "scale",
        minor: 48_279,
        method: "saved",
      });
      expect((await customer.ask("GET", "/subscriptions/s1/plan")).body).toMatchObject({
        offer: { product_id: "growth" },
      });
      await service.look();
      expect(await read(id)).toMatchObject({
        state: "paid",
        period: 1,
        description: "scale, 21 Nov to 21 Dec 2026",
      });
      expect((await customer.ask("GET", "/subscriptions/s1/plan")).body).toMatchObject({
        offer: { product_id: "scale" },
        period: { number: 1, state: "paid", price_minor: 39_900 },
      });
      const unpaid = sql`select type from outbox_event where subscription_id = 's1' and type = 'period.unpaid'
        and due_at = 0 and data like '%"number":1,%'`;
      expect(await rowsOf(service.db, unpaid)).toEqual([]);
    });

    test("a cancelled payment that is paid nevertheless grants what it paid for", async () => {
      const { id } = await buy(customer, wanted);
      const cancelled = await customer.ask("POST", `/payments/${id}/cancel`);
      expect(cancelled.body).toMatchObject({ state: "cancelled", checkout_url: null });
      expect((await customer.ask("POST", `/payments/${id}/cancel`)).status).toBe(409);
      service.stripe.pay(service.stripe.sessionOf(id).id);
      await service.hear(`evt_${id}`, "checkout.session.completed", sessionObject(service.stripe, id));
      expect(await read(id)).toMatchObject({ state: "paid", problem: null });
    });

    test("money for a subscription that has ended waits for a decision, and is returned", async () => {
      const other = await service.subscriber("ended");
      const { id } = await buy(other, { ...wanted, subscription_id: "ended" });
      await other.ask("DELETE", "/subscriptions/ended");
      const { id: intent } = service.stripe.pay(service.stripe.sessionOf(id).id);
      await service.hear(`evt_${id}`, "checkout.session.completed", sessionObject(service.stripe, id));
      const listed = await service.operator("GET", "/payments?state=problem");
      expect(listed.body).toMatchObject([
        { id, state: "paid", problem: "The subscription is not active any more.", paper_id: null },
      ]);
      const refund = { minor: 6050, reason: "Not delivered" };
      const got = await service.operator("POST", `/payments/${id}/refund`, refund);
      expect(got.body).toMatchObject({ state: "refunded", refunded_minor: 6050, problem: null });
      expect(service.stripe.intents.get(intent)!.latest_charge!.amount_refunded).toBe(6050);
    });

    test("another account does not see a payment", async () => {
      const { id } = await buy(customer, wanted);
      const stranger = await service.customer();
      for (const [method, path] of [
        ["GET", `/payments/${id}`],
        ["POST", `/payments/${id}/cancel`],
      ] as const) {
        const got = await stranger.ask(method, path);
        expect(got.body).toEqual(problem("not_found", 404, "Not found", `Payment ${id} not found.`, got));
      }
      expect((await stranger.ask("GET", "/payments")).body).toEqual([]);
      expect(
        (await stranger.ask("POST", "/payments", { ...wanted, currency: "EUR", method: "card" })).status,
      ).toBe(404);
      expect((await stranger.ask("GET", "/subscriptions/s1/top-up")).status).toBe(404);
      const { userId } = customer.account;
      expect((await stranger.ask("GET", `/users/${userId}/payment-method`)).status).toBe(404);
    });

    test("a payment with a key is made once", async () => {
      const headers = { "idempotency-key": "buy-once" };
      const request = { ...wanted, currency: "EUR", method: "card" };
      const first = await customer.ask("POST", "/payments", request, headers);
      const again = await customer.ask("POST", "/payments", request, headers);
      expect(again.body).toEqual(first.body);
    });

    test("the provider's silence charges nothing", async () => {
      service.stripe.isDead = true;
      const got = await customer.ask("POST", "/payments", { ...wanted, currency: "EUR", method: "card" });
      service.stripe.isDead = false;
      expect(got.status).toBe(503);
      expect(got.body).toMatchObject({
        detail: "The payment provider does not answer. Nothing was charged. Try again later.",
      });
      // Nor later: the card that is saved is not the one that the customer wanted to enter.
      await service.setTime(service.app.clock() + 601_000);
      await service.look();
      const [last] = (await customer.ask("GET", "/payments")).body as object[];
      expect(last).toMatchObject({ state: "failed", failure: "checkout_failed", attempts: 0 });
    });

    test("an account has at most ten open payments", async () => {
      const other = await service.subscriber("many");
      const request = { ...wanted, subscription_id: "many" };
      for (let made = 0; made < 10; made++) await buy(other, request);
      const got = await other.ask("POST", "/payments", { ...request, currency: "EUR", method: "card" });
      expect(got.status).toBe(409);
      expect(got.body).toMatchObject({ detail: expect.stringContaining("10 payments are open already.") });
    });
  });
