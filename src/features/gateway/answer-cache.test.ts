import { expect, spyOn, test } from "bun:test";
import { AnswerCache, type CacheableRequest } from "./answer-cache.ts";

const mebibyte = 2 ** 20;
const requestFor = (resource: string) =>
  ({
    resource,
    ttlMs: 3_600_000,
    refreshes: false,
    valuesOf: () => "",
    isChosenBy: () => false,
  }) as unknown as CacheableRequest;

test("a payer adds a quarter of the cache in a minute; what others use in that time stays", () => {
  let now = 0;
  const clock = spyOn(performance, "now").mockImplementation(() => now);
  const cache = new AnswerCache();
  const keep = (payer: string, resource: string) =>
    cache.keeperOf(payer, requestFor(resource), new Response())!(new Uint8Array(mebibyte));
  const isKept = (resource: string) => cache.find(requestFor(resource), now) !== undefined;
  keep("other", "used");
  for (let minute = 0; minute < 10; minute++) {
    for (let index = 0; index < 100; index++) keep("stranger", `${minute}/${index}`);
    const kept = Array.from({ length: 100 }, (_, index) => isKept(`${minute}/${index}`));
    expect(kept.filter(Boolean).length).toBe(15);
    expect([minute, isKept("used")]).toEqual([minute, true]);
    now += 60_000;
  }
  clock.mockRestore();
});
