import { expect, test } from "bun:test";
import { createBatcher } from "./batcher.ts";

/** A read that ends when the test ends it. */
function reader() {
  const reads: { keys: readonly string[]; end(): void; fail(): void }[] = [];
  const find = createBatcher((keys: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const known = keys.filter((key) => key !== "unknown").map((key) => [key, `${key}!`] as const);
    reads.push({ keys, end: () => resolve(new Map(known)), fail: () => reject(new Error("unreachable")) });
    return promise;
  }, 2);
  return { reads, find: async (key: string) => (await find(key)).get(key) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("keys of one turn are read together, each once", async () => {
  const { reads, find } = reader();
  const found = ["a", "b", "a", "unknown"].map(find);
  await turn();
  expect(reads.map(({ keys }) => keys)).toEqual([["a", "b", "unknown"]]);
  reads[0]!.end();
  expect(await Promise.all(found)).toEqual(["a!", "b!", "a!", undefined]);
});

test("what comes while two reads are under way waits for the first to end", async () => {
  const { reads, find } = reader();
  const found = [];
  for (const key of ["a", "b", "c", "d"]) {
    found.push(find(key));
    await turn();
  }
  expect(reads.map(({ keys }) => keys)).toEqual([["a"], ["b"]]);
  reads[1]!.end();
  expect(await found[1]).toBe("b!");
  expect(reads.map(({ keys }) => keys)).toEqual([["a"], ["b"], ["c", "d"]]);
  reads[0]!.end();
  reads[2]!.end();
  expect(await Promise.all(found)).toEqual(["a!", "b!", "c!", "d!"]);
});

test("a read that fails takes along what waits for it, and nothing that comes later", async () => {
  const { reads, find } = reader();
  const settled = (key: string) => find(key).catch((error: Error) => error.message);
  const first = settled("a");
  await turn();
  const second = settled("b");
  await turn();
  const third = settled("c");
  await turn();
  reads[0]!.fail();
  expect(await Promise.all([first, third])).toEqual(["unreachable", "unreachable"]);
  const fourth = settled("d");
  await turn();
  reads[1]!.end();
  reads[2]!.end();
  expect(await Promise.all([second, fourth])).toEqual(["b!", "d!"]);
});
