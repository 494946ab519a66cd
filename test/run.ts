import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { datedBy } from "./dated.ts";
import { calibrate, overBudget } from "./runner/budgets.ts";
import { changedTests } from "./runner/changed-tests.ts";
import { dearest, readCosts } from "./runner/costs.ts";
import { executable } from "./runner/executable.ts";
import { bringAll, bringPackages } from "./runner/install.ts";
import { type Options, readOptions } from "./runner/options.ts";
import { makePlace } from "./runner/place.ts";
import { removeGroups } from "./runner/process-times.ts";
import { type Found, failuresOf, report } from "./runner/report.ts";
import { keepFailures, lastFailures, patternOf } from "./runner/results.ts";
import { bin, checks } from "./runner/steps.ts";
import { runTests } from "./runner/test-process.ts";
import { allFiles, expected, filesOf, isLong, readTimes } from "./runner/tiers.ts";
import { writeTimes } from "./runner/write-times.ts";
import { sharedDataTests } from "./shared-data-tests.ts";

// `npm test`: types, format and lint, then the short tier of the tests. `npm test PATH…`: the tests of the paths alone.
// `npm run test:long`: the long tier. `runner/options.ts` has the other commands. The last line has the counts.
const root = join(import.meta.dir, "..");

/** The files of a command, and what it leaves out. */
interface Plan {
  readonly files: readonly string[];
  readonly pattern?: string | undefined;
  readonly leftOut: readonly string[];
}

function plan(options: Options): Plan {
  const none = { leftOut: [] };
  if (options.paths.length > 0) return { files: filesOf(options.paths), ...none };
  if (options.shared) return { files: sharedDataTests(), ...none };
  if (options.onlyFailed) {
    const failures = lastFailures();
    return { files: [...new Set(failures.map(({ file }) => file))], pattern: patternOf(failures), ...none };
  }
  if (options.changed !== undefined) {
    const { files, left } = changedTests(options.changed, readTimes());
    return { files, leftOut: left > 0 ? [`${left} files further from the change (npm test)`] : [] };
  }
  const files = allFiles();
  if (options.writeTimes) return { files, ...none };
  const chosen = files.filter((file) => isLong(file) === options.long);
  const others = `${files.length - chosen.length} files of ${options.long ? "npm test" : "npm run test:long"}`;
  return { files: chosen, leftOut: [others] };
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.install) return (await bringAll()) ? 0 : 1;
  const { files, pattern, leftOut } = options.checkOnly ? { files: [], leftOut: [] } : plan(options);
  const isPart = options.paths.length > 0 || options.shared || options.onlyFailed;
  const isWhole = !isPart && !options.checkOnly && options.changed === undefined;
  if (isWhole) await bringPackages();
  const { date, seed } = datedBy(options.date, options.seed);
  if (options.long) console.log(`random inputs and planted bugs of --date=${date} --seed=${seed}`);
  const place = makePlace();
  process.on("exit", place.remove);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

  const calibration = isWhole ? await calibrate(bin("bun")) : 1;
  const isChecked = !isPart && !options.long;
  const checking = isChecked ? checks(options.checkOnly) : Promise.resolve([]);
  const program = isWhole ? await executable(bin("bun")) : undefined;
  // The few tests of a change run beside the checks; of many, those that start processes would be slowed down.
  if (options.changed === undefined) await checking;
  if (program && "fault" in program) throw new Error(`the executable cannot be built: ${program.fault}`);

  const [timings, costsFile] = [join(place.folder, "timings.json"), join(place.folder, "costs")];
  const times = readTimes();
  writeFileSync(timings, JSON.stringify({ version: 1, files: expected(files, times) }));
  const results = await runTests({
    files,
    pattern,
    timings,
    env: {
      ...process.env,
      TMPDIR: place.folder,
      VINGATE_TEST_PLACE: place.folder,
      VINGATE_TEST_COSTS: costsFile,
      ...(program && { VINGATE_TEST_BINARY: program.file }),
      // The same for all processes of a run that passes midnight.
      VINGATE_TEST_DATE: date,
      VINGATE_TEST_SEED: String(seed),
    },
  });

  const steps = await checking;
  const costs = readCosts(costsFile, root);
  removeGroups();
  const checksCpu = steps.reduce((sum, { cpu }) => sum + cpu, 0);
  const whole = costs.cpu + (program?.cpu ?? 0) + checksCpu;
  if (costs.files.size > 10) {
    console.log(`CPU seconds: ${whole.toFixed(0)} in all; the ten dearest files, with their seconds`);
    for (const line of dearest(costs, 10)) console.log(line);
  }
  if (options.writeTimes) writeTimes(costs, calibration, checksCpu);
  const judged = { costs, times, calibration, ...(isChecked && { checks: checksCpu }) };
  const over = isWhole ? overBudget(judged) : [];
  if (!options.budgets) for (const each of over) console.log(`over budget: ${each}`);
  const found: Found = { steps, results, leftOut, overBudget: options.budgets ? over : [] };
  if (!options.checkOnly) keepFailures(failuresOf(found));
  return report(found) === 0 ? 0 : 1;
}

try {
  process.exit(await main());
} catch (error) {
  console.error(`vingate tests: ${(error as Error).message}`);
  process.exit(2);
}
