import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker } from "../../../../test/callers.ts";
import { kinds, startService, type TestService, testOrigin } from "../../../../test/harness.ts";
import { growth, small, smallDefaults } from "./offer-terms.ts";

const published_at = "2026-11-21T00:00:00.000Z";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`prices on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(() => service.end());

    const pricing = (headers: Record<string, string> = {}) => service.ask("GET", "/pricing", { headers });
    const plansOnSale = async () =>
      ((await pricing()).body as { plans: { product_id: string }[] }).plans.map(
        ({ product_id }) => product_id,
      );
    const publish = async (id: string, terms: object) =>
      expect((await operator("PUT", `/products/${id}/offer`, terms)).status).toBe(200);

    const policyWith = (parkingId: string) => ({
      rate_limit: { calls: 600, renewal_period_s: 60 },
      quota: { calls: 1000, renewal: "month" },
      watches: 100,
      charge_on: "always",
      credit_cost: {
        default: 2,
        options: 1,
        per_api: { lien: 3, [parkingId]: 4 },
        per_operation: { decodeVinOfYear: 0, "parking.listLots": 7, "parking2.listLots": 9 },
      },
      ip_filter: { allow: ["203.0.113.0/24"] },
      cors: { origins: ["https://app.example.com"] },
    });

    /** Two plans on sale, as they are at first; resolves to the ID of a registered API in one of them. */
    async function sellPlans(): Promise<string> {
      const parking = {
        name: "parking",
        display_name: "Parking",
        path: "parking",
        service_url: "https://p.example",
      };
      await operator("POST", "/apis", parking);
      const listed = (await operator("GET", "/apis?page_size=1000")).body as { id: string; name: string }[];
      const { id } = listed.find(({ name }) => name === "parking")!;
      await operator("PUT", "/products/growth", {
        display_name: "Growth",
        description: "For fleets.",
        terms: "Terms of the plan.",
        state: "published",
        credits_granted: 100,
        policy: policyWith(id),
        apis: ["lien", "auction", id],
      });
      await publish("growth", growth);
      await operator("PUT", "/products/starter", { state: "published", approval_required: true });
      await publish("starter", small);
      return id;
    }

    test("without an offer no plan is on sale", async () => {
      const got = await pricing();
      expect([got.status, got.body]).toEqual([
        200,
        { trial_credits: 15, not_sold: "Not sold: payments are off.", plans: [] },
      ]);
    });

    test("everybody reads prices, packages and the credits of lookups", async () => {
      const parkingId = await sellPlans();
      const { rate_limit, quota, watches, charge_on } = policyWith(parkingId);
      expect((await pricing()).body).toEqual({
        trial_credits: 15,
        not_sold: "Not sold: payments are off.",
        plans: [
          {
            product_id: "starter",
            display_name: "starter",
            description: "",
            approval_required: true,
            offer: { product_id: "starter", version: 1, ...small, ...smallDefaults, published_at },
            policy: {},
            list_credits: 0,
            lookups: [],
          },
          {
            product_id: "growth",
            display_name: "Growth",
            description: "For fleets.",
            approval_required: false,
            offer: { product_id: "growth", version: 1, ...growth, published_at },
            policy: { rate_limit, quota, watches, charge_on },
            list_credits: 1,
            lookups: [
              { api: "auction", name: "Auction history", credits_min: 2, credits_max: 2 },
              { api: "lien", name: "Lien lookup", credits_min: 3, credits_max: 3 },
              { api: parkingId, name: "Parking", credits_min: 4, credits_max: 7 },
            ],
          },
        ],
      });
    });

    test("prices have an ETag, which changes with them", async () => {
      await sellPlans();
      const first = await pricing();
      const etag = first.headers.get("etag")!;
      expect([etag, first.headers.get("cache-control")]).toEqual([
        expect.stringMatching(/^"[\w-]{22}"$/),
        "no-cache",
      ]);
      const same = await pricing({ "if-none-match": etag });
      expect([same.status, same.text, same.headers.get("etag")]).toEqual([304, "", etag]);
      const coded = await service.serve(
        new Request(`${testOrigin}/pricing`, { headers: { "accept-encoding": "gzip" } }),
        "127.0.0.1",
      );
      const codedEtag = coded.headers.get("etag")!;
      expect(codedEtag).toBe(etag.replace(/"$/, '-gzip"'));
      const repeated = await pricing({ "accept-encoding": "gzip", "if-none-match": codedEtag });
      expect([repeated.status, repeated.headers.get("etag")]).toEqual([304, codedEtag]);
      const head = await service.ask("HEAD", "/pricing");
      expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", etag]);
      await publish("starter", { ...small, price_minor: 2100 });
      const changed = await pricing({ "if-none-match": etag });
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({ plans: [{ offer: { price_minor: 2100 } }, {}] });
    });

    test("changed products are seen immediately", async () => {
      await sellPlans();
      expect(await plansOnSale()).toEqual(["starter", "growth"]);
      await publish("starter", { ...small, on_sale: false });
      expect(await plansOnSale()).toEqual(["growth"]);
      await publish("starter", small);
      await operator("PUT", "/products/starter", { state: "not_published" });
      expect(await plansOnSale()).toEqual(["growth"]);
      await operator("PUT", "/products/starter", { state: "published" });
      expect(await plansOnSale()).toEqual(["starter", "growth"]);
      await operator("DELETE", "/products/growth/apis/lien");
      const { plans } = (await pricing()).body as { plans: { lookups: { api: string }[] }[] };
      expect(plans[1]!.lookups.map(({ api }) => api)).not.toContain("lien");
      await operator("DELETE", "/products/starter");
      expect(await plansOnSale()).toEqual(["growth"]);
    });

    test("plans are in the order of their price by the year", async () => {
      await sellPlans();
      await publish("starter", { ...small, on_sale: false });
      for (const [id, terms] of Object.entries({
        yearly: { ...small, price_minor: 120_000, price_every: "year" },
        free: { ...small, price_minor: 0, price_every: "once", credits_every: "once" },
        monthly: { ...small, price_minor: 9999 },
      })) {
        await operator("POST", `/products/${id}`, { state: "published" });
        await publish(id, terms);
      }
      expect(await plansOnSale()).toEqual(["free", "growth", "monthly", "yearly"]);
    });

    test("without a trial its credits are null", async () => {
      await operator("PUT", "/products/trial", { state: "not_published", credits_granted: 15 });
      expect((await pricing()).body).toMatchObject({ trial_credits: null });
    });
  });
