import { describe, expect, test } from "bun:test";
import { kinds } from "../../database/databases.ts";
import { meteringHistories } from "../metering/source.ts";
import { runAll } from "./run-all.ts";
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

describe("all histories", () => {
  const sourceOf = (name: string, run: () => Promise<string | undefined>, share = 1): HistorySource => ({
    name,
    together: 1,
    share,
    make: () => [1, 2],
    textOf: String,
    begin: async () => ({ run, end: async () => [] }),
  });
  const lineOf = (sources: readonly HistorySource[]) =>
    runAll(sources, kinds.slice(0, 1), { count: 10, seed: 3, line: () => undefined });
  const fine = sourceOf("fine", async () => undefined, 0.2);

  test("end with a line of what was run", async () => {
    expect(await lineOf([fine])).toEqual({
      line: "histories from seed 3: 2 of fine on sqlite; none failed",
      failed: 0,
    });
  });

  test("count a source that differs, a history that throws, and a source that cannot begin", async () => {
    const differs = sourceOf("differs", async () => "1, not 2", 0.1);
    const throws = sourceOf("throws", () => Promise.reject(new Error("unprepared")), 0.1);
    const cannot = { ...fine, name: "cannot", begin: () => Promise.reject(new Error("no database")) };
    expect(await lineOf([fine, differs, throws, cannot])).toEqual({
      line: "histories from seed 3: 2 of fine on sqlite, 1 of differs on sqlite, 1 of throws on sqlite, cannot on sqlite ended early; 3 failed",
      failed: 3,
    });
  });
});
