import { expect, test } from "bun:test";
import fc from "fast-check";
import { hasDigitRun } from "./digit-runs.ts";

/** Texts of runs of digits, some as long as the searched one, between other characters. */
const runsNear = (length: number) =>
  fc
    .array(fc.tuple(fc.nat(length + 1), fc.constantFrom("", "x", ".", "e", "٣", "/", ":", "-")))
    .map((runs) => runs.map(([digits, other]) => "1234567890".repeat(31).slice(0, digits) + other).join(""));

for (const length of [1, 2, 3, 7, 300])
  test(`finds the runs of ${length} digits that a pattern finds`, () => {
    const pattern = new RegExp(`\\d{${length}}`);
    fc.assert(
      fc.property(fc.oneof(runsNear(length), fc.string()), (text) => {
        expect(hasDigitRun(text, length)).toBe(pattern.test(text));
      }),
      { numRuns: 500 },
    );
  });

test("reads no character of 256 kB twice", () => {
  const sizeBytes = 256_000;
  const reads = (text: string): number => {
    let count = 0;
    const charCodeAt = (at: number) => {
      count++;
      return text.charCodeAt(at);
    };
    expect(hasDigitRun({ length: text.length, charCodeAt }, 300)).toBe(false);
    return count;
  };
  for (const digits of [0, 1, 150, 298, 299])
    expect(reads(`${"1".repeat(digits)}x`.repeat(sizeBytes / (digits + 1)))).toBeLessThanOrEqual(sizeBytes);
});
