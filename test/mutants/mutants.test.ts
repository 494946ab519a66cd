import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutant, planted } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { plantAll } from "./plant.ts";
import type { Verdict } from "./verdict.ts";

const root = join(import.meta.dir, "../..");

function fits(mutant: Mutant): boolean {
  try {
    return planted(readFileSync(join(root, mutant.file), "utf8"), mutant) !== "";
  } catch {
    return false;
  }
}

test("every planted bug fits the sources and names an existing test", () => {
  const stale = mutants.filter((mutant) => !fits(mutant) || !existsSync(join(root, mutant.test)));
  expect(stale.map(({ bug }) => bug)).toEqual([]);
});

test("every planted bug has a name of its own", () => {
  expect(new Set(mutants.map(({ bug }) => bug)).size).toBe(mutants.length);
});

const repeatedAcquire = {
  test: "test/metering/credit-store.test.ts",
  named: "on sqlite a repeated acquire returns the same amount and leases no more",
};
const acquire = (bug: string, find: string, replace: string, named = repeatedAcquire.named): Mutant => {
  return { ...repeatedAcquire, named, bug, file: "src/metering/credits/acquire.ts", find, replace };
};

const inLookup: Mutant = {
  bug: "throws inside an operation, which answers 500",
  file: "src/calls/answer-lookup.ts",
  find: 'const source = answer.headers?.["x-data-source"];',
  replace: 'const source = (undefined as unknown as string[])["at"](0);',
  test: "test/api/vin-decoder.test.ts",
  named: "on sqlite accepts spaces",
};

test("only a failed comparison counts as caught", async () => {
  const operation = "where credit_lease.op = excluded.op - 1";
  const amount = "const taken: AcquiredCredits[] = [];";
  const samples: readonly (readonly [Mutant, string])[] = [
    [acquire("a bug", operation, "where credit_lease.op <= excluded.op"), "caught"],
    [acquire("no bug", operation, "where (credit_lease.op = excluded.op - 1)"), "survived"],
    [acquire("types", amount, 'const taken: AcquiredCredits[] = ["none"];'), "error TS2322"],
    [acquire("syntax", amount, "const taken: = [];"), "error TS1110"],
    [acquire("no place", "const taken: no place", ""), "does not contain once"],
    [acquire("throws", amount, `${amount} Reflect.ownKeys(taken[0]!);`), "it throws: TypeError"],
    [acquire("statement", operation, "where credit_lease.opp = excluded.op"), "no such column"],
    [inLookup, "is not an object"],
    [acquire("no test", operation, "where true", "a test that no file has"), "no such test ran"],
  ];
  const verdicts = new Map<string, Verdict>();
  await plantAll(
    samples.map(([mutant]) => mutant),
    true,
    ({ bug }, verdict) => verdicts.set(bug, verdict),
  );
  expect(
    samples.map(([{ bug }, expected]) => [bug, JSON.stringify(verdicts.get(bug)).includes(expected)]),
  ).toEqual(samples.map(([{ bug }]) => [bug, true]));
  // It compiles three times and runs eight tests.
}, 300_000);
