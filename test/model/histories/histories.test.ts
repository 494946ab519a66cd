import { describe, expect, test } from "bun:test";
import { kinds } from "../../database/databases.ts";
import { meteringHistories } from "../metering/source.ts";
import { runSource } from "./run-source.ts";
import { shrink } from "./shrink.ts";
import type { HistorySource } from "./source.ts";

const counts = { sqlite: 40, postgres: 4 };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`histories of models on ${kind.dialect}`, () => {
    test("the program's leases and journals do what the model of metering does", async () => {
      const source = meteringHistories as HistorySource;
      const { failures, steps } = await runSource(source, kind, { count: counts[kind.dialect], seed: 1 });
      expect(failures).toEqual([]);
      expect(steps).toBeGreaterThan(counts[kind.dialect] * 20);
    });
  });

describe("a history that fails", () => {
  test("is printed with its seed and the fewest steps that show it", async () => {
    const source: HistorySource<number> = {
      name: "numbers",
      together: 1,
      share: 1,
      make: (seed) => Array.from({ length: 100 }, (_, index) => seed + index),
      textOf: (step) => `step ${step}`,
      begin: async () => ({
        run: async (_, steps) => (steps.includes(12) && steps.includes(77) ? "12 and 77" : undefined),
        end: async () => [],
      }),
    };
    const { failures, histories } = await runSource(source as HistorySource, kinds[0]!, {
      count: 3,
      seed: 11,
    });
    expect(histories).toBe(3);
    expect(failures).toEqual([
      "numbers on sqlite, --seed 11, 100 steps: 12 and 77\n2 steps show it: 12 and 77\n  step 12\n  step 77",
      "numbers on sqlite, --seed 12, 100 steps: 12 and 77\n2 steps show it: 12 and 77\n  step 12\n  step 77",
    ]);
  });

  test("keeps its steps if it fails with fewer only", async () => {
    const fails = async (steps: readonly number[]) => (steps.length === 4 ? "four" : undefined);
    expect(await shrink([1, 2, 3, 4], fails)).toEqual([1, 2, 3, 4]);
  });
});
