import { expect, test } from "bun:test";
import { DatabaseUnavailable } from "../database/errors.ts";
import type { KeyCache } from "../identity/keys/key-cache.ts";
import { unlessSilent } from "./unless-silent.ts";

const keys = (silent: () => boolean) =>
  ({
    get silent() {
      return silent();
    },
  }) as KeyCache;

test("work that waits for a database which has stopped answering is given up", async () => {
  const never = new Promise<string>(() => undefined);
  await expect(
    unlessSilent(
      keys(() => true),
      never,
    ),
  ).rejects.toThrow(DatabaseUnavailable);
});

test("work has its outcome where the database answers, and after a pause of the process", async () => {
  const soon = (value: string) => Bun.sleep(350).then(() => value);
  expect(
    await unlessSilent(
      keys(() => false),
      soon("slow"),
    ),
  ).toBe("slow");
  let looks = 0;
  const paused = keys(() => ++looks <= 2);
  expect(await unlessSilent(paused, soon("late"))).toBe("late");
  expect(looks).toBeGreaterThan(2);
  await expect(
    unlessSilent(
      keys(() => false),
      Promise.reject(new Error("mine")),
    ),
  ).rejects.toThrow("mine");
});
