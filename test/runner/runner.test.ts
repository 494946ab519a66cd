import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ImportGraph, reaching } from "../import-graph.ts";
import { overBudget } from "./budgets.ts";
import { dearest, readCosts } from "./costs.ts";
import { readOptions } from "./options.ts";
import { patternOf, readResults } from "./results.ts";
import { allFiles, expected, filesOf, isLong } from "./tiers.ts";
import { timesOf } from "./write-times.ts";

const printed = `bun test v1.4.5 2x PARALLEL
skipped: tests that need ../shared/a, which is absent

a/one.test.ts:
(pass) a group > passes [0.11ms]
(fail) a group > "fails" (once) [4.00ms]
  ^ this test timed out after 5000ms.

a/two.test.ts:
(skip) is skipped
(fail) (unnamed) [1.00ms]

 1 pass
 1 skip
 3 fail

2 tests failed:
(fail) a group > "fails" (once) [4.00ms]
(fail) (unnamed) [1.00ms]

 12 pass
 1 skip
 2 fail
Ran 15 tests across 3 files. [1.00s]`;

test("failures have their files; a file that was not loaded is named", () => {
  const files = ["a/one.test.ts", "a/two.test.ts", "a/three.test.ts"];
  const results = readResults(printed, files);
  expect(results).toEqual({
    passed: 12,
    skipped: 1,
    failures: [{ file: "a/one.test.ts", test: 'a group > "fails" (once)' }, { file: "a/two.test.ts" }],
    errors: 0,
    reasons: ["skipped: tests that need ../shared/a, which is absent"],
    unseen: ["a/three.test.ts"],
  });
  expect(patternOf(results.failures)).toBeUndefined();
  const pattern = new RegExp(patternOf(results.failures.slice(0, 1))!);
  const names = ['a group "fails" (once)', 'a group "fails" (once) more', "a group passes"];
  expect(names.map((name) => pattern.test(name))).toEqual([true, false, false]);
});

test("an option that does not exist is refused with those that do", () => {
  expect(() => readOptions(["--longer"])).toThrow(/^no option --longer; there are --check, .*--seed=…$/);
  expect(() => readOptions(["--changed="])).toThrow("no option --changed=");
  const { paths, changed, date, seed } = readOptions([
    "src/vin",
    "--changed=main",
    "--date=2026-11-29",
    "--seed=7",
  ]);
  expect({ paths, changed, date, seed }).toEqual({
    paths: ["src/vin"],
    changed: "main",
    date: "2026-11-29",
    seed: "7",
  });
  expect(readOptions(["--changed"]).changed).toBe("HEAD");
});

test("every test file is of one tier, and a path chooses its own", () => {
  const files = allFiles();
  expect(files).toContain("test/runner/runner.test.ts");
  expect(files.filter((file) => file.startsWith("console/src/")).length).toBeGreaterThan(100);
  expect(isLong("test/vin/oracle.long.test.ts")).toBe(true);
  expect(isLong("test/vin/oracle.test.ts")).toBe(false);
  expect(filesOf(["./test/runner/"])).toEqual(["test/runner/runner.test.ts"]);
  expect(filesOf(["runner.test"])).toEqual(["test/runner/runner.test.ts"]);
  expect(filesOf(["test/vin/oracle.test.ts"])).toEqual(["test/vin/oracle.test.ts"]);
  expect(() => filesOf(["src/nothing"])).toThrow("no test file is src/nothing, or in it");
});

test("a file that was not measured is expected to take what its size suggests", () => {
  const file = "test/runner/runner.test.ts";
  const known = { calibration: 1, checks: 0, files: { "test/layering.test.ts": { ms: 1000, cpu: 1 } } };
  const ms = expected([file, "test/layering.test.ts"], known);
  const perByte = 1000 / Bun.file("test/layering.test.ts").size;
  expect(ms).toEqual({
    "test/layering.test.ts": 1000,
    [file]: Math.round(perByte * Bun.file(file).size),
  });
});

