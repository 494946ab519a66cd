import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, startService, type TestService, testStart } from "../../../../test/harness.ts";
import { createVault } from "../../../access/vault.ts";
import { findNewestOffer } from "../../offers/stored-offers.ts";
import { applyDeclaration } from "../apply-declaration.ts";
import { parseDeclaration } from "../declaration.ts";
import { readDeclaration } from "../read-declaration.ts";

const offer = `
    offer:
      currency: EUR
      price_minor: 9900
      price_every: month
      credits: 15000
      credits_every: month
      carry_over: 1
      packages: [{ id: p1000, credits: 1000, price_minor: 1200, months: 12 }]
`;
const file = `version: 1\nproducts:\n  - id: growth\n    display_name: Growth\n    state: published${offer}`;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`declared offers on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const vault = createVault(new Uint8Array(32).fill(7));
    const apply = async (text: string, to = service) => {
      const done = await to.app.database.transaction((tx) =>
        applyDeclaration(tx, parseDeclaration(text, "f.yaml"), {
          operations: to.app.operations,
          vault,
          documents: new Map(),
          mappings: new Map(),
          prune: false,
          secretOf: () => undefined,
          audit: { at: testStart, actor: { kind: "operator" }, address: "", requestId: "command" },
        }),
      );
      return done
        .filter(({ change }) => change !== "none" && change !== "extra")
        .map(({ change, kind, name, members }) => [change, kind, name, ...members].join(" "));
    };
    const newest = async (db = service.app.database) => findNewestOffer(db, "growth");
    const exported = async (from = service) =>
      (await readDeclaration(from.app.database)).products?.find(({ id }) => id === "growth");

    test("an application publishes a version, and none if the terms are equal", async () => {
      expect(await apply(file)).toEqual(["create product growth"]);
      expect(await newest()).toMatchObject({ version: 1, price_minor: 9900, on_sale: true, notice_days: 30 });
      expect(await apply(file)).toEqual([]);
      expect(await apply(file.replace("9900", "10900").replace("carry_over: 1", "notice_days: 14"))).toEqual([
        "update product growth offer.carry_over offer.notice_days offer.price_minor",
      ]);
      expect(await newest()).toMatchObject({
        version: 2,
        price_minor: 10_900,
        carry_over: 0,
        notice_days: 14,
      });
      expect(await apply(file.replace("display_name: Growth", "display_name: Grown"))).toEqual([
        "update product growth display_name offer.carry_over offer.notice_days offer.price_minor",
      ]);
      expect((await newest())?.version).toBe(3);
    });

    test("an offer that is left out stays, and is withdrawn by on_sale", async () => {
      await apply(file);
      const { version } = (await newest())!;
      expect(await apply(file.replace(offer, ""))).toEqual([]);
      expect(await newest()).toMatchObject({ version, on_sale: true });
      const withdrawn = file.replace("      currency", "      on_sale: false\n      currency");
      expect(await apply(withdrawn)).toEqual(["update product growth offer.on_sale"]);
      expect(await newest()).toMatchObject({ version: version + 1, on_sale: false });
      expect(await apply(file)).toEqual(["update product growth offer.on_sale"]);
    });

    test("who pays is declared and exported, and is all after a notice if it is left out", async () => {
      await apply(file);
      const { version } = (await newest())!;
      const forNew = file
        .replace("9900", "11900")
        .replace("      currency", "      who_pays: new\n      currency");
      expect(await apply(forNew)).toEqual(["update product growth offer.price_minor offer.who_pays"]);
      expect(await newest()).toMatchObject({ version: version + 1, price_minor: 11_900, who_pays: "new" });
      expect(await apply(forNew)).toEqual([]);
      const product = await exported();
      expect(product?.offer).toMatchObject({ price_minor: 11_900, who_pays: "new" });
      expect(await apply(JSON.stringify({ version: 1, products: [product] }))).toEqual([]);
      expect(await apply(file)).toEqual(["update product growth offer.price_minor offer.who_pays"]);
      expect(await newest()).toMatchObject({ version: version + 2, who_pays: "notice" });
      expect((await exported())?.offer).not.toHaveProperty("who_pays");
      expect(() => parseDeclaration(forNew.replace("who_pays: new", "who_pays: some"), "f.yaml")).toThrow(
        "f.yaml:7: products.0.offer.who_pays: Input should be 'notice' or 'new'",
      );
    });

    test("what is exported makes an installation equal", async () => {
      await apply(file);
      const product = await exported();
      expect(product).toEqual({
        id: "growth",
        display_name: "Growth",
        state: "published",
        apis: [],
        offer: {
          currency: "EUR",
          price_minor: 9900,
          price_every: "month",
          credits: 15_000,
          credits_every: "month",
          carry_over: 1,
          packages: [{ id: "p1000", credits: 1000, price_minor: 1200, months: 12 }],
        },
      } as never);
      const text = JSON.stringify({ version: 1, products: [product] });
      expect(await apply(text)).toEqual([]);
      const other = await startService(kind);
      try {
        expect(await apply(text, other)).toEqual(["create product growth"]);
        expect(await exported(other)).toEqual(product);
        expect((await newest(other.app.database))?.version).toBe(1);
        expect(await apply(text, other)).toEqual([]);
      } finally {
        await other.end();
      }
    });

    test("another currency is refused, and names the product", async () => {
      await apply(file);
      await expect(apply(file.replace("EUR", "USD"))).rejects.toThrow(
        "product growth: Plan growth is sold in EUR. Create another plan to sell in USD.",
      );
      expect(() => parseDeclaration(file.replace("EUR", "DEM"), "f.yaml")).toThrow(
        "f.yaml:7: products.0.offer.currency: Value error, must be a currency of ISO 4217 in use, such as EUR",
      );
    });
  });
