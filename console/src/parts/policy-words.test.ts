import { expect, test } from "bun:test";
import { policyWords } from "./policy-words.ts";

test("an empty policy is told as what follows without one", () => {
  expect(policyWords({})).toEqual([
    "A lookup costs 1 credit; lists of choices nothing.",
    "What is not found is not charged.",
  ]);
});

test("every rule of a policy is told", () => {
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
    "At most 600 calls in 60 seconds; more answer 429 and are not charged.",
    "At most 100,000 calls and 5.0 MB a month, renewed on the first at midnight UTC.",
    "A lookup costs nothing; Auction history 2; lists of choices 1.",
    "What is not found is charged like what is found.",
    "Calls are taken from 10.0.0.0/8 only.",
    "Calls from 10.9.0.0/16 are refused.",
    "Answers may be given again for 1 second.",
    "Scripts on https://example.com may call it.",
  ]);
});
