import { expect, test } from "bun:test";
import { checkInput } from "../../../test/check-input.ts";
import { lookupHeaders } from "./cors.ts";
import { compilePolicy, enforcedPolicy } from "./enforced.ts";
import { Policy } from "./policy.ts";

const lookup = { api: "vin-decoder", cost: 1 };
const selector = { api: "oem-parts", cost: 0 };

test("without a policy lookups have their own cost, selectors none", () => {
  const policy = enforcedPolicy(null);
  expect([policy.costOf(lookup), policy.costOf(selector)]).toEqual([1, 0]);
  expect(policy.chargesMisses).toBe(false);
  expect(policy.admitsAddress("192.0.2.1")).toBe(true);
  expect(enforcedPolicy("{}")).toBe(policy);
});

test("costs per API, else the default; selectors separately", () => {
  const policy = compilePolicy({ credit_cost: { default: 3, options: 2, per_api: { lien: 7, auction: 0 } } });
  expect(policy.costOf(lookup)).toBe(3);
  expect(policy.costOf({ api: "lien", cost: 1 })).toBe(7);
  expect(policy.costOf({ api: "auction", cost: 1 })).toBe(0);
  expect(policy.costOf(selector)).toBe(2);
  expect(policy.costOf({ api: "lien", cost: 5, options: true })).toBe(2);
  expect(policy.costOf({ api: "constructor", cost: 1 })).toBe(3);
});

test("costs per operation come before all others", () => {
  const policy = compilePolicy({
    credit_cost: { default: 3, per_api: { pets: 7 }, per_operation: { "pets.addPet": 9, "pets.health": 0 } },
  });
  const costs = ["pets.addPet", "pets.health", "pets.other", undefined].map((operation) =>
    policy.costOf({ api: "pets", cost: 1 }, operation),
  );
  expect(costs).toEqual([9, 0, 7, 7]);
});

test("deny takes precedence; an empty list has no effect", () => {
  const policy = compilePolicy({
    ip_filter: { allow: ["10.0.0.0/8", "2001:db8::/32"], deny: ["10.9.0.0/16"] },
  });
  expect(["10.1.1.1", "10.9.1.1", "192.0.2.1", "2001:db8::1", "::1", ""].map(policy.admitsAddress)).toEqual([
    true,
    false,
    false,
    true,
    false,
    false,
  ]);
  expect(compilePolicy({ ip_filter: { allow: [] } }).admitsAddress("192.0.2.1")).toBe(true);
});

test("admits listed origins, never with credentials", () => {
  const some = compilePolicy({ cors: { origins: ["https://app.example.com"] } });
  expect(lookupHeaders(some, "https://app.example.com")).toMatchObject({
    "access-control-allow-origin": "https://app.example.com",
    vary: "x-AuthKey, Origin",
  });
  const unread = { "cache-control": "private", vary: "x-AuthKey, Origin" };
  expect(lookupHeaders(some, "https://evil.example")).toEqual(unread);
  expect(lookupHeaders(some, null)).toEqual(unread);
  expect(lookupHeaders(compilePolicy({}), null)["access-control-allow-origin"]).toBe("*");
  expect(Object.keys(lookupHeaders(some, "https://app.example.com"))).not.toContain(
    "access-control-allow-credentials",
  );
});

test("the schema accepts every member", () => {
  const policy = {
    rate_limit: { calls: 1000, renewal_period_s: 60 },
    quota: { calls: 10_000, bandwidth_kb: 1024, renewal: "month" },
    credit_cost: { default: 1, options: 0, per_api: { lien: 5 } },
    charge_on: "always",
    ip_filter: { allow: ["10.0.0.0/8", "::1"], deny: [] },
    cache: { ttl_s: 300 },
    cors: { origins: ["*", "https://App.example.com"], methods: ["GET"], headers: ["x-authkey"] },
  };
  expect(checkInput(Policy, policy)).toEqual({
    value: { ...policy, cors: { ...policy.cors, origins: ["*", "https://app.example.com"] } },
  });
});

test("the schema refuses unknown members and contradictions", () => {
  const wrong: [unknown, string][] = [
    [{ rate: {} }, "rate"],
    [{ rate_limit: { calls: 1 } }, "rate_limit.renewal_period_s"],
    [{ rate_limit: { calls: 0, renewal_period_s: 60 } }, "rate_limit.calls"],
    [{ rate_limit: { calls: 1, renewal_period_s: 86_401 } }, "rate_limit.renewal_period_s"],
    [{ rate_limit: { calls: 1, renewal_period_s: 1, burst: 2 } }, "rate_limit.burst"],
    [{ rate_limit: null }, "rate_limit"],
    [{ quota: { renewal: "day" } }, "quota"],
    [{ quota: { calls: 1, renewal: "year" } }, "quota.renewal"],
    [{ quota: { calls: 1.5, renewal: "day" } }, "quota.calls"],
    [{ credit_cost: { default: -1 } }, "credit_cost.default"],
    [{ credit_cost: { per_api: { lien: 10_001 } } }, "credit_cost.per_api.lien"],
    [{ charge_on: "never" }, "charge_on"],
    [{ ip_filter: { allow: ["10.0.0.0/33"] } }, "ip_filter.allow.0"],
    [{ ip_filter: { deny: "10.0.0.0/8" } }, "ip_filter.deny"],
    [{ cache: {} }, "cache.ttl_s"],
    [{ cors: { origins: ["https://a.example/path"] } }, "cors.origins.0"],
    [{ cors: { origins: ["javascript:alert(1)"] } }, "cors.origins.0"],
    [{ cors: { methods: ["GET"] } }, "cors.origins"],
    [{ cors: { origins: [], methods: ["TRACE"] } }, "cors.methods.0"],
    [{ cors: { origins: [], headers: ["a b"] } }, "cors.headers.0"],
  ];
  const received = wrong.map(([policy]) => {
    const judged = checkInput(Policy, policy);
    return "issues" in judged ? judged.issues.map((issue) => issue.loc.join(".")).join() : "taken";
  });
  expect(received).toEqual(wrong.map(([, place]) => place));
});
