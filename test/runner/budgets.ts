import { join } from "node:path";
import type { Costs } from "./costs.ts";
import type { Times } from "./tiers.ts";

/** CPU seconds that a new file may use, and that any may use above its budget: a short file varies by as much. */
export const freeSeconds = 5;
/** What these cost depends on the day, which chooses what they do; they are not judged. */
const chosenByDate: ReadonlySet<string> = new Set(["test/mutants/mutants.long.test.ts"]);
const fileFactor = 1.5;
const wholeFactor = 1.15;

/** CPU seconds of this run and its budget, both on machines whose calibration is known. */
export interface Judged {
  readonly costs: Costs;
  readonly times: Times;
  /** CPU seconds of the calibration in this run. */
  readonly calibration: number;
  /** CPU seconds of the checks before the tests, if there were any. */
  readonly checks?: number;
}

/** What exceeds its budget, by the ratio to the calibration of the same run: a clock would judge the machine. */
export function overBudget({ costs, times, calibration, checks }: Judged): string[] {
  const speed = times.calibration / calibration;
  const files = [...costs.files].filter(([file]) => !chosenByDate.has(file));
  const faults = files.flatMap(([file, { cpu }]) => {
    const used = cpu * speed;
    const budget = times.files[file]?.cpu;
    const most = freeSeconds + (budget ?? 0) * fileFactor;
    if (used <= most) return [];
    const allowed = budget === undefined ? `a new file may use ${freeSeconds}` : `its budget is ${budget}`;
    return [`${file}: ${used.toFixed(1)} CPU seconds; ${allowed}`];
  });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const used = (sum(files.map(([, { cpu }]) => cpu)) + (checks ?? 0)) * speed;
  const known = files.map(([file]) => times.files[file]?.cpu ?? 0);
  const budget = sum(known) + (checks === undefined ? 0 : times.checks);
  if (budget > 0 && used > budget * wholeFactor)
    faults.push(`the whole run: ${used.toFixed(0)} CPU seconds; its budget is ${budget.toFixed(0)}`);
  return faults;
}

/** CPU seconds of a fixed calculation, done in two processes at once as tests are: the mean of both. */
export async function calibrate(bun: string): Promise<number> {
  const runs = [0, 1].map(async () => {
    const child = Bun.spawn([bun, join(import.meta.dir, "calibration.ts")], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    await child.exited;
    return cpuSeconds(child);
  });
  const seconds = await Promise.all(runs);
  return seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
}

/** The CPU time of an ended process, and of those for which it waited. */
export const cpuSeconds = (child: Bun.Subprocess): number =>
  Number(child.resourceUsage()?.cpuTime.total ?? 0n) / 1e6;
