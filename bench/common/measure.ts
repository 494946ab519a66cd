import { readdirSync, readFileSync } from "node:fs";
import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { median } from "./figure.ts";

// Linux reports CPU in /proc in hundredths of a second.
const tickUs = 10_000;

/** The fields behind the process's name in `/proc/PID/stat`. */
function statOf(path: string): readonly number[] {
  const stat = readFileSync(`/proc/${path}/stat`, "utf8");
  return stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
}

const usedUs = (stat: readonly number[]): number => (stat[11]! + stat[12]!) * tickUs;

/** CPU of a process and all its threads, µs. */
export const cpuUs = (pid: number): number => usedUs(statOf(String(pid)));

/** CPU of a process's first thread, µs. */
export const firstThreadCpuUs = (pid: number): number => usedUs(statOf(`${pid}/task/${pid}`));

/** A process and its descendants that still run. */
export function family(pid: number): number[] {
  const started = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [pid, ...started.flatMap((child) => family(Number(child)))];
}

const memoryOf = (pid: number | "self", field: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) /
  1024;

export const residentMb = (pid: number): number => memoryOf(pid, "VmRSS");

/** The peak of resident memory, MiB. `maxRSS` starts from the parent's memory on Linux. */
export const peakMb = (pid: number | "self" = "self"): number => memoryOf(pid, "VmHWM");

/** Files, sockets and pipes that a process has open. */
export const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Waits until a process is idle, 10 s at most, so that deferred work is counted too. */
export async function untilIdle(pid: number): Promise<void> {
  for (let before = cpuUs(pid), waited = 0; waited < 10_000; waited += 250) {
    await Bun.sleep(250);
    const now = cpuUs(pid);
    if (now - before <= tickUs) return;
    before = now;
  }
}

/** CPU of a local database server with all its processes, ended ones included, µs; 0 for SQLite. */
async function serverCpuUs(db: Database | undefined): Promise<number> {
  if (!db || db.dialect === "sqlite") return 0;
  const backend = await db.get<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const server = statOf(String(backend!.pid))[1]!;
  const stat = statOf(String(server));
  const ended = (stat[13]! + stat[14]!) * tickUs;
  return family(server).reduce((sum, pid) => sum + cpuUs(pid), ended);
}

/** CPU of a piece of work in µs: this process, its first thread, the database server; and its result. */
export async function processorTime<T>(work: () => Promise<T>, db?: Database) {
  const serverBefore = await serverCpuUs(db);
  const firstBefore = firstThreadCpuUs(process.pid);
  const before = process.cpuUsage();
  const begun = performance.now();
  const result = await work();
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  const first = firstThreadCpuUs(process.pid) - firstBefore;
  return { own: user + system, first, server: (await serverCpuUs(db)) - serverBefore, seconds, result };
}

/** The longest delay of a timer due each millisecond while `work` ran, ms; and its result. */
export async function longestWait<T>(work: () => Promise<T>): Promise<{ longest: number; result: T }> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const result = await work();
  clearInterval(timer);
  return { longest, result };
}

/** Milliseconds that a piece of work took. */
export async function elapsed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Calls per second of CPU, the median of some rounds over all items; and the same by the clock. */
export function rates<T>(items: readonly T[], each: (item: T) => unknown, rounds: number) {
  const cpu: number[] = [];
  const clock: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const usage = process.cpuUsage();
    const begun = performance.now();
    for (const item of items) each(item);
    clock.push((1000 * items.length) / (performance.now() - begun));
    const { user, system } = process.cpuUsage(usage);
    cpu.push((1e6 * items.length) / (user + system));
  }
  return { cpu: Math.round(median(cpu)), clock: Math.round(median(clock)) };
}
