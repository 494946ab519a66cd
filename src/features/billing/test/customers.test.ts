import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { type BilledService, type Customer, day, growth, iso, startBilled } from "./billed-service.ts";

const seller = {
  name: "Lotdata s.r.o.",
  address: ["Dlouhá 12"],
  postal_code: "110 00",
  city: "Praha 1",
  country: "CZ",
  tax_id: "CZ12345679",
  registration: "C 98765, Praha",
  email: "billing@lotdata.example",
  iban: "CZ65 0800 0000 1920 0014 5399",
  bic: "GIBACZPX",
};
const taxes = { rules: [], otherwise: { rate: 2100, category: "S" } };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`what customers pay on ${kind.dialect}`, () => {
    let service: BilledService;
    beforeAll(async () => {
      service = await startBilled(kind);
      await service.sell("growth", growth);
      await service.sell("yearly", { ...growth, price_every: "year", price_minor: 99_000 });
    });
    afterAll(() => service.end());

    const subscribe = async (id: string, date: string, product: string): Promise<Customer> => {
      await service.at(day(date));
      const customer = await service.customer();
      const made = await customer.ask("POST", `/subscriptions/${id}`, { scope: `/products/${product}` });
      expect(made.status).toBe(200);
      return customer;
    };
    const rowOf = async ({ account }: Customer) => {
      const got = await service.operator(
        "GET",
        `/system/customers?text=${encodeURIComponent(account.email)}`,
      );
      return (got.body as { customers: object[] }).customers[0]!;
    };
    const nextOf = (at: string, minor: number, state: string, lapses: string | null = null) => ({
      next_payment_minor: minor,
      next_payment_currency: "EUR",
      next_payment_at: iso(at),
      next_payment_state: state,
      lapses_at: lapses === null ? null : iso(lapses),
    });

    test("the dearest plan with its price, an unpaid period, and the next payment after it", async () => {
      const customer = await subscribe("s1", "2026-11-21", "growth");
      expect(await rowOf(customer)).toMatchObject({
        plan: "growth",
        subscription_id: "s1",
        subscriptions: 2,
        offer_version: 1,
        price_minor: 9900,
        price_every: "month",
        currency: "EUR",
        state: "unpaid",
        needs_you: true,
        ...nextOf("2026-11-21", 9900, "unpaid"),
      });
      const paid = await service.operator("POST", "/subscriptions/s1/periods/0/paid", {});
      expect(paid.status).toBe(200);
      expect(await rowOf(customer)).toMatchObject({
        state: "active",
        needs_you: false,
        ...nextOf("2026-12-21", 9900, "planned"),
      });
      await service.at(day("2026-12-20"));
      expect(await rowOf(customer)).toMatchObject({
        state: "active",
        ...nextOf("2026-12-21", 9900, "due"),
      });
    });

    test("a price per year is due after twelve periods", async () => {
      const customer = await subscribe("s2", "2027-01-05", "yearly");
      await service.operator("POST", "/subscriptions/s2/periods/0/paid", {});
      expect(await rowOf(customer)).toMatchObject(nextOf("2028-01-05", 99_000, "planned"));
    });

    test("money that moves has its tax", async () => {
      const customer = await subscribe("s3", "2027-02-05", "growth");
      expect((await service.operator("PUT", "/papers/seller", seller)).status).toBe(200);
      expect((await service.operator("PUT", "/papers/taxes", taxes)).status).toBe(200);
      expect(await rowOf(customer)).toMatchObject({ price_minor: 9900, next_payment_minor: 11_979 });
    });

    test("a plan that is cancelled has no next payment", async () => {
      const customer = await subscribe("s4", "2027-03-05", "growth");
      await service.operator("POST", "/subscriptions/s4/periods/0/paid", {});
      const ended = await customer.ask("POST", "/subscriptions/s4/plan", {
        product_id: null,
        when: "period_end",
      });
      expect([ended.status, await rowOf(customer)]).toMatchObject([200, { next_payment_minor: null }]);
    });
  });
