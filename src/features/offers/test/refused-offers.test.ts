import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker, signedIn } from "../../../../test/callers.ts";
import {
  type Got,
  kinds,
  problem,
  signUp,
  startService,
  type TestService,
} from "../../../../test/harness.ts";
import { growth, small } from "./offer-terms.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`refused offers on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    let customer: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
      customer = asker(service, await signedIn(service, await signUp(service)));
    });
    afterAll(() => service.end());

    let plans = 0;
    async function newPlan(state = "published"): Promise<string> {
      plans += 1;
      const id = `plan${plans}`;
      expect((await operator("POST", `/products/${id}`, { state, credits_granted: 10 })).status).toBe(200);
      return id;
    }
    const put = (id: string, terms: object, headers: Record<string, string> = {}): Promise<Got> =>
      service.ask("PUT", `/products/${id}/offer`, {
        headers: { ...service.operatorHeaders, ...headers },
        json: terms,
      });
    const versionsOf = async (id: string) =>
      ((await operator("GET", `/products/${id}/offers`)).body as { version: number }[]).map(
        ({ version }) => version,
      );

    test("If-Match of an older version is 412 and publishes nothing", async () => {
      const id = await newPlan();
      const first = await put(id, small, { "if-none-match": "*" });
      expect(first.status).toBe(200);
      expect((await put(id, growth, { "if-none-match": "*" })).status).toBe(412);
      const etag = (await operator("GET", `/products/${id}/offer`)).headers.get("etag")!;
      expect((await put(id, growth, { "if-match": etag })).status).toBe(200);
      const stale = await put(id, { ...small, price_minor: 1 }, { "if-match": etag });
      const detail = "The resource is not the version that If-Match names; read it again.";
      expect(stale.body).toEqual(problem("precondition_failed", 412, "Precondition failed", detail, stale));
      expect(await versionsOf(id)).toEqual([2, 1]);
      expect((await put("none", small, { "if-match": etag })).status).toBe(412);
    });

    test("customers see offers of published products only", async () => {
      const id = await newPlan("not_published");
      await put(id, growth);
      const hidden = await customer("GET", `/products/${id}/offer`);
      expect(hidden.body).toEqual(problem("not_found", 404, "Not found", `Plan ${id} not found.`, hidden));
    });

    test("a product without an offer is 404", async () => {
      const id = await newPlan();
      const none = await operator("GET", `/products/${id}/offer`);
      expect(none.body).toEqual(problem("not_found", 404, "Not found", `Plan ${id} has no offer.`, none));
      expect((await operator("GET", `/products/${id}/offers`)).body).toEqual([]);
      const missing = await put("none", growth);
      expect(missing.body).toEqual(problem("not_found", 404, "Not found", "Plan none not found.", missing));
      expect((await operator("GET", "/products/none/offers")).status).toBe(404);
      expect((await operator("GET", "/products/none/offer")).status).toBe(404);
    });

    test("the currency of a plan does not change", async () => {
      const id = await newPlan();
      await put(id, small);
      const refused = await put(id, { ...small, currency: "USD" });
      const detail = `Plan ${id} is sold in EUR. Create another plan to sell in USD.`;
      expect(refused.body).toEqual(problem("conflict", 409, "Conflict", detail, refused));
    });

    test("invalid terms are refused with a reason", async () => {
      const id = await newPlan();
      const beyond = { overage_minor: 800, overage_per: 1000, overage_cap_max: 1 };
      const wrong: [terms: object, issue: string][] = [
        [{ currency: "DEM" }, "currency: Value error, must be a currency of ISO 4217 in use, such as EUR"],
        [{ currency: "eur" }, "currency: Value error, must be a currency of ISO 4217 in use, such as EUR"],
        [
          { price_minor: 1.5 },
          "price_minor: Input should be a valid integer, got a number with a fractional part",
        ],
        [{ price_minor: -1 }, "price_minor: Input should be greater than or equal to 0"],
        [{ price_minor: 1e12 + 1 }, "price_minor: Input should be less than or equal to 1000000000000"],
        [{ price_minor: 2 ** 53 }, "price_minor: Input should be less than or equal to 1000000000000"],
        [
          { price_minor: "€19" },
          "price_minor: Input should be a valid integer, unable to parse string as an integer",
        ],
        [{ price_every: "week" }, "price_every: Input should be 'once', 'month' or 'year'"],
        [{ credits_every: "year" }, "credits_every: Input should be 'once' or 'month'"],
        [
          { credits_every: "once" },
          "credits_every: Value error, must be month if the price is per month or year",
        ],
        [{ carry_over: 13 }, "carry_over: Input should be less than or equal to 12"],
        [
          { price_every: "once", credits_every: "once", carry_over: 1 },
          "carry_over: Value error, must be 0 if the credits are granted once: they do not expire",
        ],
        [
          { overage_minor: 800 },
          "overage_minor: Value error, overage_minor, overage_per and overage_cap_max are given together, or none of them",
        ],
        [{ ...beyond, overage_per: 0 }, "overage_per: Input should be greater than or equal to 1"],
        [
          { overage_minor: 1e12, overage_per: 1, overage_cap_max: 2 },
          "overage_cap_max: Value error, costs more than 1000000000000 minor units",
        ],
        [{ packages: [growth.packages[0], growth.packages[0]] }, "packages: Value error, has an id twice"],
        [
          { packages: [{ ...growth.packages[0], months: 0 }] },
          "packages.0.months: Input should be greater than or equal to 1",
        ],
        [{ notice_days: 366 }, "notice_days: Input should be less than or equal to 365"],
        [{ members_max: 0 }, "members_max: Input should be greater than or equal to 1"],
        [{ version: 7 }, "version: Extra inputs are not permitted"],
      ];
      for (const [terms, issue] of wrong) {
        const refused = await put(id, { ...small, ...terms });
        const { detail } = refused.body as { detail: { loc: string[]; msg: string }[] };
        const found = detail.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`);
        expect([refused.status, ...found]).toEqual([422, issue]);
      }
      expect(await versionsOf(id)).toEqual([]);
    });

    test("only operators publish and see versions", async () => {
      const id = await newPlan();
      await put(id, growth);
      const preview = { offer: growth, starts_on: "2026-11-30", time_zone: "UTC", credits_used: 1 };
      const guarded: [method: string, path: string, json?: object][] = [
        ["PUT", `/products/${id}/offer`, growth],
        ["GET", `/products/${id}/offers`],
        ["GET", "/offers"],
        ["POST", `/products/${id}/offer/preview`, preview],
      ];
      for (const [method, path, json] of guarded) {
        const body = json === undefined ? {} : { json };
        expect((await customer(method, path, json)).status).toBe(403);
        expect((await service.ask(method, path, body)).status).toBe(401);
      }
      expect((await service.ask("GET", `/products/${id}/offer`)).status).toBe(401);
    });
  });
