import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { dayMs } from "../../../base/durations.ts";
import { systemTiming } from "../../../base/timing.ts";
import { sql } from "../../../database/sql.ts";
import { crossDue } from "../../../metering/credits/grants/boundaries.ts";
import { day, periodsOf, rowsOf } from "../../billing/test/billed-service.ts";
import { requestTopUps } from "../renewing/top-up.ts";
import { spend } from "./histories.ts";
import { buy, type PaidService, paymentsOf, purchasesOf, sold, startPaid } from "./paid-service.ts";

const hour = 3_600_000;
const topUp = { enabled: true, threshold: 1500, package_id: "small", month_limit_minor: 10_000 } as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`automatic top-up on ${kind.dialect}`, () => {
    let service: PaidService;
    beforeAll(async () => {
      service = await startPaid(kind);
      await service.sell("growth", sold);
      await service.at(day("2026-11-02"));
    });
    afterAll(() => service.end());

    const automatic = async (id: string) =>
      (await paymentsOf(service, id))
        .filter(({ kind: what }) => what === "automatic")
        .map(({ state }) => state);

    test("a package is bought when fewer credits are left than the threshold", async () => {
      const customer = await service.subscriber("s1");
      const set = await customer.ask("PUT", "/subscriptions/s1/top-up", topUp);
      expect(set.body).toEqual({
        subscription_id: "s1",
        ...topUp,
        month_minor: 0,
        failures: 0,
        stopped: null,
      });
      await spend(service, "s1", 13_500);
      await service.look();
      expect(await automatic("s1")).toEqual([]);
      await spend(service, "s1", 1);
      await service.look();
      await service.look();
      expect(await automatic("s1")).toEqual(["paid"]);
      expect(await purchasesOf(service, "s1")).toMatchObject([{ amount: 5000, state: "open" }]);
      expect((await customer.ask("GET", "/subscriptions/s1/top-up")).body).toMatchObject({
        month_minor: 5000,
      });
    });

    test("the month's limit holds, and the next month buys again", async () => {
      await spend(service, "s1", 5000);
      await service.look();
      await spend(service, "s1", 5000);
      await service.at(service.app.clock() + 61_000);
      await service.at(service.app.clock() + 61_000);
      expect(await automatic("s1")).toEqual(["paid", "paid"]);
      // The first moment of the month belongs to it: its limit is two packages, too.
      await service.at(day("2026-12-01"));
      expect(await automatic("s1")).toEqual(["paid", "paid", "paid"]);
      for (const bought of [4, 4]) {
        await spend(service, "s1", 5000);
        await service.at(service.app.clock() + 61_000);
        await service.at(service.app.clock() + 61_000);
        expect(await automatic("s1")).toEqual(Array(bought).fill("paid"));
      }
    });

    test("64 racers never pass the limit, and never have two pending", async () => {
      await service.setTime(day("2026-12-01") + hour);
      const customer = await service.subscriber("race");
      await customer.ask("PUT", "/subscriptions/race/top-up", { ...topUp, month_limit_minor: 25_000 });
      await spend(service, "race", 15_000);
      for (let round = 0; round < 8; round++) {
        await Promise.all(Array.from({ length: 64 }, () => requestTopUps(service.db)));
        const open = await rowsOf(
          service.db,
          sql`select count(*) as open from payment where subscription_id = 'race' and kind = 'automatic'
            and state in ('requested', 'pending')`,
        );
        expect(open).toEqual([{ open: round < 5 ? 1 : 0 }]);
        await service.look();
        await spend(service, "race", 5000 * Number(round < 5));
      }
      expect(await automatic("race")).toEqual(Array(5).fill("paid"));
    });

    test("a subscription with an open payment stays; one that moves in any way buys nothing more", async () => {
      const customer = await service.subscriber("moves");
      const other = await service.customer();
      const { body } = await customer.ask("POST", "/organizations", { name: "Acme" });
      const path = "/subscriptions/moves";
      const to = (owner_id: string) => ({ owner_id, scope: "/products/growth", display_name: "moves" });
      const moves = [
        () => service.operator("PATCH", path, { owner_id: other.account.userId }),
        () => service.operator("PUT", path, to(other.account.userId)),
        () => customer.ask("POST", `${path}/transfer`, { account_id: (body as { id: string }).id }),
      ];
      await customer.ask("PUT", `${path}/top-up`, topUp);
      const request = { subscription_id: "moves", kind: "package", package_id: "small", minor: 6050 };
      const open = await buy(customer, { ...request, method: "transfer" });
      for (const move of moves)
        expect((await move()).body).toMatchObject({
          code: "conflict",
          detail: `Payment ${open.id} of the subscription is open. Pay or cancel it first. Nothing was changed.`,
        });
      expect((await customer.ask("GET", `${path}/top-up`)).body).toMatchObject({ enabled: true });
      await customer.ask("POST", `/payments/${open.id}/cancel`);
      for (const move of moves) {
        expect((await customer.ask("PUT", `${path}/top-up`, topUp)).status).toBe(200);
        expect((await move()).status).toBe(200);
        expect(
          await rowsOf(service.db, sql`select enabled from top_up where subscription_id = 'moves'`),
        ).toEqual([]);
        await service.operator("PATCH", path, { owner_id: customer.account.userId });
      }
    });

    test("three failed payments turn it off, with an event", async () => {
      const customer = await service.subscriber("fails");
      await customer.ask("PUT", "/subscriptions/fails/top-up", topUp);
      await spend(service, "fails", 14_000);
      service.stripe.declines = "card_declined";
      const start = service.app.clock();
      for (const after of [0, 0.5, 1, 2, 5, 6, 30]) await service.at(start + after * hour);
      service.stripe.declines = undefined;
      expect(await automatic("fails")).toEqual(["failed", "failed", "failed"]);
      expect((await customer.ask("GET", "/subscriptions/fails/top-up")).body).toMatchObject({
        enabled: false,
        failures: 3,
        stopped: "card_declined",
        month_minor: 0,
      });
      const events = await rowsOf<{ data: string }>(
        service.db,
        sql`select data from outbox_event where subscription_id = 'fails' and type = 'topup.stopped'`,
      );
      expect(events.map(({ data }) => JSON.parse(data))).toEqual([
        { subscription_id: "fails", failures: 3, reason: "card_declined" },
      ]);
    });

    test("it waits while a period is unpaid, and buys once it is paid", async () => {
      const customer = await service.subscriber("unpaid");
      await customer.ask("PUT", "/subscriptions/unpaid/top-up", topUp);
      const [first] = await periodsOf(service.db, "unpaid");
      const startsAt = first!.ends_at as number;
      service.stripe.declines = "card_declined";
      await service.at(startsAt - dayMs);
      // The next period is due, and has not started.
      service.stripe.declines = undefined;
      await spend(service, "unpaid", 14_000);
      await service.look();
      await service.look();
      expect(await automatic("unpaid")).toEqual(["paid"]);
      await spend(service, "unpaid", 5000);
      service.stripe.declines = "card_declined";
      await service.at(startsAt + hour);
      await crossDue(service.db, systemTiming, () => true);
      service.stripe.declines = undefined;
      const shown = (await customer.ask("GET", "/subscriptions/unpaid")).body;
      expect(shown).toMatchObject({ credits: { remaining: 1000 } });
      // A minute later it is looked at again.
      for (const after of [0, 61_000, 61_000]) {
        await service.at(service.now() + after);
        expect(await automatic("unpaid")).toEqual(["paid"]);
      }
      await service.at(startsAt + 3 * dayMs);
      const renewed = sql`select state from billing_period where subscription_id = 'unpaid' order by number`;
      expect(await rowsOf(service.db, renewed)).toEqual([{ state: "paid" }, { state: "paid" }]);
      await spend(service, "unpaid", 15_000);
      await service.at(service.now() + 61_000);
      expect(await automatic("unpaid")).toEqual(["paid", "paid"]);
    });

    test("it is refused if it could buy nothing", async () => {
      const customer = await service.subscriber("refused");
      const put = async (changes: object) =>
        (
          (await customer.ask("PUT", "/subscriptions/refused/top-up", { ...topUp, ...changes })).body as {
            detail: string;
          }
        ).detail;
      expect(await put({ month_limit_minor: 4999 })).toBe(
        "A limit below the package (€50.00) buys nothing. Nothing was changed.",
      );
      expect(await put({ package_id: "none" })).toBe("Package none is not on sale. Nothing was changed.");
      await customer.ask("DELETE", `/users/${customer.account.userId}/payment-method`);
      expect(await put({})).toBe("No card is saved. Pay once by card first. Nothing was changed.");
    });
  });
