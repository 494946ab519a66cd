import { expect, test } from "bun:test";
import { ByteCache } from "./byte-cache.ts";

test("what was not used lately leaves when the bytes are full", () => {
  const cache = new ByteCache<number>(10_000);
  for (let n = 0; n < 30; n++) {
    cache.set(`k${n}`, n, 800);
    cache.get("k0");
  }
  expect([cache.get("k0"), cache.get("k1"), cache.get("k29")]).toEqual([0, undefined, 29]);
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
});

test("a replaced value counts once; one too large is not kept", () => {
  const cache = new ByteCache<string>(10_000);
  for (let n = 0; n < 50; n++) cache.set("same", `v${n}`, 500);
  expect([cache.get("same"), cache.bytes]).toEqual(["v49", 608]);
  cache.set("same", "large", 5000);
  expect([cache.get("same"), cache.bytes]).toEqual([undefined, 0]);
});
