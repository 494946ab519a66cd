import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { type Budget, consoleTests } from "./tiers.ts";

/** What test files cost in one run. */
export interface Costs {
  readonly files: ReadonlyMap<string, Budget>;
  /** CPU seconds of all test processes and of what they started, also between files. */
  readonly cpu: number;
}

/** A line of `test/preload.ts`: the event, the process, milliseconds, those of the CPU, and the test file. */
type Line = readonly ["load" | "start" | "end", pid: number, ms: number, cpuMs: number, file: string];

export function readCosts(file: string, root: string): Costs {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const files = new Map<string, Budget>();
  const started = new Map<number, Line>();
  const ended = new Map<number, number>();
  for (const text of lines) {
    const line = JSON.parse(text) as Line;
    const [event, pid, ms, cpuMs, path] = line;
    const name = nameOf(relative(root, path));
    // Runners that tests start in copies of the project are part of what these cost.
    if (name.startsWith("..")) continue;
    ended.set(pid, Math.max(ended.get(pid) ?? 0, cpuMs));
    const start = started.get(pid);
    if (event !== "end") {
      // The first file of a process also pays for what it loads.
      if (event === "load" || start?.[0] !== "load") started.set(pid, line);
    } else if (start) {
      files.set(name, { ms: ms - start[2], cpu: (cpuMs - start[3]) / 1000 });
      started.delete(pid);
    }
  }
  const all = [...ended.values()].reduce((sum, each) => sum + each, 0);
  return { files, cpu: all / 1000 };
}

/** The files of the console run in one process, whose hooks of a preload are those of all together. */
const nameOf = (file: string) => (file.startsWith(consoleTests) ? consoleTests.slice(0, -1) : file);

/** The dearest files, as lines of a table. */
export function dearest(costs: Costs, count: number): string[] {
  const sorted = [...costs.files].sort(([, a], [, b]) => b.cpu - a.cpu).slice(0, count);
  return sorted.map(
    ([file, { cpu, ms }]) => `${cpu.toFixed(1).padStart(8)} ${(ms / 1000).toFixed(1).padStart(8)}  ${file}`,
  );
}
