import { quarantine } from "../quarantine.ts";
import type { Failure, Results } from "./results.ts";
import type { Step } from "./steps.ts";

/** What a whole command found. */
export interface Found {
  readonly steps: readonly Step[];
  readonly results: readonly Results[];
  /** What was not run, and how it is. */
  readonly leftOut: readonly string[];
  /** Files above their budget that count as failed. */
  readonly overBudget: readonly string[];
}

/** The failures that count. */
export function failuresOf({ results }: Found): Failure[] {
  const failures = results.flatMap((each) => [
    ...each.failures,
    ...each.unseen.map((file): Failure => ({ file })),
  ]);
  return failures.filter(({ test }) => !quarantine.some((each) => each.test === test));
}

/** Prints what was left out and skipped, and the counts in the last line; returns the number of failures. */
export function report(found: Found): number {
  const { steps, results, leftOut, overBudget } = found;
  const sum = (value: (each: Results) => number) => results.reduce((total, each) => total + value(each), 0);
  const failures = failuresOf(found);
  const tolerated = sum((each) => each.failures.length + each.unseen.length) - failures.length;
  for (const { test, reason } of quarantine) {
    const failed = results.some((each) => each.failures.some((one) => one.test === test));
    console.log(`quarantined, ${failed ? "FAILED" : "passed"}: ${test} (${reason})`);
  }
  for (const file of results.flatMap((each) => each.unseen)) console.log(`FAILED ${file}: no test of it ran`);
  for (const each of overBudget) console.log(`FAILED over budget: ${each}`);
  for (const reason of new Set(results.flatMap((each) => each.reasons))) console.log(reason);
  for (const each of leftOut) console.log(`left out: ${each}`);
  const passed = steps.filter(({ ok }) => ok).length + sum((each) => each.passed) + tolerated;
  const wrong = steps.filter(({ ok }) => !ok).length + sum((each) => each.errors) + overBudget.length;
  const failed = failures.length + wrong;
  const skipped = sum((each) => each.skipped);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return failed;
}
