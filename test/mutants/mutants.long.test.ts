import { expect, test } from "bun:test";
import { repeatedBy, testSeed } from "../dated.ts";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { tenthOf } from "./planting/choice.ts";
import { plantAll } from "./planting/plant.ts";
import type { Verdict } from "./planting/verdict.ts";

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
  find: "    await settleAnswer(call, answer, tagged);",
  replace: '    (undefined as unknown as string[])["at"](0);\n    await settleAnswer(call, answer, tagged);',
  test: "test/api/vin-decoder.test.ts",
  named: "on sqlite accepts spaces",
};

const operation = "where credit_lease.op = excluded.op - 1";
const amount = "const taken: AcquiredCredits[] = [];";
const samples: readonly (readonly [Mutant, string])[] = [
  [acquire("a bug", operation, "where credit_lease.op <= excluded.op"), '"caught"'],
  [acquire("no bug", operation, "where (credit_lease.op = excluded.op - 1)"), '"survived"'],
  [acquire("types", amount, 'const taken: AcquiredCredits[] = ["none"];'), "error TS2322"],
  [acquire("syntax", amount, "const taken: = [];"), "Unexpected ="],
  [acquire("no place", "const taken: no place", ""), "does not contain once"],
  [acquire("throws", amount, `${amount} Reflect.ownKeys(taken[0]!);`), "it throws: TypeError"],
  [acquire("statement", operation, "where credit_lease.opp = excluded.op"), "no such column"],
  [inLookup, "is not an object"],
  [acquire("no test", operation, "where true", "a test that no file has"), "no such test ran"],
];

/** The tenth of this day. Its tests have passed without the bugs before. */
const tenth = tenthOf(mutants, testSeed);

/** One compilation serves all. */
async function plantedOnce(): Promise<ReadonlyMap<string, Verdict>> {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const verdicts = new Map<string, Verdict>();
  const planted = samples.map(([mutant]) => mutant);
  await plantAll([...planted, ...mutants], {
    tested: true,
    run: new Set([...planted, ...tenth]),
    // Another file of tests has the other core.
    copies: 1,
    compiled: () => console.log(`planted bugs: compiled in ${seconds()} s`),
    done: ({ bug }, verdict) => verdicts.set(bug, verdict),
  });
  const counts = `${tenth.length} of ${mutants.length}, and ${samples.length} samples`;
  console.log(`planted bugs: ${counts}, in ${seconds()} s (${repeatedBy})`);
  return verdicts;
}
let verdicts: Promise<ReadonlyMap<string, Verdict>> | undefined;

const limitMs = 600_000;

test(
  "only a failed comparison counts as caught",
  async () => {
    verdicts ??= plantedOnce();
    const found = await verdicts;
    expect(
      samples.map(([{ bug }, expected]) => [bug, JSON.stringify(found.get(bug))?.includes(expected)]),
    ).toEqual(samples.map(([{ bug }]) => [bug, true]));
  },
  limitMs,
);

test(
  "every planted bug fits its file and compiles",
  async () => {
    verdicts ??= plantedOnce();
    const found = await verdicts;
    expect(
      mutants.filter(({ bug }) => typeof found.get(bug) === "object").map(({ bug }) => [bug, found.get(bug)]),
    ).toEqual([]);
  },
  limitMs,
);

test(
  "a tenth of the planted bugs, chosen by the date, is caught",
  async () => {
    verdicts ??= plantedOnce();
    const found = await verdicts;
    const of = (verdict: (bug: string) => Verdict | undefined) => ({
      repeatedBy,
      verdicts: Object.fromEntries(tenth.map(({ bug }) => [bug, verdict(bug)])),
    });
    expect(of((bug) => found.get(bug))).toEqual(of(() => "caught"));
  },
  limitMs,
);
