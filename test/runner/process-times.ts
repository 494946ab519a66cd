import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A clock of the CPU time of this process and all that it starts, in milliseconds. */
export type CpuClock = () => number;

const groupPrefix = "vingate-tests-";

/** Where Linux may let this process make groups of processes, and the file with their CPU time. */
function groupHomes(): readonly { readonly home: string; readonly msOf: (group: string) => number }[] {
  const ownPath = /^0::(.*)$/m.exec(textOf("/proc/self/cgroup"))?.[1] ?? "/";
  return [
    {
      home: "/sys/fs/cgroup/cpuacct",
      msOf: (group) => Number(textOf(join(group, "cpuacct.usage"))) / 1e6,
    },
    {
      home: join("/sys/fs/cgroup", ownPath),
      msOf: (group) => Number(/^usage_usec (\d+)$/m.exec(textOf(join(group, "cpu.stat")))?.[1]) / 1e3,
    },
  ];
}

/**
 * The clock of a group that this process enters with all that it starts from now on. Without the right to make one, it
 * adds the times of the processes that run and of those that were waited for: then a browser's are missing, whose
 * processes are killed together.
 */
export function cpuClock(): CpuClock {
  for (const { home, msOf } of groupHomes()) {
    const group = join(home, `${groupPrefix}${process.pid}`);
    try {
      mkdirSync(group);
      writeFileSync(join(group, "cgroup.procs"), String(process.pid));
      if (Number.isFinite(msOf(group))) return () => msOf(group);
    } catch {
      // There is no such file system, or it belongs to another user.
    }
  }
  return treeMs;
}

/** Removes the groups whose processes have ended. */
export function removeGroups(): void {
  for (const { home } of groupHomes())
    for (const name of namesIn(home).filter((each) => each.startsWith(groupPrefix)))
      try {
        rmdirSync(join(home, name));
      } catch {
        // The file is of another run, or one of its processes is still ending.
      }
}

const msPerTick = 10;

function treeMs(): number {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of namesIn("/proc").filter((each) => /^\d+$/.test(each))) {
    const text = textOf(`/proc/${name}/stat`);
    // What follows the name: state, parent, …
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
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
  return sum * msPerTick;
}

/** Empty for a file that is absent, or no longer there. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
