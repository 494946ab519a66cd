import { readFileSync } from "node:fs";
import type { ThreadState } from "./heartbeat.ts";

/** Linux counts a thread's time in hundredths of a second, whatever its timer's frequency is. */
const tickMs = 10;

/** What a process's main thread does, as Linux tells it; undefined elsewhere, and where there is no such process. */
export function mainThread(pid: number): ThreadState | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/stat`, "latin1");
    // The name before stands in parentheses and may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state, user, system] = [fields[0], Number(fields[11]), Number(fields[12])];
    return { busy: state === "R" || state === "D", cpuMs: (user + system) * tickMs };
  } catch {
    return undefined;
  }
}
