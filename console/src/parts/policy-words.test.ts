import { expect, test } from "bun:test";
import { policyWords } from "./policy-words.ts";

test("an empty policy shows the defaults", () => {
  expect(policyWords({})).toEqual(["Lookup: 1 credit. List: free.", "Not found is free."]);
});

test("a policy that charges for valid VINs alone says so", () => {
  expect(policyWords({ charge_on: "valid" })).toEqual([
    "Lookup: 1 credit. List: free.",
    "Not found is free.",
    "A VIN with a wrong check digit is free.",
  ]);
});

test("every rule of a policy has a sentence", () => {
  const words = policyWords(
    {
      rate_limit: { calls: 600, renewal_period_s: 60 },
      quota: { calls: 100_000, bandwidth_kb: 5000, renewal: "month" },
      credit_cost: { default: 0, options: 1, per_api: { auction: 2 } },
      charge_on: "always",
      ip_filter: { allow: ["10.0.0.0/8"], deny: ["10.9.0.0/16"] },
      cache: { ttl_s: 1 },
      cors: { origins: ["https://example.com"] },
    },
    () => "Auction history",
  );
  expect(words).toEqual([
    "Rate limit: 600 calls per 60 seconds. More calls return 429 and are not charged.",
    "Quota: 100,000 calls and 5.0 MB per month. Resets on the 1st at midnight UTC.",
    "Lookup: free. Auction history: 2 credits. List: 1 credit.",
    "Not found is charged like found.",
    "Allowed networks: 10.0.0.0/8.",
    "Blocked networks: 10.9.0.0/16.",
    "Responses can be cached for 1 second.",
    "Allowed origins: https://example.com.",
  ]);
});
