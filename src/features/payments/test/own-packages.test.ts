import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { day, rowsOf } from "../../billing/test/billed-service.ts";
import { buy, large, type PaidService, small, sold, startPaid } from "./paid-service.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`packages of versions on ${kind.dialect}`, () => {
    let service: PaidService;
    beforeAll(async () => {
      service = await startPaid(kind);
      await service.sell("growth", sold);
      await service.at(day("2026-11-21"));
    });
    afterAll(() => service.end());

    const dearer = { ...small, price_minor: 9000 };
    const wanted = (id: string, minor: number) => ({
      subscription_id: id,
      kind: "package",
      package_id: "small",
      minor,
      method: "transfer",
    });

    test("a version for new subscriptions changes no package of current ones, bought by hand or automatically", async () => {
      const old = await service.subscriber("o1");
      const topUp = { enabled: true, threshold: 1, package_id: "large", month_limit_minor: 50_000 };
      expect((await old.ask("PUT", "/subscriptions/o1/top-up", topUp)).status).toBe(200);
      await service.sell("growth", { ...sold, packages: [dearer], who_pays: "new" });
      const late = await service.subscriber("o2");
      expect(await buy(old, wanted("o1", 6050))).toMatchObject({ net_minor: 5000 });
      await expect(buy(late, wanted("o2", 6050))).rejects.toThrow("You saw €60.50");
      expect(await buy(late, wanted("o2", 10_890))).toMatchObject({ net_minor: 9000 });
      expect((await late.ask("PUT", "/subscriptions/o2/top-up", topUp)).status).toBe(409);
      expect((await old.ask("PUT", "/subscriptions/o1/top-up", { ...topUp, threshold: 20_000 })).status).toBe(
        200,
      );
      await service.look();
      await service.look();
      const bought = sql`select state, net_minor from payment where subscription_id = 'o1' and kind = 'automatic'`;
      expect(await rowsOf(service.db, bought)).toEqual([{ state: "paid", net_minor: large.price_minor }]);
    });

    test("a later version for all changes the packages of all", async () => {
      await service.sell("growth", { ...sold, packages: [{ ...small, price_minor: 7000 }] });
      const customer = await service.subscriber("o3");
      await service.sell("growth", { ...sold, packages: [dearer], who_pays: "new" });
      expect(await buy(customer, wanted("o3", 8470))).toMatchObject({ net_minor: 7000 });
      const quoted = await service.operator(
        "GET",
        "/payments/quote?subscription_id=o1&kind=package&package_id=small",
      );
      expect(quoted.body).toMatchObject({ net_minor: 7000 });
      await service.sell("growth", { ...sold, on_sale: false });
      const none = await customer.ask(
        "GET",
        "/payments/quote?subscription_id=o3&kind=package&package_id=small",
      );
      expect(none.status).toBe(409);
    });
  });
