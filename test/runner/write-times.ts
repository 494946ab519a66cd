import { writeFileSync } from "node:fs";
import type { Costs } from "./costs.ts";
import { type Times, timesFile } from "./tiers.ts";

/** Writes what a run cost as the budget of the next ones; a person looks at it and commits it. */
export function writeTimes(costs: Costs, calibration: number, checks: number): void {
  const files = [...costs.files].sort(([a], [b]) => (a < b ? -1 : 1));
  const times: Times = {
    calibration: rounded(calibration, 2),
    checks: Math.round(checks),
    files: Object.fromEntries(files.map(([file, { ms, cpu }]) => [file, { ms, cpu: rounded(cpu, 1) }])),
  };
  const lines = Object.entries(times.files).map(
    ([file, { ms, cpu }]) => `    ${JSON.stringify(file)}: { "ms": ${ms}, "cpu": ${cpu} }`,
  );
  const head = `{\n  "calibration": ${times.calibration},\n  "checks": ${times.checks},\n  "files": {\n`;
  writeFileSync(timesFile, `${head}${lines.join(",\n")}\n  }\n}\n`);
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
