import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { announceTerms } from "../periods/announce-terms.ts";
import { planMails } from "../plan-mails.ts";
import { type BilledService, day, growth, iso, rowsOf, startBilled } from "./billed-service.ts";

const noticed = { ...growth, notice_days: 40 };
const dearer = { ...noticed, price_minor: 10_900, credits: 16_000 };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`notices of other prices on ${kind.dialect}`, () => {
    let service: BilledService;
    beforeAll(async () => {
      service = await startBilled(kind);
    });
    afterAll(() => service.end());

    /** Subscribes on a day. */
    const subscribe = async (id: string, date: string, product: string) => {
      await service.at(day(date));
      const customer = await service.customer();
      await customer.ask("POST", `/subscriptions/${id}`, { scope: `/products/${product}` });
      return customer;
    };
    const noticesOf = async (id: string) =>
      (
        await rowsOf<{ data: string }>(
          service.db,
          sql`select data from outbox_event
            where type = 'plan.terms_changed' and subscription_id = ${id} order by event_id`,
        )
      ).map(({ data }) => JSON.parse(data) as object);

    test("another price is announced to a plan once, with the day on which it applies", async () => {
      await service.sell("dear", noticed);
      await subscribe("n1", "2027-08-01", "dear");
      await service.sell("dear", dearer);
      // As several nodes do.
      await Promise.all(Array.from({ length: 8 }, () => announceTerms(service.db)));
      await service.at(day("2027-08-02"));
      const notice = {
        subscription_id: "n1",
        product_id: "dear",
        version: 2,
        former_version: 1,
        from: iso("2027-10-01"),
        currency: "EUR",
        price_minor: 10_900,
        former_price_minor: 9900,
        credits: 16_000,
        former_credits: 15_000,
      };
      expect(await noticesOf("n1")).toEqual([notice]);
      await service.at(day("2027-10-02"));
      expect(await noticesOf("n1")).toEqual([notice]);
      const plan = await rowsOf(
        service.db,
        sql`select offer_version, starts_at from billing_period where subscription_id = 'n1' order by number`,
      );
      expect(plan).toMatchObject([
        { offer_version: 1, starts_at: day("2027-08-01") },
        { offer_version: 1, starts_at: day("2027-09-01") },
        { offer_version: 2, starts_at: Date.parse(notice.from) },
      ]);
      const kind = planMails.find(({ id }) => id === "plan_terms_changed")!;
      const reader = { account: "Acme Fleet", userId: "acme", timeZone: "UTC", language: "en" } as const;
      expect(await kind.write(service.app, notice as never, reader)).toEqual({
        subject: "dear changes on 1 Oct 2027: €109.00 per month",
        before: ["Until then nothing changes. You can change or cancel your plan before."],
        rows: [
          { label: "Price now", value: "€99.00 per month" },
          { label: "Price then", value: "€109.00 per month" },
          { label: "Credits now", value: "15,000 per month" },
          { label: "Credits then", value: "16,000 per month" },
        ],
        button: { text: "View plans", path: "/console/billing#plan" },
      });
    });

    test("what costs the same, is withdrawn or applies to no plan needs no notice", async () => {
      await service.sell("same", noticed);
      await subscribe("n2", "2028-01-05", "same");
      await service.sell("same", { ...noticed, packages: [{ id: "p", credits: 100, price_minor: 100 }] });
      await service.sell("same", { ...dearer, on_sale: false });
      await service.at(day("2028-01-06"));
      expect(await noticesOf("n2")).toEqual([]);
      const leaving = await subscribe("n3", "2028-02-05", "dear");
      const end = { product_id: null, when: "period_end" };
      expect((await leaving.ask("POST", "/subscriptions/n3/plan", end)).status).toBe(200);
      await service.sell("dear", { ...dearer, price_minor: 12_900 });
      await service.at(day("2028-02-06"));
      expect(await noticesOf("n3")).toEqual([]);
    });

    test("a plan that changes to the product gets the notice", async () => {
      await service.sell("cheap", { ...noticed, price_minor: 100 });
      const customer = await subscribe("n4", "2028-03-05", "dear");
      const change = {
        product_id: "cheap",
        when: "period_end",
        price_minor: 100,
        currency: "EUR",
        offer_version: 1,
      };
      expect((await customer.ask("POST", "/subscriptions/n4/plan", change)).status).toBe(200);
      await service.sell("cheap", { ...noticed, price_minor: 200 });
      await service.at(day("2028-03-06"));
      expect(await noticesOf("n4")).toMatchObject([
        {
          product_id: "cheap",
          version: 2,
          from: iso("2028-05-05"),
          price_minor: 200,
          former_price_minor: 100,
        },
      ]);
    });
  });
