import { readdirSync, readFileSync } from "node:fs";

// Linux fixes the unit of /proc/PID/stat at a hundredth of a second for every program.
const tickUs = 10_000;

/** CPU time that a process and its threads, ended ones included, have used: user and system, microseconds. */
export function cpuUs(pid: number): number {
  return timesOf(`/proc/${pid}/stat`);
}

function timesOf(file: string): number {
  const stat = readFileSync(file, "utf8");
  // The name in parentheses may hold spaces; utime and stime are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickUs;
}

/** CPU time of a process's first thread alone, microseconds. */
export function firstThreadCpuUs(pid: number): number {
  return timesOf(`/proc/${pid}/task/${pid}/stat`);
}

/** A process and those it started that still run. */
export function family(pid: number): number[] {
  const started = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [pid, ...started.flatMap((child) => family(Number(child)))];
}

/** Resident memory of a process, MiB. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** Files, sockets and pipes that a process holds open. */
export function descriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Waits until a process has stopped working off what it put aside, so that this too is counted; 10 s at most. */
export async function untilIdle(pid: number): Promise<void> {
  for (let before = cpuUs(pid), waited = 0; waited < 10_000; waited += 250) {
    await Bun.sleep(250);
    const now = cpuUs(pid);
    if (now - before <= tickUs) return;
    before = now;
  }
}
