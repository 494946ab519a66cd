import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import {
  type BilledService,
  type Customer,
  day,
  growth,
  iso,
  periodsOf,
  rowsOf,
  startBilled,
} from "./billed-service.ts";

const noticed = { ...growth, notice_days: 40 };
const small = { id: "small", credits: 1000, price_minor: 1000, months: 12 } as const;
const dearer = {
  ...noticed,
  price_minor: 12_900,
  credits: 16_000,
  packages: [{ ...small, price_minor: 1900 }],
} as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`who pays a version on ${kind.dialect}`, () => {
    let service: BilledService;
    beforeAll(async () => {
      service = await startBilled(kind);
    });
    afterAll(() => service.end());

    const subscribe = async (id: string, date: string, product: string): Promise<Customer> => {
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
      ).map(({ data }) => {
        const { version, former_version, from, former_price_minor, price_minor } = JSON.parse(data);
        return { version, former_version, from, former_price_minor, price_minor };
      });
    const pricesOf = async (id: string) =>
      (await periodsOf(service.db, id)).map(({ offer_version, price_minor }) => [offer_version, price_minor]);
    const planOf = async (customer: Customer, id: string) =>
      (await customer.ask("GET", `/subscriptions/${id}/plan`)).body as Record<string, object>;

    test("a version for new subscriptions leaves current ones at their price, and tells them nothing", async () => {
      await service.sell("kept", { ...noticed, packages: [small] });
      const old = await subscribe("k1", "2027-01-10", "kept");
      await service.sell("kept", { ...dearer, who_pays: "new" });
      const late = await subscribe("k2", "2027-01-11", "kept");
      for (const date of ["2027-02-10", "2027-03-10", "2027-04-10", "2028-01-10"])
        await service.at(day(date));
      expect((await pricesOf("k1")).slice(0, 4)).toEqual([
        [1, 9900],
        [1, 9900],
        [1, 9900],
        [1, 9900],
      ]);
      expect((await pricesOf("k1")).at(-1)).toEqual([1, 9900]);
      expect((await pricesOf("k2")).at(-1)).toEqual([2, 12_900]);
      expect([await noticesOf("k1"), await noticesOf("k2")]).toEqual([[], []]);
      expect(await planOf(old, "k1")).toMatchObject({
        offer: { offer_version: 1, price_minor: 9900, credits: 15_000 },
        renewal: { offer_version: 1, price_minor: 9900 },
        packages: [small],
      });
      expect(await planOf(late, "k2")).toMatchObject({
        offer: { offer_version: 2, price_minor: 12_900 },
        renewal: { offer_version: 2, price_minor: 12_900 },
        packages: [{ price_minor: 1900 }],
      });
      const { body } = await service.ask("GET", "/pricing");
      expect((body as { plans: { product_id: string }[] }).plans).toContainEqual(
        expect.objectContaining({
          product_id: "kept",
          offer: expect.objectContaining({ version: 2, price_minor: 12_900, who_pays: "new" }) as object,
        }),
      );
      const listed = await service.operator("GET", "/products/kept/offers");
      expect(listed.body).toMatchObject([
        { version: 2, who_pays: "new", subscriptions: 1 },
        { version: 1, who_pays: "notice", subscriptions: 1 },
      ]);
    });

    test("a pause keeps the price, and a change of plan and back takes the new one", async () => {
      await service.sell("back", noticed);
      await service.sell("other", { ...noticed, price_minor: 20_000 });
      const customer = await subscribe("b1", "2028-02-10", "back");
      await service.sell("back", { ...dearer, who_pays: "new" });
      await customer.ask("POST", "/subscriptions/b1/pause");
      await service.at(day("2028-04-01"));
      await customer.ask("POST", "/subscriptions/b1/resume");
      expect((await pricesOf("b1")).at(-1)).toEqual([1, 9900]);
      const change = (product_id: string, when: string, price_minor: number, offer_version: number) =>
        customer.ask("POST", "/subscriptions/b1/plan", {
          product_id,
          when,
          price_minor,
          currency: "EUR",
          offer_version,
        });
      expect((await change("other", "now", 20_000, 1)).status).toBe(200);
      expect((await change("back", "period_end", 9900, 1)).status).toBe(409);
      expect((await change("back", "period_end", 12_900, 2)).status).toBe(200);
      await service.at(day("2028-05-01"));
      expect((await pricesOf("b1")).at(-1)).toEqual([2, 12_900]);
    });

    test("a notice that is under way goes on after a version for new subscriptions", async () => {
      await service.sell("pending", noticed);
      const customer = await subscribe("p1", "2028-06-10", "pending");
      await service.sell("pending", { ...noticed, price_minor: 10_900 });
      await service.at(day("2028-06-11"));
      await service.sell("pending", { ...dearer, who_pays: "new" });
      const late = await subscribe("p2", "2028-06-12", "pending");
      expect((await planOf(customer, "p1")).renewal).toMatchObject({ offer_version: 1, price_minor: 9900 });
      for (const date of ["2028-07-12", "2028-08-12", "2028-09-12"]) await service.at(day(date));
      expect(await pricesOf("p1")).toEqual([
        [1, 9900],
        [1, 9900],
        [2, 10_900],
        [2, 10_900],
      ]);
      expect(await noticesOf("p1")).toEqual([
        {
          version: 2,
          former_version: 1,
          from: iso("2028-08-10"),
          former_price_minor: 9900,
          price_minor: 10_900,
        },
      ]);
      expect((await planOf(late, "p2")).renewal).toMatchObject({ offer_version: 3, price_minor: 12_900 });
      expect(await noticesOf("p2")).toEqual([]);
    });

    test("a later version for all reaches all, each from its own price", async () => {
      await service.sell("later", noticed);
      await subscribe("l1", "2029-01-10", "later");
      await service.sell("later", { ...dearer, who_pays: "new" });
      await subscribe("l2", "2029-01-11", "later");
      // Subscriptions with these terms are not notified.
      await service.sell("later", { ...dearer, who_pays: "notice" });
      for (const date of ["2029-01-12", "2029-02-12", "2029-03-12"]) await service.at(day(date));
      expect(await noticesOf("l1")).toEqual([
        {
          version: 3,
          former_version: 1,
          from: iso("2029-03-10"),
          former_price_minor: 9900,
          price_minor: 12_900,
        },
      ]);
      expect(await noticesOf("l2")).toEqual([]);
      expect(await pricesOf("l1")).toEqual([
        [1, 9900],
        [1, 9900],
        [3, 12_900],
      ]);
      expect((await pricesOf("l2")).map(([, price]) => price)).toEqual([12_900, 12_900, 12_900]);
    });

    test("a change that is scheduled keeps the version that was seen", async () => {
      await service.sell("scheduled", noticed);
      await service.sell("cheap", { ...noticed, price_minor: 1000 });
      const customer = await subscribe("s1", "2029-06-10", "scheduled");
      const change = {
        product_id: "cheap",
        when: "period_end",
        price_minor: 1000,
        currency: "EUR",
        offer_version: 1,
      };
      expect((await customer.ask("POST", "/subscriptions/s1/plan", change)).status).toBe(200);
      await service.sell("cheap", { ...noticed, price_minor: 2000, who_pays: "new" });
      for (const date of ["2029-07-12", "2029-08-12", "2029-09-12"]) await service.at(day(date));
      expect((await pricesOf("s1")).slice(1)).toEqual([
        [1, 1000],
        [1, 1000],
        [1, 1000],
      ]);
      expect(await noticesOf("s1")).toEqual([]);
    });

    test("old terms that are published again take a notice back, also where its days end before", async () => {
      const terms = { ...noticed, packages: [small] };
      await service.sell("taken", terms);
      await subscribe("t1", "2030-01-10", "taken");
      await service.sell("taken", { ...terms, price_minor: 12_900 });
      for (const date of ["2030-01-11", "2030-02-08"]) await service.at(day(date));
      await subscribe("t2", "2030-02-08", "taken");
      await service.sell("taken", noticed);
      for (const date of ["2030-03-08", "2030-03-09", "2030-04-09"]) await service.at(day(date));
      expect(await pricesOf("t1")).toEqual([
        [1, 9900],
        [3, 9900],
        [3, 9900],
        [3, 9900],
      ]);
      // A subscription that began with the withdrawn version has the old terms after the notice period.
      expect(await pricesOf("t2")).toEqual([
        [2, 12_900],
        [2, 12_900],
        [3, 9900],
      ]);
      expect((await noticesOf("t1")).map(({ version }) => version)).toEqual([2]);
    });
  });
