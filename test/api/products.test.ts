import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { registerBuiltinApis } from "../../src/management/apis/apis-builtin.ts";
import { builtinApis } from "../../src/vehicles/families/builtin-apis.ts";
import { signedIn } from "../callers.ts";
import { type Got, kinds, problem, signUp, startService, type TestService } from "../harness.ts";

const now = "2026-11-21T00:00:00.000Z";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`products on ${kind.dialect}`, () => {
    let service: TestService;
    let customer: Record<string, string>;
    beforeAll(async () => {
      service = await startService(kind);
      customer = await signedIn(service, await signUp(service));
    });
    afterAll(() => service.end());

    const operator = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, { headers: service.operatorHeaders, json });
    const asCustomer = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, { headers: customer, json });
    const ids = (got: Got) => (got.body as { id: string }[]).map(({ id }) => id);
    const audited = async (object: string) =>
      (
        await service.app.database.all<Record<string, string>>(
          sql`select action, actor, before, after from audit_log where object = ${object} order by at, id`,
        )
      ).map(({ action, actor, before, after }) => ({
        action,
        actor,
        before: before && JSON.parse(before),
        after: after && JSON.parse(after),
      }));

    const trial = {
      id: "trial",
      display_name: "Trial",
      description: "A first look: every lookup, 15 credits, once per account.",
      terms: "",
      subscription_required: true,
      approval_required: false,
      subscriptions_limit: 1,
      state: "published",
      credits_granted: 15,
      policy: {},
      created_at: now,
      updated_at: now,
    };
    const unlimited = {
      ...trial,
      id: "unlimited",
      display_name: "Unlimited",
      description: "Every lookup without a credit limit; an operator approves.",
      approval_required: true,
      subscriptions_limit: null,
      credits_granted: null,
    };

    const practice = {
      ...trial,
      id: "practice",
      display_name: "Practice",
      description: "No credits, and three calls in ten seconds: it shows how calls are refused.",
      credits_granted: 0,
      policy: { rate_limit: { calls: 3, renewal_period_s: 10 } },
    };

    test("a new installation has three products with every built-in API", async () => {
      const got = await operator("GET", "/products");
      expect([got.status, got.body]).toEqual([200, [unlimited, trial, practice]]);
      expect(got.headers.get("x-total-count")).toBe("3");
      for (const id of ["trial", "unlimited", "practice"]) {
        const held = await operator("GET", `/products/${id}/apis`);
        expect(ids(held).sort()).toEqual(builtinApis.map((api) => api.id).sort());
      }
    });

    test("reads one product, and lists", async () => {
      expect((await asCustomer("GET", "/products/trial")).body).toEqual(trial);
      expect((await operator("GET", "/products?id=trial")).body).toEqual([trial]);
      expect((await operator("GET", "/products?id=none")).body).toEqual([]);
      const missing = await operator("GET", "/products/none");
      expect([missing.status, missing.body]).toEqual([
        404,
        problem("not_found", 404, "Not found", "Plan none not found.", missing),
      ]);
    });

    test("a product is created once and audited", async () => {
      const requested = {
        display_name: "Gold",
        description: "All of it",
        terms: "Be kind",
        subscription_required: false,
        approval_required: true,
        subscriptions_limit: 3,
        state: "published",
        credits_granted: 500,
        policy: { rate_limit: { calls: 10, renewal_period_s: 60 }, ip_filter: { deny: ["192.0.2.0/24"] } },
      };
      const got = await operator("POST", "/products/gold", requested);
      const gold = { id: "gold", ...requested, created_at: now, updated_at: now };
      expect([got.status, got.body]).toEqual([200, gold]);
      const again = await operator("POST", "/products/gold", {});
      expect([again.status, again.body]).toEqual([
        409,
        problem("conflict", 409, "Conflict", "Plan gold already exists. Use PUT to replace it.", again),
      ]);
      expect((await operator("GET", "/products/gold")).body).toEqual(gold);
      expect((await operator("GET", "/products/gold/apis")).body).toEqual([]);
      expect(await audited("/products/gold")).toEqual([
        { action: "product.create", actor: "operator", before: null, after: gold },
      ]);
    });

    test("absent members take defaults, also in a replacement", async () => {
      const bare = {
        id: "bare",
        display_name: "bare",
        description: "",
        terms: "",
        subscription_required: true,
        approval_required: false,
        subscriptions_limit: null,
        state: "not_published",
        credits_granted: null,
        policy: {},
        created_at: now,
        updated_at: now,
      };
      expect((await operator("POST", "/products/bare", {})).body).toEqual(bare);
      await operator("PUT", "/products/bare/apis/lien");
      service.advance(1000);
      const full = { display_name: "Full", credits_granted: 0, policy: { charge_on: "always" } };
      const later = "2026-11-21T00:00:01.000Z";
      expect((await operator("PUT", "/products/bare", full)).body).toEqual({
        ...bare,
        ...full,
        updated_at: later,
        reset: [],
      });
      expect((await operator("PUT", "/products/bare", { terms: "" })).body).toEqual({
        ...bare,
        updated_at: later,
        // It became unlimited.
        reset: ["display_name", "credits_granted", "policy"],
      });
      expect(ids(await operator("GET", "/products/bare/apis"))).toEqual(["lien"]);
      expect((await audited("/products/bare")).map((entry) => entry.action)).toEqual([
        "product.create",
        "product.update",
        "product.update",
      ]);
      const put = await operator("PUT", "/products/put", {});
      expect(put.body).toEqual({
        ...bare,
        id: "put",
        display_name: "put",
        created_at: later,
        updated_at: later,
        reset: [],
      });
      service.advance(-1000);
    });

    test("64 simultaneous creates make one product", async () => {
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => operator("POST", "/products/once", {})),
      );
      expect(answers.map((got) => got.status).sort()).toEqual([200, ...new Array<number>(63).fill(409)]);
      expect((await audited("/products/once")).length).toBe(1);
    });

    test("a customer reads published products without address rules", async () => {
      expect(ids(await asCustomer("GET", "/products"))).toEqual(["unlimited", "trial", "practice", "gold"]);
      const gold = (await asCustomer("GET", "/products/gold")).body as { policy: object };
      expect(gold.policy).toEqual({ rate_limit: { calls: 10, renewal_period_s: 60 } });
      for (const path of ["/products/bare", "/products/bare/apis"]) {
        const hidden = await asCustomer("GET", path);
        expect(hidden.body).toEqual(problem("not_found", 404, "Not found", "Plan bare not found.", hidden));
      }
      expect((await asCustomer("GET", "/products?id=bare")).body).toEqual([]);
      for (const [method, path] of [
        ["POST", "/products/mine"],
        ["PUT", "/products/trial"],
        ["PUT", "/products/trial/apis/lien"],
        ["DELETE", "/products/trial/apis/lien"],
        ["GET", "/products/trial/policies/policy"],
        ["PUT", "/products/trial/policies/policy"],
      ] as const)
        expect([path, (await asCustomer(method, path, { policy: {} })).status]).toEqual([path, 403]);
      expect((await service.ask("GET", "/products")).status).toBe(401);
      expect((await service.ask("GET", "/products", { headers: service.clientHeaders })).status).toBe(403);
    });

    test("APIs are added once and removed once", async () => {
      const added = await operator("PUT", "/products/gold/apis/vin-decoder");
      const api = (await operator("GET", "/apis/vin-decoder")).body as object;
      expect([added.status, added.body]).toEqual([200, api]);
      expect((await operator("PUT", "/products/gold/apis/vin-decoder")).body).toEqual(api);
      expect((await operator("GET", "/products/gold/apis")).body).toEqual([api]);
      service.advance(1);
      const removed = await operator("DELETE", "/products/gold/apis/vin-decoder");
      expect([removed.status, removed.body]).toEqual([200, { status: "success" }]);
      const again = await operator("DELETE", "/products/gold/apis/vin-decoder");
      expect(again.body).toEqual(
        problem("not_found", 404, "Not found", "Plan gold does not include the API vin-decoder.", again),
      );
      const members = { id: "gold", api_id: "vin-decoder" };
      expect(await audited("/products/gold/apis/vin-decoder")).toEqual([
        { action: "product_api.add", actor: "operator", before: null, after: members },
        { action: "product_api.remove", actor: "operator", before: members, after: null },
      ]);
      for (const [method, path, what] of [
        ["PUT", "/products/none/apis/lien", "Plan none"],
        ["PUT", "/products/gold/apis/none", "API none"],
        ["DELETE", "/products/none/apis/lien", "Plan none"],
        ["GET", "/products/none/apis", "Plan none"],
      ] as const) {
        const got = await operator(method, path);
        expect(got.body).toEqual(problem("not_found", 404, "Not found", `${what} not found.`, got));
      }
    });

    test("IDs that need escapes are refused", async () => {
      const long = "a".repeat(300);
      for (const id of ["a%2Fb", "%2e%2e%2Fusers", ".hidden", "a%20b", "%C3%A9", long, "%27%20or%201=1"]) {
        const made = await operator("POST", `/products/${id}`, {});
        expect([id, made.status]).toEqual([id, 422]);
        expect((made.body as { detail: { loc: string[] }[] }).detail[0]!.loc).toEqual(["path", "id"]);
        for (const path of [`/products/${id}`, `/products/${id}/apis`, `/products/${id}/policies/policy`])
          expect([path, (await operator("GET", path)).status]).toEqual([path, 404]);
      }
      expect((await operator("POST", "/products/a.b~c_d-1", {})).status).toBe(200);
    });

    test("bad bodies and pages are 422 and change nothing", async () => {
      const before = (await operator("GET", "/products?page_size=1000")).body;
      const bodies = [
        [],
        "text",
        { credits: 5 },
        { state: "open" },
        { display_name: "" },
        { display_name: "a\0b" },
        { description: "\0" },
        { subscriptions_limit: 0 },
        { credits_granted: -1 },
        { credits_granted: 1e18 },
        { policy: null },
        { policy: { speed: 1 } },
        JSON.parse('{"__proto__": {"state": "published"}}'),
      ];
      for (const body of bodies)
        expect([body, (await operator("POST", "/products/bad", body)).status]).toEqual([body, 422]);
      for (const query of ["page=0", "page=-1", "page_size=0", "page_size=1001", "page=x", "id=%00"])
        expect([query, (await operator("GET", `/products?${query}`)).status]).toEqual([query, 422]);
      const far = await operator("GET", "/products?page=1000000000");
      expect([far.status, far.body]).toEqual([200, []]);
      expect((await operator("GET", "/products?page_size=1000")).body).toEqual(before!);
    });

    test("a new built-in API joins products that had all of them", async () => {
      const { database } = service.app;
      await operator("DELETE", "/products/trial/apis/lien");
      await database.run(sql`delete from api where id = 'auction'`);
      await database.run(sql`delete from product_api where api_id = 'auction'`);
      for (const _ of [1, 2])
        await database.transaction((tx) => registerBuiltinApis(tx, service.app.clock()));
      expect((await operator("GET", "/apis/auction")).status).toBe(200);
      const holders = await database.all(
        sql`select product_id from product_api where api_id = 'auction' order by product_id`,
      );
      expect(holders).toEqual([{ product_id: "practice" }, { product_id: "unlimited" }]);
    });
  });
}
