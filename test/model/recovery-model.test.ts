import { expect, test } from "bun:test";
import { exploreRecovery, type Flaw } from "./recovery-model.ts";

test("recovery loses no call when the database loses commits", () => {
  const { states, found } = exploreRecovery();
  expect(found).toBeUndefined();
  expect(states).toBeGreaterThan(50);
});

const flaws: readonly (readonly [Flaw, string])[] = [
  ["remembers that it was closed", "some calls are never applied"],
  ["removes by its memory", "calls are missing and their files are gone"],
  ["keeps nothing", "calls are missing and their files are gone"],
  ["closes early", "some calls are never applied"],
];
for (const [flaw, found] of flaws)
  test(`a recovery that ${flaw}: ${found}`, () => {
    expect(exploreRecovery(flaw).found).toBe(found);
  });
