import { writeFileSync } from "node:fs";
import type { Costs } from "./costs.ts";
import { readTimes, type Times, timesFile } from "./tiers.ts";

/** Writes what a run cost as the budget of the next ones; a person looks at it and commits it. */
export function writeTimes(costs: Costs, calibration: number, checks: number): void {
  const times = timesOf(costs, calibration, checks, readTimes());
  const lines = Object.entries(times.files).map(
    ([file, { ms, cpu }]) => `    ${JSON.stringify(file)}: { "ms": ${ms}, "cpu": ${cpu} }`,
  );
  const head = `{\n  "calibration": ${times.calibration},\n  "checks": ${times.checks},\n  "files": {\n`;
  writeFileSync(timesFile, `${head}${lines.join(",\n")}\n  }\n}\n`);
}

/**
 * The first file of a process that reads full VIN data pays for it, and some files choose their inputs at random: one run
 * of the same file costs up to twice another. A file that costs less than this part of its budget has become cheaper.
 */
const cheaper = 0.4;

/** The times of a run; a budget of before that the same file did not fill stays. */
export function timesOf(costs: Costs, calibration: number, checks: number, former: Times): Times {
  const speed = calibration / former.calibration;
  const budget = (file: string, cpu: number) => {
    const before = (former.files[file]?.cpu ?? 0) * speed;
    return cpu < before * cheaper ? cpu : Math.max(cpu, before);
  };
  const files = [...costs.files].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    calibration: rounded(calibration, 2),
    checks: Math.round(checks),
    files: Object.fromEntries(
      files.map(([file, { ms, cpu }]) => [file, { ms, cpu: rounded(budget(file, cpu), 1) }]),
    ),
  };
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
