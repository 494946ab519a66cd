import { expect, test } from "bun:test";
import { DatabaseUnavailable } from "../database/errors.ts";
import { unlessSilent } from "./unless-silent.ts";

/** A database of which each look finds for how long it has been silent. */
const database = (silentMs: () => number) => ({
  get silentMs() {
    return silentMs();
  },
});

test("work that waits for a database which has stopped answering is given up", async () => {
  const never = new Promise<string>(() => undefined);
  await expect(
    unlessSilent(
      database(() => 1000),
      never,
    ),
  ).rejects.toThrow(DatabaseUnavailable);
});

test("work has its outcome where the database answers, and after a pause of the process", async () => {
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
