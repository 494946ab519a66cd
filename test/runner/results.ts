import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../../tools/compiled-pack.ts";

/** A test by its file, and its name with those of its groups, joined by " > "; a file alone if it cannot be loaded or prepared. */
export interface Failure {
  readonly file: string;
  readonly test?: string;
}

/** What a process of the test runner printed of its tests. */
export interface Results {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** Errors that belong to no test. */
  readonly errors: number;
  /** Why tests were skipped. */
  readonly reasons: readonly string[];
  /** Files of which no test was printed. */
  readonly unseen: readonly string[];
}

export function readResults(output: string, files: readonly string[]): Results {
  const failures = new Map<string, Failure>();
  const seen = new Set<string>();
  let file = "";
  for (const line of output.split("\n")) {
    const header = /^(\S.*\.test\.tsx?):$/.exec(line)?.[1];
    if (header !== undefined) {
      file = header;
      seen.add(header);
    }
    const failed = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/.exec(line)?.[1];
    // The runner lists all failures again at its end.
    if (failed === undefined) continue;
    // What runs before or after all tests of a file has no name.
    const test = failed.endsWith("(unnamed)") ? undefined : failed;
    const key = test ?? `${file} ${failed}`;
    failures.set(key, failures.get(key) ?? { file, ...(test !== undefined && { test }) });
  }
  // The last one: a test that failed may have printed the totals of its own run before.
  const total = (word: string) =>
    Number([...output.matchAll(new RegExp(`^ *(\\d+) ${word}$`, "gm"))].at(-1)?.[1] ?? 0);
  return {
    passed: total("pass"),
    skipped: total("skip"),
    failures: [...failures.values()],
    errors: total("errors?"),
    reasons: [...new Set(output.match(/^skipped: .*$/gm) ?? [])],
    unseen: files.filter((each) => !seen.has(each)),
  };
}

const failuresFile = join(cacheFolder, "failed-tests.json");

/** What failed in the last run. */
export function lastFailures(): Failure[] {
  return existsSync(failuresFile) ? (JSON.parse(readFileSync(failuresFile, "utf8")) as Failure[]) : [];
}

export function keepFailures(failed: readonly Failure[]): void {
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(failuresFile, JSON.stringify(failed, null, 2));
}

/** A pattern for `--test-name-pattern`; undefined if a whole file is among them. */
export function patternOf(failures: readonly Failure[]): string | undefined {
  if (failures.some(({ test }) => test === undefined)) return undefined;
  const names = new Set(failures.map(({ test }) => test!.split(" > ").at(-1)!));
  return `(?:${[...names].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})$`;
}
