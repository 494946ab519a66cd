import { expect, test } from "bun:test";
import { creditWords, grantWords, policyWords, priceOf } from "./policy-words.ts";

const policy = { credit_cost: { default: 3, options: 1, per_api: { auction: 7, lien: 0 } } };

test.each([
  ["/auction/5J6RW2H59JL990075", 7],
  ["/lien/5J6RW2H59JL990075", 0],
  ["/vin-decoder/5J6RW2H59JL990075", 3],
  ["/ymm-specs/options/v3/year", 1],
  ["/coverage/{vin}", 0],
])("the price of %p", (path, price) => {
  expect(priceOf(path, policy)).toBe(price);
});

test.each([
  ["/pets", 3],
  ["/pets/options/7", 5],
  ["/pets/lost/7", 0],
  ["/petsitters", 3],
])("the price of %p, of a registered API", (path, price) => {
  const registered = [
    { id: "1", path: "pets/options" },
    { id: "2", path: "pets" },
    { id: "3", path: "pets/lost" },
  ];
  const prices = { credit_cost: { default: 3, per_api: { "1": 5, "3": 0 } } };
  expect(priceOf(path, prices, registered)).toBe(price);
});

test("without prices a lookup costs one credit and a list nothing", () => {
  expect([priceOf("/lien/x", {}), priceOf("/lien/options/year", {})]).toEqual([1, 0]);
});

test.each([
  [0, "free"],
  [1, "1 credit"],
  [2500, "2,500 credits"],
])("%p credits", (credits, words) => {
  expect(creditWords(credits)).toBe(words);
});

test.each([
  [null, "Unlimited credits"],
  [0, "0 credits"],
  [15, "15 credits"],
])("a grant of %p", (credits, words) => {
  expect(grantWords(credits)).toBe(words);
});

test.each([
  ["day", "Quota: 1 call per day. Resets at midnight UTC."],
  ["week", "Quota: 1 call per week. Resets on Mondays at midnight UTC."],
  ["lifetime", "Quota: 1 call for the lifetime of the subscription."],
] as const)("a quota per %s", (renewal, words) => {
  expect(policyWords({ quota: { calls: 1, renewal } })[0]).toBe(words);
});

test("origins can be none", () => {
  expect(policyWords({ cors: { origins: [] } }).at(-1)).toBe("Allowed origins: none.");
});