test("the costs of a file are those between its start and its end in one process", () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-costs-"));
  const file = join(folder, "costs");
  const lines = [
    ["load", 1, 1000, 100, "/p/a.test.ts"],
    ["start", 1, 1100, 400, "/p/a.test.ts"],
    ["load", 3, 1000, 5000, "/elsewhere/copy.test.ts"],
    ["end", 3, 1000, 9000, "/elsewhere/copy.test.ts"],
    ["load", 2, 1000, 50, "/p/b.test.ts"],
    ["start", 2, 1000, 50, "/p/b.test.ts"],
    ["end", 2, 2000, 250, "/p/b.test.ts"],
    ["end", 1, 1500, 1100, "/p/a.test.ts"],
    ["start", 1, 1600, 1300, "/p/c.test.ts"],
    ["end", 1, 1700, 1500, "/p/c.test.ts"],
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const costs = readCosts(file, "/p");
  rmSync(folder, { recursive: true });
  expect([...costs.files]).toEqual([
    ["b.test.ts", { ms: 1000, cpu: 0.2 }],
    ["a.test.ts", { ms: 500, cpu: 1 }],
    ["c.test.ts", { ms: 100, cpu: 0.2 }],
  ]);
  expect(costs.cpu).toBe(1.75);
  expect(dearest(costs, 1)).toEqual(["     1.0      0.5  a.test.ts"]);
});

test("only what is above its budget on a machine as fast as that of the budget is a fault", () => {
  const costs = {
    cpu: 0,
    files: new Map([
      ["cheap.test.ts", { ms: 0, cpu: 9 }],
      ["new.test.ts", { ms: 0, cpu: 10.2 }],
      ["grown.test.ts", { ms: 0, cpu: 41 }],
      ["dear.test.ts", { ms: 0, cpu: 39 }],
    ]),
  };
  const budget = { ms: 0, cpu: 10 };
  const files = { "grown.test.ts": budget, "dear.test.ts": budget, "cheap.test.ts": { ms: 0, cpu: 0.1 } };
  const times = { calibration: 1, checks: 24, files };
  const ofFiles = [
    "new.test.ts: 5.1 CPU seconds; a new file may use 5",
    "grown.test.ts: 20.5 CPU seconds; its budget is 10",
  ];
  // Twice as slow as the machine that measured.
  expect(overBudget({ costs, times, calibration: 2, checks: 2 })).toEqual(ofFiles);
  expect(overBudget({ costs, times, calibration: 2, checks: 4 })).toEqual([
    ...ofFiles,
    "the whole run: 52 CPU seconds; its budget is 44",
  ]);
});

test("what the day chooses has no budget", () => {
  const costs = { cpu: 0, files: new Map([["test/mutants/mutants.long.test.ts", { ms: 0, cpu: 90 }]]) };
  expect(overBudget({ costs, times: { calibration: 1, checks: 0, files: {} }, calibration: 1 })).toEqual([]);
});

test("a budget stays while a file costs less by chance, and falls with one that has become cheaper", () => {
  const former = { calibration: 1, checks: 3, files: {} as Record<string, { ms: number; cpu: number }> };
  const costs = { cpu: 0, files: new Map<string, { ms: number; cpu: number }>() };
  for (const [file, before, cpu] of [
    ["cheaper.test.ts", 10, 7.9],
    ["dearer.test.ts", 10, 21.06],
    ["same.test.ts", 10, 8.1],
  ] as const) {
    former.files[file] = { ms: 1, cpu: before };
    costs.files.set(file, { ms: 2, cpu });
  }
  costs.files.set("new.test.ts", { ms: 2, cpu: 0.1 });
  // The machine is half as fast as that of the budget.
  expect(timesOf(costs, 2, 5.4, former)).toEqual({
    calibration: 2,
    checks: 5,
    files: {
      "cheaper.test.ts": { ms: 2, cpu: 7.9 },
      "dearer.test.ts": { ms: 2, cpu: 21.1 },
      "new.test.ts": { ms: 2, cpu: 0.1 },
      "same.test.ts": { ms: 2, cpu: 20 },
    },
  });
});

test("the nearest importers of a file come first, and each once", () => {
  const graph: ImportGraph = new Map([
    ["a.ts", []],
    ["b.ts", ["a.ts"]],
    ["far.test.ts", ["b.ts"]],
    ["near.test.ts", ["a.ts", "b.ts"]],
    ["other.test.ts", []],
  ]);
  expect([...reaching(graph, ["a.ts"])]).toEqual([
    ["a.ts", 0],
    ["b.ts", 1],
    ["near.test.ts", 1],
    ["far.test.ts", 2],
  ]);
});
