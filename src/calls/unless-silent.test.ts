import { expect, test } from "bun:test";
import { DatabaseUnavailable } from "../database/errors.ts";
import { unlessSilent } from "./unless-silent.ts";

/** A database whose silence is computed at each look. */
const database = (silentMs: () => number) => ({
  get silentMs() {
    return silentMs();
  },
});

test("gives up work that waits for a silent database", async () => {
  const never = new Promise<string>(() => undefined);
  await expect(
    unlessSilent(
      database(() => 1000),
      never,
    ),
  ).rejects.toThrow(DatabaseUnavailable);
});

test("returns the outcome if the database answers, or after a pause", async () => {
  const soon = (value: string) => Bun.sleep(350).then(() => value);
  expect(
    await unlessSilent(
      database(() => 0),
      soon("slow"),
    ),
  ).toBe("slow");
  let looks = 0;
  const paused = database(() => (++looks <= 2 ? 1000 : 0));
  expect(await unlessSilent(paused, soon("late"))).toBe("late");
  expect(looks).toBeGreaterThan(2);
  await expect(
    unlessSilent(
      database(() => 0),
      Promise.reject(new Error("mine")),
    ),
  ).rejects.toThrow("mine");
});
