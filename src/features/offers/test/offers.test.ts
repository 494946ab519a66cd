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
import { subscribers } from "../../../../test/subscribers.ts";
import { sql } from "../../../database/sql.ts";
import { features } from "../../../features.ts";
import type { Opened } from "../../../running/opened.ts";
import { give } from "../../../running/ports.ts";
import { plansByVersion } from "../ports.ts";
import { findOffer, findOfferVersion } from "../stored-offers.ts";
import { growth, small, smallDefaults } from "./offer-terms.ts";

const published_at = "2026-11-21T00:00:00.000Z";
const published_by = "operator";
/** Without a feature that has plans, how many there are is not known. */
const uncounted = features.some(({ name }) => name === "billing") ? 0 : null;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`offers on ${kind.dialect}`, () => {
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
    const offerOf = async (id: string, who = operator) => (await who("GET", `/products/${id}/offer`)).body;
    const versionsOf = async (id: string) =>
      ((await operator("GET", `/products/${id}/offers`)).body as { version: number }[]).map(
        ({ version }) => version,
      );

    test("an offer is published, read, changed and listed", async () => {
      const id = await newPlan();
      const first = await put(id, small);
      const one = { product_id: id, version: 1, ...small, ...smallDefaults, published_at, published_by };
      expect([first.status, first.body]).toEqual([200, one]);
      expect(await offerOf(id)).toEqual(one);
      service.advance(1000);
      const second = await put(id, growth);
      service.advance(-1000);
      const at = "2026-11-21T00:00:01.000Z";
      const two = { product_id: id, version: 2, ...growth, published_at: at, published_by };
      expect([second.status, second.body]).toEqual([200, two]);
      expect(await offerOf(id)).toEqual(two);
      const { published_by: _, ...shown } = two;
      expect(await offerOf(id, customer)).toEqual(shown);
      const all = await operator("GET", `/products/${id}/offers`);
      expect(all.body).toEqual([
        { ...two, subscriptions: uncounted },
        { ...one, subscriptions: uncounted },
      ]);
      expect(all.headers.get("x-total-count")).toBe("2");
      const newest = await operator("GET", "/offers?page_size=1");
      expect([newest.body, newest.headers.get("x-total-count")]).toEqual([[two], "1"]);
      const page = await operator("GET", `/products/${id}/offers?page=2&page_size=1`);
      expect(page.body).toEqual([{ ...one, subscriptions: uncounted }]);
    });

    test("equal terms make no version, and no audit entry", async () => {
      const id = await newPlan();
      await put(id, small);
      const again = await put(id, { ...smallDefaults, ...small });
      expect((again.body as { version: number }).version).toBe(1);
      await put(id, { ...small, price_minor: 2000 });
      await put(id, small);
      expect(await versionsOf(id)).toEqual([3, 2, 1]);
      const entries = await service.app.database.all<{
        action: string;
        before: string | null;
        after: string;
      }>(sql`
        select action, before, after from audit_log where object = ${`/products/${id}/offer`} order by id`);
      expect(
        entries.map(({ action, before, after }) => [action, JSON.parse(before ?? "null"), JSON.parse(after)]),
      ).toEqual([
        ["product.publish_offer", null, { version: 1, ...small, ...smallDefaults }],
        ["product.publish_offer", { version: 1, price_minor: 1900 }, { version: 2, price_minor: 2000 }],
        ["product.publish_offer", { version: 2, price_minor: 2000 }, { version: 3, price_minor: 1900 }],
      ]);
    });

    test("a published version never changes", async () => {
      const id = await newPlan();
      const rows = () =>
        service.app.database.all(sql`select * from product_offer where product_id = ${id} and version = 1`);
      await put(id, growth);
      const before = await rows();
      expect(before).toHaveLength(1);
      for (const terms of [small, { ...growth, on_sale: false }, growth]) await put(id, terms);
      await operator("PUT", `/products/${id}`, { display_name: "Other", state: "not_published" });
      await operator("DELETE", `/products/${id}`);
      expect(await rows()).toEqual(before);
      const found = await findOfferVersion(service.app.database, id, 1);
      expect(found).toEqual({
        product_id: id,
        version: 1,
        ...growth,
        packages: [...growth.packages],
        published_at: Date.parse(published_at),
        published_by,
      });
      expect(await findOfferVersion(service.app.database, id, 5)).toBeUndefined();
    });

    test("a repeated call with an Idempotency-Key publishes once", async () => {
      const id = await newPlan();
      const key = { "idempotency-key": `publish-${id}` };
      const first = await put(id, small, key);
      await put(id, growth);
      const late = await put(id, small, key);
      expect([late.status, late.body, late.headers.get("idempotent-replayed")]).toEqual([
        200,
        first.body,
        "true",
      ]);
      expect((await put(id, growth, key)).status).toBe(422);
      expect(await versionsOf(id)).toEqual([2, 1]);
    });

    test("concurrent versions are numbered without a gap", async () => {
      const id = await newPlan();
      const prices = Array.from({ length: 16 }, (_, price) => price);
      const made = await Promise.all(prices.map((price_minor) => put(id, { ...small, price_minor })));
      expect(made.map(({ status }) => status)).toEqual(prices.map(() => 200));
      const versions = made.map(({ body }) => (body as { version: number }).version).sort((a, b) => a - b);
      expect(versions).toEqual(prices.map((price) => price + 1));
      expect(await versionsOf(id)).toEqual(versions.toReversed());
    });

    test("a withdrawn offer is no customer's, and can be on sale again", async () => {
      const id = await newPlan();
      const { database } = service.app;
      expect(await findOffer(database, id)).toBeUndefined();
      await put(id, growth);
      expect((await findOffer(database, id))?.version).toBe(1);
      await put(id, { ...growth, on_sale: false });
      expect(await findOffer(database, id)).toBeUndefined();
      const refused = await customer("GET", `/products/${id}/offer`);
      const detail = `Plan ${id} has no offer. Ask the operator.`;
      expect(refused.body).toEqual(problem("not_found", 404, "Not found", detail, refused));
      expect(await offerOf(id)).toMatchObject({ version: 2, on_sale: false });
      await put(id, growth);
      expect((await findOffer(database, id))?.version).toBe(3);
      expect(await offerOf(id, customer)).toMatchObject({ version: 3, on_sale: true });
    });

    test("a product with the ID of a deleted one has no offer of it", async () => {
      const id = await newPlan();
      await put(id, small);
      expect((await operator("DELETE", `/products/${id}`)).status).toBe(200);
      expect(await findOffer(service.app.database, id)).toBeUndefined();
      service.advance(1000);
      await operator("POST", `/products/${id}`, { state: "published" });
      expect((await operator("GET", `/products/${id}/offer`)).status).toBe(404);
      expect(await versionsOf(id)).toEqual([]);
      service.advance(-1000);
      const published = await put(id, { ...small, currency: "USD" });
      expect(published.body).toMatchObject({ version: 2, published_at: "2026-11-21T00:00:01.000Z" });
      expect(await versionsOf(id)).toEqual([2]);
      expect((await findOffer(service.app.database, id))?.version).toBe(2);
      const plans = (await service.ask("GET", "/pricing")).body as { plans: { product_id: string }[] };
      expect(plans.plans.map(({ product_id }) => product_id)).toContain(id);
    });

    test("currencies without minor units and with three digits are stored as sent", async () => {
      for (const currency of ["JPY", "KWD"]) {
        const id = await newPlan();
        await put(id, { ...small, currency, price_minor: 1_000_000_000_000 });
        expect(await offerOf(id)).toMatchObject({ currency, price_minor: 1_000_000_000_000 });
      }
    });

    test("a PUT of a product or an offer changes no balance", async () => {
      const one = await subscribers(service).subscribe({});
      await subscribers(service).decode(one);
      const balances = () =>
        service.app.database.all(sql`select * from credit_balance order by subscription_id`);
      const ledger = () => service.app.database.all(sql`select * from credit_ledger order by id`);
      await service.app.metering.flush();
      const before = [await balances(), await ledger()];
      await put(one.productId, growth);
      await put(one.productId, { ...growth, credits: 1, carry_over: 0 });
      const changed = { display_name: "Other", credits_granted: 7, state: "published" };
      expect((await operator("PUT", `/products/${one.productId}`, changed)).status).toBe(200);
      await put(one.productId, { ...growth, on_sale: false });
      expect([await balances(), await ledger()]).toEqual(before);
    });

    test("versions have the subscriptions that another feature counts", async () => {
      const id = await newPlan();
      await put(id, small);
      await put(id, growth);
      const counts = give(plansByVersion, async (_, product) => new Map(product === id ? [[1, 41]] : []));
      const running = service.app.running as Opened[];
      running.unshift({ gives: new Map([counts]) });
      const all = (await operator("GET", `/products/${id}/offers`)).body as { subscriptions: number }[];
      running.shift();
      expect(all.map(({ subscriptions }) => subscriptions)).toEqual([0, 41]);
    });
  });
