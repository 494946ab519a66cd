import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { seeded } from "../../../../test/verify/model.ts";
import { sql } from "../../../database/sql.ts";
import { compareAll } from "../../../metering/consistency/findings.ts";
import { day, rowsOf } from "../../billing/test/billed-service.ts";
import { type Bought, Buyer, gross } from "./buyer.ts";
import { faultsOf } from "./moved-sums.ts";
import { type PaidService, papersOf, sold, startPaid } from "./paid-service.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`money that comes back on ${kind.dialect}`, () => {
    let service: PaidService;
    let number = 0;
    beforeAll(async () => {
      service = await startPaid(kind);
      // Packages alone: a plan's own credits would be spent first.
      await service.sell("growth", { ...sold, price_minor: 0, credits: 0 });
      await service.at(day("2026-11-21"));
    });
    afterAll(() => service.end());

    async function buyer(): Promise<Buyer> {
      const id = `buyer${number++}`;
      const customer = await service.customer();
      await customer.ask("POST", `/subscriptions/${id}`, { scope: "/products/growth" });
      return new Buyer(service, id, customer);
    }
    const pass = () => service.setTime(service.now() + 1000);
    const read = async ({ id }: Bought) =>
      (await service.operator("GET", `/payments/${id}`)).body as Record<string, unknown>;
    const eventsOf = (id: string, type: string) =>
      rowsOf<{ data: string }>(
        service.db,
        sql`select data from outbox_event where type = ${type} and data like ${`%${id}%`}`,
      );

    test("a refund that fails after it was made gives its credits again, with a paper and a problem", async () => {
      const own = await buyer();
      const bought = await own.buy();
      await own.spend(1800);
      const refund = { minor: 3630, reason: "Requested by customer" };
      const made = await service.operator("POST", `/payments/${bought.id}/refund`, refund);
      expect(made.body).toMatchObject({ state: "part_refunded", credits_removed: 3000 });
      expect(await own.stored()).toMatchObject({ left: 200, owed: 0, papers: 2420 });
      const { id } = service.stripe.refunds.findLast(({ intent }) => intent === bought.intent)!;
      bought.refunds.push({ id, minor: 3630 });
      await own.fail(bought);
      expect(await own.stored()).toEqual({ left: 3200, owed: 0, aside: 0, papers: gross });
      expect(await read(bought)).toMatchObject({
        state: "paid",
        refunded_minor: 0,
        credits_removed: 0,
        problem:
          "€36.30 could not be returned: the refund failed, and the provider has the money again. Refund it again, or by transfer.",
      });
      expect(
        await rowsOf(service.db, sql`select state from payment_refund where payment_id = ${bought.id}`),
      ).toEqual([{ state: "failed" }]);
      const papers = await papersOf(service, own.id);
      expect(papers.map(({ kind: paper, gross: sum }) => [paper, sum])).toEqual([
        ["invoice", gross],
        ["credit_note", 3630],
        ["invoice", 3630],
      ]);
      const [event] = await eventsOf(bought.id, "payment.reinstated");
      expect(JSON.parse(event!.data)).toMatchObject({
        refunded_minor: 0,
        credits_returned: 3000,
        credits_owed: 0,
      });
      // It can be returned again, all of it.
      const again = await service.operator("POST", `/payments/${bought.id}/refund`, {
        ...refund,
        minor: gross,
      });
      expect(again.body).toMatchObject({ state: "refunded", problem: null, credits_owed: 1800 });
    });

    for (const [spent, steps, expected] of [
      [1800, ["6050", "fails"], { left: 3200, owed: 0 }],
      [1800, ["3025", "3025", "fails"], { left: 700, owed: 0 }],
      [5000, ["6050", "fails"], { left: 0, owed: 0 }],
      [5000, ["3025", "3025", "fails"], { left: 0, owed: 2500 }],
      [1800, ["open", "lost", "won"], { left: 3200, owed: 0 }],
      [1800, ["3025", "open", "lost", "won"], { left: 700, owed: 0 }],
      [1800, ["3025", "open", "fails"], { left: 0, owed: 0, aside: 3200 }],
      [1800, ["3025", "open", "fails", "won"], { left: 3200, owed: 0 }],
      [1800, ["inquiry"], { left: 3200, owed: 0 }],
      [1800, ["inquiry", "open"], { left: 0, owed: 0, aside: 3200 }],
      [1800, ["inquiry", "closed"], { left: 3200, owed: 0 }],
    ] as const)
      test(`${spent} of 5,000 spent, then ${steps.join(", ")}`, async () => {
        const own = await buyer();
        const bought = await own.buy();
        await own.spend(spent);
        for (const step of steps) {
          await pass();
          if (step === "fails") await own.fail(bought);
          else if (/^\d+$/.test(step)) await own.refund(bought, Number(step));
          else await own.dispute(bought, step as "open");
        }
        expect(await own.stored()).toEqual({ aside: 0, ...expected, papers: own.sums.minor });
      });

    test("an inquiry takes nothing, is shown, and ends", async () => {
      const own = await buyer();
      const bought = await own.buy();
      await own.dispute(bought, "inquiry");
      expect(await read(bought)).toMatchObject({ state: "paid", dispute: "inquiry", credits_set_aside: 0 });
      expect((await eventsOf(bought.id, "payment.disputed")).length).toBe(1);
      const listed = (await service.operator("GET", "/payments?state=disputed")).body as { id: string }[];
      expect(listed.map(({ id }) => id)).toContain(bought.id);
      // Money under an inquiry can be returned.
      const preview = await service.operator("GET", `/payments/${bought.id}/refund?minor=${gross}`);
      expect(preview.body).toMatchObject({ minor_max: gross });
      await own.dispute(bought, "closed");
      expect(await read(bought)).toMatchObject({ state: "paid", dispute: null });
    });

    test("credits that have paid a debt are given back to where they were taken", async () => {
      const own = await buyer();
      const first = await own.buy();
      await own.spend(5000);
      await pass();
      await own.refund(first, gross);
      await pass();
      const second = await own.buy();
      expect(await own.stored()).toMatchObject({ left: 0, owed: 0 });
      await pass();
      await own.fail(first);
      expect(await own.stored()).toMatchObject({ left: 5000, owed: 0 });
      expect(await rowsOf(service.db, sql`select paid_debts from payment where id = ${second.id}`)).toEqual([
        { paid_debts: 0 },
      ]);
      // What that package owes for the same credits is taken of them.
      await own.spend(5000);
      await own.refund(second, gross);
      expect(await own.stored()).toMatchObject({ left: 0, owed: 5000 });
    });

    test("credits that have paid a debt and whose own money went back are removed, not owed", async () => {
      const own = await buyer();
      const first = await own.buy();
      await own.spend(5000);
      await pass();
      await own.refund(first, gross);
      await pass();
      const second = await own.buy();
      await pass();
      await own.refund(second, gross);
      expect(await own.stored()).toMatchObject({ left: 0, owed: 5000 });
      await pass();
      await own.fail(first);
      expect(await own.stored()).toMatchObject({ left: 0, owed: 0 });
      expect(await read(second)).toMatchObject({ credits_removed: 5000, credits_owed: 0 });
    });

    test("what was forgiven is not given when its refund fails", async () => {
      const own = await buyer();
      const first = await own.buy();
      await own.spend(5000);
      await own.refund(first, gross);
      expect((await service.operator("POST", `/payments/${first.id}/forgive`)).body).toMatchObject({
        credits_owed: 0,
      });
      await own.fail(first);
      expect(await own.stored()).toEqual({ left: 0, owed: 0, aside: 0, papers: gross });
    });

    test("credits that have expired while their money was away are granted for as long as they were left", async () => {
      const own = await buyer();
      const bought = await own.buy();
      await own.spend(1800);
      await own.refund(bought, gross);
      await service.at(service.app.clock() + 400 * 86_400_000);
      await own.fail(bought);
      expect(await own.stored()).toMatchObject({ left: 3200, owed: 0 });
    });

    test("random histories agree with a ledger of sums, and papers with the money", async () => {
      for (let seed = 1; seed <= 6; seed++) {
        const random = seeded(seed);
        const upTo = (most: number) => Math.floor(random() * (most + 1));
        const own = await buyer();
        await own.buy();
        for (let step = 0; step < 20; step++) {
          await pass();
          const one = own.bought[upTo(own.bought.length - 1)]!;
          const rest = gross - own.returned(one);
          const { left } = await own.stored();
          const what = random();
          if (what < 0.2) await own.buy();
          else if (what < 0.45) await own.spend(random() < 0.5 ? left : upTo(left));
          else if (what < 0.6 && one.refunds.length > 0 && one.dispute !== "lost") await own.fail(one);
          else if (one.dispute === "open") await own.dispute(one, random() < 0.5 ? "won" : "lost");
          else if (one.dispute === "lost") await own.dispute(one, "won");
          else if (one.dispute === "inquiry") await own.dispute(one, random() < 0.5 ? "closed" : "open");
          else if (rest > 0 && what < 0.85) await own.refund(one, random() < 0.5 ? rest : 1 + upTo(rest - 1));
          else if (one.dispute === "none" && one.refunds.length === 0)
            await own.dispute(one, random() < 0.5 ? "open" : "inquiry");
          const { left: now, aside, owed, papers } = await own.stored();
          expect([seed, step, now + aside - owed, papers]).toEqual([
            seed,
            step,
            own.sums.credits,
            own.sums.minor,
          ]);
        }
      }
      expect(await faultsOf(service)).toEqual([]);
      const compared = await compareAll(service.db, { schema: ["none"] });
      const differing = compared.flatMap((each) => (each.differing > 0 ? each.found : []));
      expect(differing).toEqual(["schema", "credits by hour"]);
    }, 120_000);
  });
