import { expect, test } from "bun:test";
import { withTimeout } from "./with-timeout.ts";

const late = () => new Error("too late");

test("an outcome in time is passed on, a failure as well", async () => {
  expect(await withTimeout(Promise.resolve(1), 1000, late)).toBe(1);
  expect(withTimeout(Promise.reject(new Error("failed")), 1000, late)).rejects.toThrow("failed");
});

test("after the time it fails with `late`; later failures are ignored", async () => {
  const work = Promise.withResolvers<never>();
  expect(withTimeout(work.promise, 5, late)).rejects.toThrow("too late");
  await Bun.sleep(10);
  work.reject(new Error("unheard"));
  await Bun.sleep(1);
});
