import { expect, test } from "bun:test";
import type { Policy } from "../../parts/policy-words.ts";
import { formOf, hasPolicyFault, policyOf } from "./policy-form.ts";

const full: Policy = {
  rate_limit: { calls: 600, renewal_period_s: 60 },
  quota: { calls: 100_000, bandwidth_kb: 5000, renewal: "week" },
  credit_cost: { default: 2, options: 0, per_api: { auction: 3, lien: 1 } },
  charge_on: "always",
  ip_filter: { allow: ["10.0.0.0/8"], deny: ["10.9.0.0/16", "10.8.0.0/16"] },
  cache: { ttl_s: 5 },
  cors: { origins: ["https://example.com"], methods: ["GET"] },
  watches: 50_000,
};

test.each([{}, full])("an unchanged policy is saved unchanged", (policy) => {
  expect(policyOf(formOf(policy as Policy), policy as Policy)).toEqual(policy);
});

test("empty fields remove their rules", () => {
  const form = {
    ...formOf(full),
    rateCalls: "",
    costPerApi: { auction: "4", lien: "" },
    deny: "",
    origins: "",
    watches: "",
    chargeOn: "found" as const,
  };
  expect(policyOf(form, full)).toEqual({
    quota: full.quota!,
    credit_cost: { default: 2, options: 0, per_api: { auction: 4 } },
    ip_filter: { allow: ["10.0.0.0/8"] },
    cache: { ttl_s: 5 },
  });
});

test.each([
  [{}, false],
  [{ rateCalls: "0" }, true],
  [{ rateSeconds: "soon" }, true],
  [{ quotaCalls: "1.5" }, true],
  [{ cost: "-1" }, true],
  [{ watches: "some" }, true],
  [{ watches: "0" }, false],
  [{ cost: "0" }, false],
  [{ costPerApi: { auction: "two" } }, true],
])("the numbers of %p have a fault: %p", (typed, fault) => {
  expect(hasPolicyFault({ ...formOf(full), ...typed })).toBe(fault);
});
