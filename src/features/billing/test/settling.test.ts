import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Got, kinds, problem } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { Billing } from "../billing.ts";
import {
  type BilledService,
  type Customer,
  day,
  eventsOf,
  grantsOf,
  growth,
  iso,
  periodsOf,
  rowsOf,
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
  describe.skipIf(kind.missing)(`settling plans on ${kind.dialect}`, () => {
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

    test("a pause stops periods, and a resumed plan has another day of renewal", async () => {
      const id = await subscribe();
      await service.at(day("2026-12-20"));
      expect((await customer.ask("POST", `/subscriptions/${id}/pause`)).body).toMatchObject({
        state: "paused",
        renewal: null,
        period: { number: 0 },
      });
      expect((await grantsOf(service.db, id)).length).toBe(1);
      expect((await customer.ask("POST", `/subscriptions/${id}/resume`)).body).toMatchObject({
        state: "active",
        renewal: { at: iso("2026-12-21") },
      });
      await customer.ask("POST", `/subscriptions/${id}/pause`);
      await service.at(day("2027-02-03"));
      await customer.ask("POST", `/subscriptions/${id}/resume`);
      await service.at(day("2027-03-03"));
      expect(await short(id)).toEqual([
        ["growth", "2026-11-21", "2026-12-21", 9900],
        ["growth", "2027-02-03", "2027-03-03", 9900],
        ["growth", "2027-03-03", "2027-04-03", 9900],
      ]);
      conflict(
        await customer.ask("POST", `/subscriptions/${id}/resume`),
        "The plan is active already. Nothing was changed.",
      );
    });
    test("a cap opens, grows and shrinks credits beyond the plan's", async () => {
      const id = await subscribe();
      const put = (cap: number) => customer.ask("PUT", `/subscriptions/${id}/overage`, { cap });
      const beyond = async () =>
        (await grantsOf(service.db, id))
          .filter(({ source }) => source === "overage")
          .map((one) => [one.period, one.amount, one.removed, one.state]);
      const balance = async () =>
        ((await customer.ask("GET", `/subscriptions/${id}`)).body as { credits: { remaining: number } })
          .credits.remaining;
      expect((await put(1000)).body).toMatchObject({ overage: { cap: 1000, cap_max: 5000 } });
      expect([await beyond(), await balance()]).toEqual([[[0, 1000, 0, "open"]], 16_000]);
      await put(3000);
      expect([await beyond(), await balance()]).toEqual([[[0, 3000, 0, "open"]], 18_000]);
      await put(500);
      expect([await beyond(), await balance()]).toEqual([[[0, 3000, 2500, "open"]], 15_500]);
      conflict(await put(5001), "At most 5000 with this plan. Nothing was changed.");
      await service.at(day("2026-12-20"));
      expect((await beyond()).at(-1)).toEqual([1, 500, 0, "waiting"]);
      await put(700);
      expect(await beyond()).toEqual([
        [0, 3200, 2500, "open"],
        [1, 700, 0, "waiting"],
      ]);
      await put(0);
      expect(await beyond()).toEqual([[0, 3200, 3200, "open"]]);
      await put(200);
      // A larger plan has a cap of its own period, and not two.
      await change(id, seen("scale", "now"));
      expect(await balance()).toBe(15_000 + 80_000 + 200);
    });

    test("a changed time zone moves the periods that are not stored, and leaves no gap", async () => {
      const id = await subscribe();
      await service.at(day("2026-12-20"));
      const set = await customer.ask("PUT", `/subscriptions/${id}/time-zone`, { time_zone: "Asia/Tokyo" });
      expect(set.body).toMatchObject({ time_zone: "Asia/Tokyo" });
      await service.at(day("2027-01-21"));
      const bounds = (await periodsOf(service.db, id)).map(({ starts_at, ends_at }) => [starts_at, ends_at]);
      const [first, second] = [day("2026-12-21"), day("2027-01-21")];
      expect(bounds.slice(0, 3)).toEqual([
        [day("2026-11-21"), first],
        [first, second],
        [second, day("2027-02-21") - 9 * 3_600_000],
      ]);
      const refused = await customer.ask("PUT", `/subscriptions/${id}/time-zone`, {
        time_zone: "Mars/Olympus",
      });
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        422,
        expect.stringContaining("must be a time zone of the IANA"),
      ]);
    });

    test("a day that the zone skips begins with the next one", async () => {
      const id = await subscribe();
      await customer.ask("PUT", `/subscriptions/${id}/time-zone`, { time_zone: "Pacific/Apia" });
      // As if it had begun in October 2011: the zone has no 30th of December of that year.
      await service.db.run(sql`
        update billing_plan set anchor_date = '2011-10-30', next_starts_at = ${day("2011-11-30") + 10 * 3_600_000},
          next_at = 0 where subscription_id = ${id}`);
      await service.setTime(day("2012-02-01"));
      await opened(service.app, Billing).doDue();
      const bounds = (await periodsOf(service.db, id))
        .slice(1)
        .map(({ starts_at, ends_at }) => [
          new Date(starts_at as number).toISOString(),
          new Date(ends_at as number).toISOString(),
        ]);
      expect(bounds).toEqual([
        ["2011-11-30T10:00:00.000Z", "2011-12-30T10:00:00.000Z"],
        ["2011-12-30T10:00:00.000Z", "2012-01-29T10:00:00.000Z"],
        ["2012-01-29T10:00:00.000Z", "2012-02-28T10:00:00.000Z"],
      ]);
    });

    test("an operator marks periods paid, and lets them lapse", async () => {
      const id = await subscribe();
      const post = (action: string, number = 0, json?: object) =>
        service.operator("POST", `/subscriptions/${id}/periods/${number}/${action}`, json);
      expect((await customer.ask("POST", `/subscriptions/${id}/periods/0/paid`)).status).toBe(403);
      const paid = await post("paid");
      expect(paid.body).toMatchObject({ number: 0, state: "paid" });
      conflict(await post("lapse"), "Period 0 is paid already. Nothing was changed.");
      await service.at(day("2026-12-20"));
      conflict(await post("lapse", 1), "Period 1 has not started. Cancel the renewal instead.");
      await service.at(day("2026-12-25"));
      conflict(await post("extend", 1, {}), "Period 1 is paid by invoice and does not lapse by itself.");
      const lapsed = await post("lapse", 1);
      expect(lapsed.body).toMatchObject({ number: 1, state: "lapsed", ends_at: iso("2026-12-25") });
      expect((await grantsOf(service.db, id)).map((one) => [one.period, one.removed, one.state])).toEqual([
        [0, 0, "closed"],
        [1, 15_000, "closed"],
      ]);
      await service.at(day("2027-03-01"));
      expect(await planOf(id)).toMatchObject({ state: "lapsed", renewal: null });
      conflict(
        await customer.ask("POST", `/subscriptions/${id}/resume`),
        "The last period was not paid. Ask the operator. Nothing was charged.",
      );
      await service.operator("POST", `/subscriptions/${id}/resume`);
      expect((await short(id)).at(-1)).toEqual(["growth", "2027-03-01", "2027-04-01", 9900]);
      const listed = await service.operator("GET", "/periods?state=lapsed");
      expect(listed.body).toEqual([{ ...(lapsed.body as object) }]);
      expect(listed.headers.get("x-total-count")).toBe("1");
      expect((await customer.ask("GET", "/periods")).status).toBe(403);
      expect((await service.operator("GET", "/periods?state=gone")).status).toBe(422);
      expect((await post("paid", 99)).status).toBe(404);
    });

    test("a prepaid period is granted when it is paid, and lapses if it is not", async () => {
      const id = await subscribe();
      await service.db.run(sql`update billing_plan set payment = 'prepaid' where subscription_id = ${id}`);
      await service.at(day("2026-12-21"));
      expect((await grantsOf(service.db, id)).length).toBe(1);
      expect((await planOf(id)).period).toMatchObject({ state: "unpaid", lapses_at: iso("2026-12-28") });
      await service.operator("POST", `/subscriptions/${id}/periods/1/extend`, { days: 3 });
      await service.at(day("2026-12-30"));
      await service.operator("POST", `/subscriptions/${id}/periods/1/paid`);
      expect((await grantsOf(service.db, id)).at(-1)).toMatchObject({
        period: 1,
        amount: 15_000,
        state: "open",
        expires_at: day("2027-01-21"),
      });
      await service.at(day("2027-01-21"));
      await service.at(day("2027-01-28"));
      expect(await planOf(id)).toMatchObject({ state: "lapsed", renewal: null });
      const types = (await eventsOf(service.db, id)).map(([type]) => type);
      expect(types.at(-1)).toBe("period.lapsed");
      expect((await grantsOf(service.db, id)).length).toBe(2);
    });

    test("bad input is refused with its place, and changes are in the audit log", async () => {
      const id = await subscribe();
      for (const body of [
        {},
        { product_id: "scale", when: "now" },
        { product_id: null, when: "now" },
        seen("scale", "now", { currency: "euro" }),
        seen("scale", "now", { price_minor: -1 }),
        seen("scale", "now", { offer_version: 0 }),
        seen("scale", "now", { more: 1 }),
      ])
        expect([body, (await change(id, body)).status]).toEqual([body, 422]);
      for (const cap of [-1, 1.5, "many", null, 1e10])
        expect((await customer.ask("PUT", `/subscriptions/${id}/overage`, { cap })).status).toBe(422);
      expect((await change(id, seen("scale", "now", { product_id: "none" }))).status).toBe(404);
      expect((await other.ask("POST", `/subscriptions/${id}/plan`, seen("scale", "now"))).status).toBe(404);
      expect((await service.operator("POST", `/subscriptions/${id}/grants`, { credits: 0 })).status).toBe(
        422,
      );
      const past = { credits: 1, expires_at: iso("2026-01-01") };
      expect((await service.operator("POST", `/subscriptions/${id}/grants`, past)).status).toBe(422);
      expect((await customer.ask("POST", `/subscriptions/${id}/grants`, { credits: 1 })).status).toBe(403);
      const stale = { "if-match": '"stale"' };
      const conditional = await customer.ask("DELETE", `/subscriptions/${id}/plan/change`, undefined, stale);
      expect(conditional.status).toBe(409);
      await change(id, seen("scale", "now"));
      const entries = await rowsOf(
        service.db,
        sql`select action, before, after from audit_log where object = ${`/subscriptions/${id}/plan`}`,
      );
      expect(entries).toEqual([
        {
          action: "plan.change",
          before: JSON.stringify({ product_id: "growth" }),
          after: JSON.stringify({ product_id: "scale" }),
        },
      ]);
    });
  });
