import { expect, test } from "bun:test";
import { createGather } from "./gather.ts";

/** A read that ends when it is told to. */
function reader() {
  const reads: { keys: readonly string[]; end(): void; fail(): void }[] = [];
  const gather = createGather((keys: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const known = keys.filter((key) => key !== "unknown").map((key) => [key, `${key}!`] as const);
    reads.push({ keys, end: () => resolve(new Map(known)), fail: () => reject(new Error("away")) });
    return promise;
  }, 2);
  return { reads, gather: async (key: string) => (await gather(key)).get(key) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("keys of one turn are read together, each once", async () => {
  const { reads, gather } = reader();
  const found = ["a", "b", "a", "unknown"].map(gather);
  await turn();
  expect(reads.map(({ keys }) => keys)).toEqual([["a", "b", "unknown"]]);
  reads[0]!.end();
  expect(await Promise.all(found)).toEqual(["a!", "b!", "a!", undefined]);
});

test("what comes while two reads are under way waits for the first to end", async () => {
  const { reads, gather } = reader();
  const found = [];
  for (const key of ["a", "b", "c", "d"]) {
    found.push(gather(key));
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
  const { reads, gather } = reader();
  const settled = (key: string) => gather(key).catch((error: Error) => error.message);
  const first = settled("a");
  await turn();
  const second = settled("b");
  await turn();
  const third = settled("c");
  await turn();
  reads[0]!.fail();
  expect(await Promise.all([first, third])).toEqual(["away", "away"]);
  const fourth = settled("d");
  await turn();
  reads[1]!.end();
  reads[2]!.end();
  expect(await Promise.all([second, fourth])).toEqual(["b!", "d!"]);
});
