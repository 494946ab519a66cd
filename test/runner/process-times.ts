import { readdirSync, readFileSync } from "node:fs";

/** The ticks of a second in which Linux counts the time of processes. */
export const ticksPerSecond = 100;

/**
 * The CPU time of this process and all its descendants so far, in ticks: those that run, and those that ended and were
 * waited for. 0 where there is no `/proc`.
 */
export function treeTicks(): number {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of processes()) {
    const fields = statOf(name);
    if (!fields) continue;
    const parent = Number(fields[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    ticks.set(
      Number(name),
      fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0),
    );
  }
  const rest = [process.pid];
  let sum = 0;
  for (let pid = rest.pop(); pid !== undefined; pid = rest.pop()) {
    sum += ticks.get(pid) ?? 0;
    rest.push(...(children.get(pid) ?? []));
  }
  return sum;
}

function processes(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** What follows the name of a process in its `stat`: state, parent, …; undefined if it has ended. */
function statOf(name: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
