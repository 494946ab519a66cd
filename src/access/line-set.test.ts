import { expect, test } from "bun:test";
import fc from "fast-check";
import { LineSet } from "./line-set.ts";

const lines = fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 200 });

function setOf(numbers: readonly number[]): LineSet {
  const set = new LineSet();
  for (const line of numbers) set.add(line);
  return set;
}

test("kept lines are those of both sets, and their prefix is counted", () => {
  fc.assert(
    fc.property(fc.nat({ max: 600 }), lines, lines, (answered, others, own) => {
      const all = new Set([...Array.from({ length: answered }, (_, at) => at + 1), ...others, ...own]);
      const kept = setOf(own).keptWith(setOf(others).keptWith({ answered }));
      let prefix = 0;
      while (all.has(prefix + 1)) prefix += 1;
      expect(kept).toEqual({
        answered: prefix,
        ...(all.size > prefix && { lines: expect.any(String) }),
      } as never);
      const read = new LineSet(kept);
      const found = Array.from({ length: 3700 }, (_, at) => at + 1).filter((line) => read.has(line));
      expect(found).toEqual([...all].toSorted((a, b) => a - b));
    }),
  );
});

test("512 KiB of lines are kept in less than 50 KiB", () => {
  // A line has a character and its end.
  const count = 256 * 1024;
  const every = (is: (line: number) => boolean) =>
    setOf(Array.from({ length: count }, (_, at) => at + 1).filter(is)).keptWith({ answered: 0 });
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 2 === 0;
  };
  expect(every(() => true)).toEqual({ answered: count });
  expect(every((line) => line % 2 === 0).lines!.length).toBeLessThan(100);
  expect(every(random).lines!.length).toBeLessThan(50 * 1024);
});
