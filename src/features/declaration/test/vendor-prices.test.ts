import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker } from "../../../../test/callers.ts";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import { type VendorPrice, vendorPriceWarnings } from "../vendor-prices.ts";

/** A credit costs $0.01 by the month, $0.009 in packages and $0.008 beyond credits. */
const dollars = {
  currency: "USD",
  price_minor: 1000,
  price_every: "month",
  credits: 1000,
  credits_every: "month",
};
const packages = [{ id: "p1000", credits: 1000, price_minor: 900, months: 12 }];
const beyond = { overage_minor: 80, overage_per: 100, overage_cap_max: 1000 };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`prices of vendors on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(() => service.end());

    const warnings = (...prices: VendorPrice[]) =>
      service.app.database.transaction((tx) => vendorPriceWarnings(tx, service.app.operations, prices));
    const auction = (amount: string, currency = "USD") => ({ api: "auction", amount, currency });
    const only = (brings: string, takes = "$0.1500", plan = "fleet") => [
      `auction: the vendor takes ${takes} for an answered request; with plan ${plan} a call can bring only ${brings}.`,
    ];
    async function sell(terms: object, cost: object = { default: 2 }, id = "fleet"): Promise<void> {
      const product = {
        display_name: id,
        state: "published",
        apis: ["auction", "lien"],
        policy: { credit_cost: cost },
      };
      const made = await operator("PUT", `/products/${id}`, product);
      expect([200, 201]).toContain(made.status);
      expect((await operator("PUT", `/products/${id}/offer`, terms)).status).toBe(200);
    }

    test("without an offer on sale nothing is named", async () => {
      expect(await warnings(auction("1000"))).toEqual([]);
      await sell({ ...dollars, on_sale: false });
      expect(await warnings(auction("1000"))).toEqual([]);
    });

    test("a price above what a call brings is named, an equal one not", async () => {
      await sell(dollars);
      expect(await warnings(auction("0.15"))).toEqual(only("$0.0200"));
      expect(await warnings(auction("0.02"))).toEqual([]);
      expect(await warnings(auction("0.0201"))).toEqual(only("$0.0200", "$0.0201"));
      expect(await warnings(auction("1"))).toEqual(only("$0.0200", "$1.0000"));
      expect(await warnings()).toEqual([]);
    });

    test("the cheapest credit of the offer counts", async () => {
      await sell({ ...dollars, packages });
      expect(await warnings(auction("0.15"))).toEqual(only("$0.0180"));
      await sell({ ...dollars, packages, ...beyond });
      expect(await warnings(auction("0.15"))).toEqual(only("$0.0160"));
      await sell({ ...dollars, price_every: "year" });
      expect(await warnings(auction("0.15"))).toEqual(only("$0.0017"));
      await sell({ ...dollars, price_every: "once" });
      expect(await warnings(auction("0.15"))).toEqual(only("$0.0000"));
      await sell({ ...dollars, price_every: "once", credits_every: "once" });
      expect(await warnings(auction("0.15"))).toEqual(only("$0.0200"));
    });

    test("the policy's cost of the API counts, and a free call brings nothing", async () => {
      await sell(dollars, { default: 2, per_api: { auction: 15 } });
      expect(await warnings(auction("0.15"))).toEqual([]);
      await sell(dollars, { default: 2, per_api: { auction: 14 } });
      expect(await warnings(auction("0.15"))).toEqual(only("$0.1400"));
      expect(await warnings({ ...auction("0.03"), api: "lien" })).toEqual([
        "lien: the vendor takes $0.0300 for an answered request; with plan fleet a call can bring only $0.0200.",
      ]);
      await sell(dollars, { default: 0 });
      expect(await warnings(auction("0.15"))).toEqual(only("$0.0000"));
      expect(await warnings(auction("0"))).toEqual([]);
      await sell({ ...dollars, credits: 0 }, { default: 2 });
      expect(await warnings(auction("0.15"))).toEqual([]);
    });

    test("each plan is compared in the vendor's currency, and others are left out", async () => {
      await sell(dollars);
      await sell({ ...dollars, currency: "EUR", price_minor: 500 }, { default: 2 }, "flotte");
      expect(await warnings(auction("0.15"))).toEqual(only("$0.0200"));
      expect(await warnings(auction("0.15", "EUR"))).toEqual(only("€0.0100", "€0.1500", "flotte"));
      expect(await warnings(auction("5", "JPY"))).toEqual([]);
      expect(await warnings({ ...auction("1000"), api: "windshield-api" })).toEqual([]);
    });
  });
