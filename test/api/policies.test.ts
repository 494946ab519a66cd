import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { kinds, problem, startService, type TestService } from "../harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`policies of products on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const operator = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, { headers: service.operatorHeaders, json });
    const path = "/products/trial/policies/policy";

    const whole = {
      rate_limit: { calls: 1000, renewal_period_s: 60 },
      quota: { calls: 100_000, bandwidth_kb: 1_048_576, renewal: "month" },
      credit_cost: { default: 1, options: 0, per_api: { lien: 5, "repair-estimates": 3 } },
      charge_on: "found",
      ip_filter: { allow: ["10.0.0.0/8", "2001:db8::/32"], deny: ["10.9.9.9"] },
      cache: { ttl_s: 300 },
      cors: { origins: ["https://app.example.com"], methods: ["GET"], headers: ["x-trace"] },
    };

    test("a policy is read, replaced whole, and audited", async () => {
      const none = await operator("GET", path);
      expect([none.status, none.body]).toEqual([200, { product_id: "trial", policy: {} }]);
      const put = await operator("PUT", path, { policy: whole });
      expect([put.status, put.body]).toEqual([200, { product_id: "trial", policy: whole }]);
      expect((await operator("GET", path)).body).toEqual({ product_id: "trial", policy: whole });
      expect((await operator("GET", "/products/trial")).body).toMatchObject({ policy: whole });
      const less = { product_id: "trial", policy: { charge_on: "always" } };
      expect((await operator("PUT", path, { policy: less.policy })).body).toEqual(less);
      const entries = await service.app.database.all<Record<string, string>>(
        sql`select action, object, before, after from audit_log order by at, id`,
      );
      const received = entries.map(({ action, object, before, after }) => ({
        action,
        object,
        before: JSON.parse(before!),
        after: JSON.parse(after!),
      }));
      const entry = { action: "policy.update", object: path };
      // Only the differences.
      expect(received.slice(-2)).toEqual([
        { ...entry, before: { policy: {} }, after: { policy: whole } },
        {
          ...entry,
          before: { policy: { ...whole, charge_on: "found" } },
          after: { policy: { charge_on: "always" } },
        },
      ]);
    });

    test("PUT of a policy changes only the policy", async () => {
      const before = (await operator("GET", "/products/trial")).body as object;
      await operator("PUT", path, {
        policy: {},
        display_name: "Other",
        state: "not_published",
        credits_granted: 9,
      });
      expect((await operator("GET", "/products/trial")).body).toEqual({ ...before, policy: {} });
    });

    test("a body without a policy is 422, as a missing field", async () => {
      const got = await operator("PUT", path, { display_name: "Other" });
      expect([got.status, got.body]).toEqual([
        422,
        {
          detail: [
            {
              type: "missing",
              loc: ["body", "policy"],
              msg: "Field required",
              input: { display_name: "Other" },
            },
          ],
        },
      ]);
      expect((await operator("PUT", path)).body).toEqual({
        detail: [{ type: "missing", loc: ["body"], msg: "Field required", input: null }],
      });
    });

    test("an unknown member is 422 with its position", async () => {
      const got = await operator("PUT", path, {
        policy: { rate_limit: { calls: 1, renewal_period_s: 1, burst: 2 } },
      });
      expect(got.body).toEqual({
        detail: [
          {
            type: "extra_forbidden",
            loc: ["body", "policy", "rate_limit", "burst"],
            msg: "Extra inputs are not permitted",
            input: 2,
          },
        ],
      });
      const address = await operator("PUT", path, { policy: { ip_filter: { allow: ["10.0.0.0/40"] } } });
      expect(address.body).toEqual({
        detail: [
          {
            type: "value_error",
            loc: ["body", "policy", "ip_filter", "allow", 0],
            msg: "Value error, must be an address or a CIDR such as 10.0.0.0/8",
            input: "10.0.0.0/40",
            ctx: { error: {} },
          },
        ],
      });
      expect((await operator("GET", path)).body).toEqual({ product_id: "trial", policy: {} });
    });

    test("the policy of an unknown product is 404", async () => {
      for (const method of ["GET", "PUT"]) {
        const got = await operator(
          method,
          "/products/none/policies/policy",
          method === "PUT" ? { policy: {} } : undefined,
        );
        expect(got.body).toEqual(problem("not_found", 404, "Not found", "Plan none not found.", got));
      }
    });

    test("names of object properties are valid API names", async () => {
      const text = '{"policy":{"credit_cost":{"per_api":{"__proto__":3,"constructor":4}}}}';
      const headers = { ...service.operatorHeaders, "content-type": "application/json" };
      const got = await service.ask("PUT", path, { headers, body: text });
      expect([got.status, got.text]).toEqual([
        200,
        '{"product_id":"trial","policy":{"credit_cost":{"per_api":{"__proto__":3,"constructor":4}}}}',
      ]);
      expect((await operator("GET", path)).text).toBe(got.text);
    });

    test("one of 64 simultaneous changes remains whole", async () => {
      const policies = Array.from({ length: 64 }, (_, index) => ({ credit_cost: { default: index } }));
      const answers = await Promise.all(policies.map((policy) => operator("PUT", path, { policy })));
      expect(answers.every((got) => got.status === 200)).toBe(true);
      const left = (await operator("GET", path)).body as { policy: { credit_cost: { default: number } } };
      expect(policies).toContainEqual(left.policy);
    });
  });
}
