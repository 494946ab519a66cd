import { expect, test } from "bun:test";
import fc from "fast-check";
import { NumberSet } from "./number-set.ts";

test("contains what a Set would", () => {
  const number = fc.oneof(
    fc.integer({ min: 0, max: 50 }),
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER - 1 }),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 200 }), fc.array(number), (added, asked) => {
      const [set, expected] = [new NumberSet(), new Set<number>()];
      for (const one of added) {
        expect(set.add(one)).toBe(!expected.has(one));
        expected.add(one);
      }
      expect(set.size).toBe(expected.size);
      for (const one of [...added, ...asked]) expect(set.has(one)).toBe(expected.has(one));
    }),
  );
});

test("grows past its first slots", () => {
  const set = new NumberSet();
  const count = 200_000;
  for (let one = 0; one < count; one += 1) set.add(one * 2 ** 21);
  for (let one = 0; one < count; one += 1) if (!set.has(one * 2 ** 21)) throw new Error(`lost ${one}`);
  expect([set.size, set.has(1), set.add(0)]).toEqual([count, false, false]);
});
