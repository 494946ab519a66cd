import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { seeded } from "../../../../test/verify/model.ts";
import { compareAll } from "../../../metering/consistency/findings.ts";
import { takeFromLater } from "../../../metering/credits/grants/change-grants.ts";
import { enterGrant } from "../../../metering/credits/grants/enter-grants.ts";
import { day } from "../../billing/test/billed-service.ts";
import { Buyer, gross } from "./buyer.ts";
import { type PaidService, sold, startPaid } from "./paid-service.ts";

const histories = 6;
const steps = 16;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`credits that are owed, on ${kind.dialect}`, () => {
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
      const id = `owing${number++}`;
      const customer = await service.customer();
      await customer.ask("POST", `/subscriptions/${id}`, { scope: "/products/growth" });
      return new Buyer(service, id, customer);
    }
    const pass = () => service.setTime(service.now() + 1000);

    test("are owed again if the money of those that paid them goes back, too", async () => {
      const own = await buyer();
      const first = await own.buy();
      await own.spend(5000);
      await pass();
      await own.refund(first, gross);
      expect(await own.stored()).toEqual({ left: 0, owed: 5000, aside: 0, papers: own.sums.minor });
      for (const how of [[gross], [2000, 4050], ["open", "lost"]] as const) {
        await pass();
        const next = await own.buy();
        expect(await own.stored()).toEqual({ left: 0, owed: 0, aside: 0, papers: own.sums.minor });
        const preview = await service.operator("GET", `/payments/${next.id}/refund?minor=${gross}`);
        expect(preview.body).toMatchObject({ credits_left: 0, credits_removed: 0, credits_owed: 5000 });
        for (const step of how) {
          await pass();
          if (typeof step === "number") await own.refund(next, step);
          else await own.dispute(next, step);
        }
        expect(await own.stored()).toEqual({ left: 0, owed: 5000, aside: 0, papers: own.sums.minor });
        expect((await service.operator("GET", `/payments/${next.id}`)).body).toMatchObject({
          credits_removed: 0,
          credits_owed: 5000,
        });
      }
    });

    test("are those that a part of a later payment paid, as far as its money goes back", async () => {
      const own = await buyer();
      const first = await own.buy();
      await own.spend(3000);
      await pass();
      await own.refund(first, gross);
      await pass();
      const next = await own.buy();
      expect(await own.stored()).toEqual({ left: 2000, owed: 0, aside: 0, papers: own.sums.minor });
      await pass();
      await own.refund(next, gross / 2);
      expect(await own.stored()).toEqual({ left: 0, owed: 500, aside: 0, papers: own.sums.minor });
      await own.refund(next, gross / 2);
      expect(await own.stored()).toEqual({ left: 0, owed: 3000, aside: 0, papers: own.sums.minor });
    });

    test("are taken from all later credits together, and no more than is owed", async () => {
      const { id } = await buyer();
      await pass();
      const grants = ["first", "second", "third"].map((name) => `${name} of ${id}`);
      const taken = await service.db.transaction(async (tx) => {
        for (const grant of grants)
          await enterGrant(tx, { id: grant, subscriptionId: id, source: "grant", credits: 3000 });
        return takeFromLater(tx, id, 4000, service.now(), {});
      });
      expect([...taken]).toEqual([
        [grants[0]!, 3000],
        [grants[1]!, 1000],
      ]);
    });

    test("agree with a ledger of sums in random histories", async () => {
      for (let seed = 1; seed <= histories; seed++) {
        const random = seeded(seed);
        const upTo = (most: number) => Math.floor(random() * (most + 1));
        const own = await buyer();
        await own.buy();
        for (let step = 0; step < steps; step++) {
          await pass();
          const one = own.bought[upTo(own.bought.length - 1)]!;
          const rest = gross - own.returned(one);
          const { left } = await own.stored();
          const what = random();
          if (what < 0.3) await own.buy();
          else if (what < 0.6) await own.spend(random() < 0.5 ? left : upTo(left));
          else if (one.dispute === "open") await own.dispute(one, random() < 0.5 ? "won" : "lost");
          else if (rest > 0 && what < 0.85) await own.refund(one, random() < 0.5 ? rest : 1 + upTo(rest - 1));
          else if (one.dispute === "none" && one.refunds.length === 0) await own.dispute(one, "open");
          const stored = await own.stored();
          expect([seed, step, stored.left + stored.aside - stored.owed]).toEqual([
            seed,
            step,
            own.sums.credits,
          ]);
        }
      }
      const compared = await compareAll(service.db, { schema: ["none"] });
      const differing = compared.flatMap((each) => (each.differing > 0 ? each.found : []));
      // The uses are written by the tests, without calls.
      expect(differing).toEqual(["schema", "credits by hour"]);
    });
  });
