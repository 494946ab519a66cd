import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** The folder of the tests that need no browser; `test/console/dom` gives them a document. */
export const consoleTests = "console/src/";

/** Test files, by how they are run. */
export interface Files {
  readonly program: readonly string[];
  /** These define a document, which other tests must not find, so they run in a process of their own. */
  readonly console: readonly string[];
}

/** A file of the long tier is named `*.long.test.ts`; every other one is part of `npm test`. */
export const isLong = (file: string): boolean => /\.long\.test\.tsx?$/.test(file);

/** All test files of the project. */
export function allFiles(): string[] {
  // Bun's braces contain no slash.
  const places = ["src", "test", "console/src"].map((folder) => `${folder}/**/*.test.{ts,tsx}`);
  return places.flatMap((place) => [...new Bun.Glob(place).scanSync(root)]).sort();
}

/** The files of these paths, which name files or folders; throws for a path that has none. */
export function filesOf(paths: readonly string[]): string[] {
  const all = allFiles();
  const found = paths.flatMap((path) => {
    const name = path.replace(/^\.\//, "");
    const files = all.filter((file) => file === name || file.startsWith(name.replace(/\/?$/, "/")));
    // As `bun test` does, a part of names chooses files too.
    const chosen = files.length > 0 ? files : all.filter((file) => file.includes(name));
    if (chosen.length === 0) throw new Error(`no test file is ${path}, or in it, or has it in its name`);
    return chosen;
  });
  return [...new Set(found)];
}

export function split(files: readonly string[]): Files {
  return {
    program: files.filter((file) => !file.startsWith(consoleTests)),
    console: files.filter((file) => file.startsWith(consoleTests)),
  };
}

/** What a file took when its time was written down last. */
export interface Budget {
  /** Milliseconds from its first test to its end. */
  readonly ms: number;
  /** CPU seconds of the test process and all that it started. */
  readonly cpu: number;
}

/** `test/times.json`, which `npm run test:times` writes. */
export interface Times {
  /** CPU seconds of the calibration on the machine that measured. */
  readonly calibration: number;
  /** CPU seconds of the checks before the tests: types, format and lint. */
  readonly checks: number;
  readonly files: Readonly<Record<string, Budget>>;
}

export const timesFile = join(root, "test/times.json");

export function readTimes(): Times {
  if (!existsSync(timesFile)) return { calibration: 1, checks: 0, files: {} };
  return JSON.parse(readFileSync(timesFile, "utf8")) as Times;
}

/**
 * The expected milliseconds of each file. A file that was not measured is taken for as long as its size suggests: if
 * it had a fixed guess instead, it would be started too late or too early.
 */
export function expected(files: readonly string[], { files: known }: Times): Record<string, number> {
  const sizes = new Map(files.map((file) => [file, statSync(join(root, file)).size]));
  const measured = files.filter((file) => known[file]);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const perByte =
    measured.length === 0
      ? 1
      : sum(measured.map((file) => known[file]!.ms)) / sum(measured.map((file) => sizes.get(file)!));
  return Object.fromEntries(
    files.map((file) => [file, known[file]?.ms ?? Math.round(perByte * sizes.get(file)!)]),
  );
}
