import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { datedBy } from "../dated.ts";
import { importGraph } from "../import-graph.ts";
import { type Mutant, planted } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { tenthOf } from "./planting/choice.ts";
import { root } from "./planting/copies.ts";
import { namesTest } from "./planting/named.ts";
import { failureIn, shortTests } from "./planting/short-tier.ts";
import { verdictOf } from "./planting/verdict.ts";

function fits(mutant: Mutant): boolean {
  try {
    return planted(readFileSync(join(root, mutant.file), "utf8"), mutant) !== "";
  } catch {
    return false;
  }
}

test("every planted bug fits the sources", () => {
  expect(mutants.filter((mutant) => !fits(mutant)).map(({ bug }) => bug)).toEqual([]);
});

test("every planted bug names an existing test", () => {
  const stale = mutants.filter((mutant) => !namesTest(mutant));
  expect(stale.map(({ bug, test, named }) => `${bug}: ${test} has no test "${named}"`)).toEqual([]);
});

test("every planted bug has a name of its own", () => {
  expect(new Set(mutants.map(({ bug }) => bug)).size).toBe(mutants.length);
});

const ofCredits = "test/metering/credit-store.test.ts";

test.each([
  ["the credit store on sqlite a repeated acquire returns the same amount", true],
  ["on sqlite (a repeated acquire returns|a journal is closed only)", true],
  ["on sqlite (a repeated acquire returns|a journal is eaten)", false],
  ["on sqlite a repeated acquire returns another amount", false],
] as const)("a pattern of names: %s", (named, isKnown) => {
  expect(namesTest({ test: ofCredits, named })).toBe(isKnown);
});

test("a pattern of names in a file that is absent is stale", () => {
  expect(namesTest({ test: "test/mutants/none.test.ts", named: "every planted bug" })).toBe(false);
});

test("ten consecutive days plant every bug once, in parts of about a tenth", () => {
  const seeds = Array.from({ length: 10 }, (_, day) => datedBy("2026-02-24").seed + day);
  const parts = seeds.map((seed) => tenthOf(mutants, seed));
  expect(
    parts
      .flat()
      .map(({ bug }) => bug)
      .sort(),
  ).toEqual(mutants.map(({ bug }) => bug).sort());
  for (const part of parts) expect(Math.abs(part.length - mutants.length / 10)).toBeLessThan(30);
});

test("a date has the seed of its day, unless another is set", () => {
  expect(datedBy("1970-01-11")).toEqual({ date: "1970-01-11", seed: 10 });
  expect(datedBy("2026-03-01").seed - datedBy("2026-02-28").seed).toBe(1);
  expect(datedBy("2026-03-01", "7")).toEqual({ date: "2026-03-01", seed: 7 });
  expect(() => datedBy("2026-02-30")).toThrow("a date is YYYY-MM-DD, not 2026-02-30");
  expect(() => datedBy("2026-03-01", "one")).toThrow("a seed is a number of at most nine digits, not one");
});

const graph = importGraph();

test("the nearest tests of npm test come first", () => {
  const tests = shortTests(graph, "src/metering/credits/acquire.ts");
  expect(tests.indexOf("test/metering/credit-store.test.ts")).toBeLessThan(20);
  expect(tests).toContain("test/api/credits.test.ts");
  expect(tests.filter((file) => file.includes(".long.") || file.startsWith("test/mutants/"))).toEqual([]);
});

test("a style sheet is reached by the tests that build the console", () => {
  expect(shortTests(graph, "console/src/styles/parts.css")).toContain("test/console/serving.test.ts");
});

test("a thread is reached by the tests that start it", () => {
  const tests = shortTests(graph, "src/metering/apply/apply-worker.ts");
  expect(tests).toContain("test/server/processes/metering-thread.test.ts");
});

test("what catches a bug is named by its file and test", () => {
  const printed = [
    "test/api/a.test.ts:",
    "(pass) one [1.00ms]",
    "",
    "test/api/b.test.ts:",
    "error: expected",
    "(fail) two > three [12.00ms]",
    "(fail) two > four [0.10ms]",
  ].join("\n");
  expect(failureIn(printed)).toBe("test/api/b.test.ts, two > three");
  expect(failureIn("(pass) one")).toBeUndefined();
});

const run = { code: 1, printed: "(fail) a test\n", logged: "" };

test.each([
  ["a failed comparison", run, "caught"],
  ["a test that passes", { ...run, code: 0, printed: "(pass) a test\n" }, "survived"],
  ["no test", { ...run, printed: "0 pass\n" }, { broken: "no such test ran" }],
  [
    "a test that ends late",
    { ...run, printed: "(fail) a test\n  ^ this test timed out after 60000ms.\n" },
    { broken: "it ran out of time: ^ this test timed out after 60000ms." },
  ],
  [
    "an edit that throws",
    { ...run, printed: "TypeError: none\n(fail) a test\n" },
    { broken: "it throws: TypeError: none" },
  ],
] as const)("a verdict of %s", (_, ended, verdict) => {
  expect(verdictOf(ended)).toEqual(verdict);
});
