import { expect, test } from "bun:test";
import { AccountCache } from "./account-cache.ts";

/** Ten bytes, and twenty that can be dropped. */
function value() {
  return {
    bytes: 30,
    dropForms() {
      this.bytes = 10;
    },
  };
}

/** A cache of so many bytes with one value after another, each of an account: `a1` is the first of a. */
function cacheOf(bytesMax: number, keys: readonly string[]) {
  const cache = new AccountCache<ReturnType<typeof value>>(bytesMax);
  for (const key of keys) cache.set(key, key[0]!, value());
  return cache;
}

test("values lose what can be made again, the one used longest ago first", () => {
  const cache = cacheOf(90, ["a1", "b1", "c1"]);
  cache.get("a1");
  cache.set("d1", "d", value());
  const bytes = ["a1", "b1", "c1", "d1"].map((key) => cache.get(key)?.bytes);
  expect(bytes).toEqual([30, 10, 10, 30]);
});

test("an account with many values displaces its own alone", () => {
  const many = Array.from({ length: 20 }, (_, at) => `b${at}`);
  const cache = cacheOf(50, ["a1", "c1", ...many]);
  const kept = ["a1", "c1", ...many].filter((key) => cache.get(key));
  expect(kept).toEqual(["a1", "c1", "b17", "b18", "b19"]);
  expect(cache.bytes).toBe(50);
});

test("a value that is used stays longer than its account's others", () => {
  const cache = cacheOf(30, ["a1", "a2", "a3"]);
  cache.get("a1");
  cache.set("a4", "a", value());
  expect(["a1", "a2", "a3", "a4"].filter((key) => cache.get(key))).toEqual(["a1", "a3", "a4"]);
});

test("a value above the bound is not kept, and displaces no other account's", () => {
  const cache = cacheOf(50, ["a1"]);
  cache.set("b1", "b", { bytes: 60, dropForms: () => undefined });
  expect([cache.get("b1"), cache.get("a1")?.bytes]).toEqual([undefined, 10]);
});
