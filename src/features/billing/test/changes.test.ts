import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Got, kinds, problem } from "../../../../test/harness.ts";
import {
  type BilledService,
  type Customer,
  day,
  eventsOf,
  grantsOf,
  growth,
  iso,
  periodsOf,
  startBilled,
} from "./billed-service.ts";

const overage = { overage_minor: 800, overage_per: 1000, overage_cap_max: 5000 };
const offers = {
  starter: { ...growth, price_minor: 1900, credits: 2000 },
  growth: { ...growth, ...overage },
  scale: { ...growth, ...overage, price_minor: 39_900, credits: 80_000 },
} as const;

const seen = (product: keyof typeof offers, when: "now" | "period_end", more = {}) => ({
  product_id: product,
  when,
  price_minor: offers[product].price_minor,
  currency: "EUR",
  offer_version: 1,
  ...more,
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`changes of plans on ${kind.dialect}`, () => {
    let service: BilledService;
    let customer: Customer;
    let other: Customer;
    let made = 0;
    beforeAll(async () => {
      service = await startBilled(kind);
      for (const [product, terms] of Object.entries(offers)) await service.sell(product, terms);
      other = await service.customer();
    });
    afterAll(() => service.end());

    /** A new subscription to Growth, from 21 November on. */
    const subscribe = async () => {
      await service.at(day("2026-11-21"));
      customer = await service.customer();
      const id = `c${++made}`;
      await customer.ask("POST", `/subscriptions/${id}`, { scope: "/products/growth" });
      return id;
    };
    const change = (id: string, body: object, headers = {}) =>
      customer.ask("POST", `/subscriptions/${id}/plan`, body, headers);
    const planOf = async (id: string) =>
      (await customer.ask("GET", `/subscriptions/${id}/plan`)).body as Record<string, unknown>;
    const short = async (id: string) =>
      (await periodsOf(service.db, id)).map(({ product_id, starts_at, ends_at, price_minor }) => [
        product_id,
        new Date(starts_at as number).toISOString().slice(0, 10),
        new Date(ends_at as number).toISOString().slice(0, 10),
        price_minor,
      ]);
    const conflict = (got: Got, detail: string) =>
      expect(got.body).toEqual(problem("conflict", 409, "Conflict", detail, got));

    test("the plan names its renewal and what each change costs", async () => {
      const id = await subscribe();
      const offerOf = (product: keyof typeof offers) => {
        const { price_minor, credits } = offers[product];
        return {
          product_id: product,
          display_name: product,
          offer_version: 1,
          currency: "EUR",
          price_minor,
          price_every: "month",
          credits,
          credits_every: "month",
        };
      };
      expect(await planOf(id)).toEqual({
        subscription_id: id,
        state: "active",
        payment: "invoice",
        time_zone: "UTC",
        offer: offerOf("growth"),
        period: {
          subscription_id: id,
          number: 0,
          product_id: "growth",
          offer_version: 1,
          starts_at: iso("2026-11-21"),
          ends_at: iso("2026-12-21"),
          state: "unpaid",
          grant_id: expect.any(String) as unknown,
          price_minor: 9900,
          currency: "EUR",
          lapses_at: null,
        },
        renewal: {
          at: iso("2026-12-21"),
          number: 1,
          product_id: "growth",
          offer_version: 1,
          price_minor: 9900,
          currency: "EUR",
        },
        change: null,
        overage: { cap: 0, cap_max: 5000, price_minor: 800, per: 1000, currency: "EUR" },
        packages: [],
        not_sold: null,
        changes: [
          {
            ...offerOf("starter"),
            now: null,
            period_end: { price_minor: 1900, at: iso("2026-12-21") },
          },
          { ...offerOf("growth"), now: null, period_end: null },
          {
            ...offerOf("scale"),
            now: { price_minor: 39_900, ends_at: iso("2026-12-21") },
            period_end: { price_minor: 39_900, at: iso("2026-12-21") },
          },
        ],
      });
      const refused = await other.ask("GET", `/subscriptions/${id}/plan`);
      expect(refused.body).toEqual(
        problem("not_found", 404, "Not found", `Subscription ${id} not found.`, refused),
      );
    });

    test("an upgrade begins a period now at its full price, and old credits stay", async () => {
      const id = await subscribe();
      await service.at(day("2026-12-05"));
      const changed = await change(id, seen("scale", "now"));
      expect([changed.status, changed.body]).toMatchObject([
        200,
        { state: "active", offer: { product_id: "scale" }, renewal: { at: iso("2027-01-05") } },
      ]);
      expect(await short(id)).toEqual([
        ["growth", "2026-11-21", "2026-12-05", 9900],
        ["scale", "2026-12-05", "2027-01-05", 39_900],
      ]);
      expect((await grantsOf(service.db, id)).map((one) => [one.amount, one.expires_at, one.state])).toEqual([
        [15_000, day("2026-12-21"), "open"],
        [80_000, day("2027-01-05"), "open"],
      ]);
      expect((await customer.ask("GET", `/subscriptions/${id}`)).body).toMatchObject({
        product_id: "scale",
        credits: { granted: 95_000 },
      });
      await service.at(day("2027-01-05"));
      expect((await short(id)).at(-1)).toEqual(["scale", "2027-01-05", "2027-02-05", 39_900]);
    });

    test("a smaller plan begins at the end of the period, and can be withdrawn until then", async () => {
      const id = await subscribe();
      conflict(
        await change(id, seen("starter", "now")),
        "The change to starter is not possible now: the plan lists what is. Nothing was charged.",
      );
      // The next period of Growth waits already.
      await service.at(day("2026-12-20") + 1);
      const scheduled = await change(id, seen("starter", "period_end"));
      expect(scheduled.body).toMatchObject({
        change: { at: iso("2026-12-21"), product_id: "starter", offer_version: 1 },
        offer: { product_id: "growth" },
        renewal: { at: iso("2026-12-21"), product_id: "starter", price_minor: 1900 },
      });
      await service.at(day("2026-12-20") + 2);
      expect((await grantsOf(service.db, id)).map((one) => [one.amount, one.state])).toEqual([
        [15_000, "open"],
        [2000, "waiting"],
      ]);
      const kept = await customer.ask("DELETE", `/subscriptions/${id}/plan/change`);
      expect(kept.body).toMatchObject({ change: null, renewal: { product_id: "growth" } });
      await service.at(day("2026-12-20") + 3);
      expect((await grantsOf(service.db, id)).map((one) => [one.amount, one.state])).toEqual([
        [15_000, "open"],
        [15_000, "waiting"],
      ]);
      await change(id, seen("starter", "period_end"));
      await service.at(day("2026-12-21"));
      expect((await customer.ask("GET", `/subscriptions/${id}`)).body).toMatchObject({
        product_id: "starter",
      });
      expect(await planOf(id)).toMatchObject({ offer: { product_id: "starter" }, change: null });
      await service.at(day("2027-01-21"));
      expect(await short(id)).toEqual([
        ["growth", "2026-11-21", "2026-12-21", 9900],
        ["starter", "2026-12-21", "2027-01-21", 1900],
        ["starter", "2027-01-21", "2027-02-21", 1900],
      ]);
      const planEvents = (await eventsOf(service.db, id)).filter(([type]) => type === "plan.changed");
      const event = (of: string, product: string, at: number) => [
        "plan.changed",
        { subscription_id: id, change: of, product_id: product, at: new Date(at).toISOString() },
      ];
      expect(planEvents).toEqual([
        event("scheduled", "starter", day("2026-12-21")),
        event("withdrawn", "growth", day("2026-12-20") + 2),
        event("scheduled", "starter", day("2026-12-21")),
        event("done", "starter", day("2026-12-21")),
      ] as never);
      conflict(
        await customer.ask("DELETE", `/subscriptions/${id}/plan/change`),
        "No change is scheduled. Nothing was changed.",
      );
    });

    test("the press carries the price that was seen, and another is refused", async () => {
      const id = await subscribe();
      for (const [body, detail] of [
        [
          seen("scale", "now", { price_minor: 29_900 }),
          "You saw €299.00. Nothing was charged. It is €399.00 now, version 1.",
        ],
        [
          seen("scale", "now", { offer_version: 7 }),
          "You saw €399.00, version 7 of the offer. Nothing was charged. It is €399.00 now, version 1.",
        ],
      ] as const)
        conflict(await change(id, body), detail);
      expect(await short(id)).toEqual([["growth", "2026-11-21", "2026-12-21", 9900]]);
    });

    test("a repeated press charges once", async () => {
      const id = await subscribe();
      const key = { "idempotency-key": `press-${id}` };
      const first = await change(id, seen("scale", "now"), key);
      const again = await change(id, seen("scale", "now"), key);
      expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([
        200,
        first.body,
        "true",
      ]);
      expect((await short(id)).length).toBe(2);
      conflict(
        await change(id, seen("scale", "now")),
        "The change to scale is not possible now: the plan lists what is. Nothing was charged.",
      );
    });

    test("the end of renewals leaves the credits, and a plan can begin again", async () => {
      const id = await subscribe();
      await service.at(day("2026-12-20"));
      const ended = await change(id, { product_id: null, when: "period_end" });
      expect(ended.body).toMatchObject({
        state: "active",
        renewal: null,
        change: { at: iso("2026-12-21"), product_id: null, offer_version: null },
      });
      await service.at(day("2027-02-01"));
      expect(await planOf(id)).toMatchObject({ state: "ended", period: null, renewal: null, change: null });
      expect(await short(id)).toEqual([["growth", "2026-11-21", "2026-12-21", 9900]]);
      expect((await customer.ask("GET", `/subscriptions/${id}`)).body).toMatchObject({ state: "active" });
      const refused = await customer.ask("POST", `/subscriptions/${id}/pause`);
      conflict(refused, `Subscription ${id} has no plan that renews. Choose one first. Nothing was changed.`);
      await change(id, seen("growth", "now"));
      expect((await short(id)).at(-1)).toEqual(["growth", "2027-02-01", "2027-03-01", 9900]);
    });

    test("a trial becomes a plan, with the credits that it has left", async () => {
      await service.at(day("2026-11-21"));
      customer = await service.customer();
      const id = customer.account.subscriptionId;
      expect(await planOf(id)).toMatchObject({ state: "none", offer: null, renewal: null, overage: null });
      const begun = await change(id, seen("starter", "now"));
      expect(begun.body).toMatchObject({ state: "active", offer: { product_id: "starter" } });
      const subscription = (await customer.ask("GET", `/subscriptions/${id}`)).body;
      expect(subscription).toMatchObject({ product_id: "starter", credits: { granted: 2015 } });
    });
  });
