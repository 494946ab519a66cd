import { expect, test } from "bun:test";
import { Ramp, RampedRequests } from "./ramp.ts";

test("after a failure one trial is allowed, then one more per success", () => {
  const ramp = new Ramp(8);
  expect(ramp.allowed).toBe(8);
  ramp.failed();
  const rounds: number[] = [];
  for (let round = 0; round < 5; round++) {
    rounds.push(ramp.allowed);
    ramp.succeeded(ramp.allowed);
  }
  expect(rounds).toEqual([1, 2, 4, 8, 8]);
  ramp.failed(3);
  expect(ramp.allowed).toBe(5);
  ramp.failed(100);
  expect(ramp.allowed).toBe(1);
});

test("requests wait in their order while as many are under way as are allowed", async () => {
  const requests = new RampedRequests(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const all = ends.map(({ promise }, at) =>
    requests.run(() => {
      begun.push(at);
      return promise;
    }),
  );
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  await settled();
  expect(begun).toEqual([0, 1]);
  ends[1]!.reject(new Error("away"));
  await expect(all[1]!).rejects.toThrow("away");
  await settled();
  // One trial is allowed, and the first request is under way still.
  expect(begun).toEqual([0, 1]);
  ends[0]!.resolve(0);
  await settled();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const { resolve } of ends) resolve(1);
  expect(await Promise.all([all[0], all[2], all[3], all[4]])).toEqual([0, 1, 1, 1]);
});

test("a request that is aborted while it waits is not made", async () => {
  const requests = new RampedRequests(1);
  const first = Promise.withResolvers<void>();
  const running = requests.run(() => first.promise);
  const controller = new AbortController();
  let made = false;
  const waiting = requests.run(async () => {
    made = true;
  }, controller.signal);
  controller.abort(new Error("too late"));
  await expect(waiting).rejects.toThrow("too late");
  first.resolve();
  await running;
  expect(await requests.run(async () => made)).toBe(false);
});
