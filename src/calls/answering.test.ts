import { expect, test } from "bun:test";
import { DatabaseUnavailable } from "../database/errors.ts";
import type { KeyCache } from "../identity/keys/key-cache.ts";
import { whileAnswering } from "./answering.ts";

const keys = (silent: () => boolean) =>
  ({
    get silent() {
      return silent();
    },
  }) as KeyCache;

test("work that waits for a database which has stopped answering is given up", async () => {
  const never = new Promise<string>(() => undefined);
  await expect(
    whileAnswering(
      keys(() => true),
      never,
    ),
  ).rejects.toThrow(DatabaseUnavailable);
});

test("work has its outcome where the database answers, and after a pause of the process", async () => {
  const soon = (value: string) => Bun.sleep(350).then(() => value);
  expect(
    await whileAnswering(
      keys(() => false),
      soon("slow"),
    ),
  ).toBe("slow");
  let looks = 0;
  const paused = keys(() => ++looks <= 2);
  expect(await whileAnswering(paused, soon("late"))).toBe("late");
  expect(looks).toBeGreaterThan(2);
  await expect(
    whileAnswering(
      keys(() => false),
      Promise.reject(new Error("mine")),
    ),
  ).rejects.toThrow("mine");
});
