import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { findOffer } from "../stored-offers.ts";

const terms = {
  currency: "EUR",
  price_minor: 9900,
  price_every: "month",
  credits: 15_000,
  credits_every: "month",
} as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`products that are published with their offer on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const ask = async (
      method: string,
      path: string,
      json?: unknown,
      headers: object = service.operatorHeaders,
    ) => service.ask(method, path, { headers: { ...headers }, ...(json !== undefined && { json }) });
    const make = (id: string) =>
      ask("PUT", `/products/${id}`, {
        display_name: id,
        description: "For fleets.",
        credits_granted: 10,
        subscriptions_limit: 2,
        policy: { rate_limit: { calls: 5, renewal_period_s: 60 }, ip_filter: { deny: ["10.0.0.0/8"] } },
      });
    const read = async (id: string) => (await ask("GET", `/products/${id}`)).body as object;

    test("one operation publishes both, and the product's other members stay", async () => {
      await make("both");
      const before = await read("both");
      expect(before).toMatchObject({ state: "not_published" });
      const { body } = await ask("PUT", "/products/both/offer", { ...terms, publish_product: true });
      expect(body).toMatchObject({ version: 1, price_minor: 9900, who_pays: "notice" });
      expect(body).not.toHaveProperty("publish_product");
      expect(await read("both")).toEqual({
        ...before,
        state: "published",
        updated_at: expect.any(String) as unknown,
      });
      const pricing = (await service.ask("GET", "/pricing")).body as { plans: { product_id: string }[] };
      expect(pricing.plans.map(({ product_id }) => product_id)).toContain("both");
      const audited = await service.app.database.all<{ action: string }>(sql`
        select action from audit_log where object in ('/products/both', '/products/both/offer') order by id`);
      expect(audited.map(({ action }) => action)).toEqual([
        "product.create",
        "product.publish_offer",
        "product.update",
      ]);
      // Again, nothing changes.
      await ask("PUT", "/products/both/offer", { ...terms, publish_product: true });
      expect((await findOffer(service.app.database, "both"))?.version).toBe(1);
    });

    test("a refused offer publishes no product", async () => {
      await make("neither");
      await ask("PUT", "/products/neither/offer", terms);
      const other = { ...terms, currency: "USD", publish_product: true };
      expect((await ask("PUT", "/products/neither/offer", other)).status).toBe(409);
      const stale = { ...service.operatorHeaders, "if-match": '"stale"' };
      const conditional = { ...terms, price_minor: 1, publish_product: true };
      expect((await ask("PUT", "/products/neither/offer", conditional, stale)).status).toBe(412);
      expect(await read("neither")).toMatchObject({ state: "not_published" });
    });

    test("an offer without it publishes no product", async () => {
      await make("alone");
      expect((await ask("PUT", "/products/alone/offer", terms)).status).toBe(200);
      expect(await read("alone")).toMatchObject({ state: "not_published" });
    });

    test("a product that fails to be published leaves no offer", async () => {
      await make("failing");
      const { database } = service.app;
      const isSqlite = database.dialect === "sqlite";
      // As if the process ended between the two.
      await database.run(
        isSqlite
          ? sql`create trigger refuse before update on product when new.id = 'failing' and new.state = 'published'
              begin select raise(abort, 'no'); end`
          : sql`alter table product add constraint refuse check (id <> 'failing' or state <> 'published')`,
      );
      try {
        const got = await ask("PUT", "/products/failing/offer", { ...terms, publish_product: true });
        expect(got.status).toBe(500);
      } finally {
        await database.run(
          isSqlite ? sql`drop trigger refuse` : sql`alter table product drop constraint refuse`,
        );
      }
      expect(await findOffer(database, "failing")).toBeUndefined();
    });

    test("the terms of a version say who pays them", async () => {
      await make("who");
      await ask("PUT", "/products/who/offer", terms);
      const versionOf = async (more: object) =>
        ((await ask("PUT", "/products/who/offer", { ...terms, ...more })).body as { version: number })
          .version;
      expect(await versionOf({ who_pays: "notice" })).toBe(1);
      expect(await versionOf({ who_pays: "new" })).toBe(2);
      expect(await versionOf({ who_pays: "new" })).toBe(2);
      expect(await versionOf({})).toBe(3);
      const got = await ask("PUT", "/products/who/offer", { ...terms, who_pays: "some" });
      expect([got.status, got.text]).toEqual([422, expect.stringContaining("who_pays")]);
    });
  });
