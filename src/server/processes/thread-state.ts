import { readFileSync } from "node:fs";
import type { ThreadState } from "./heartbeat.ts";

/** Linux counts a thread's time in hundredths of a second at any timer frequency. */
const tickMs = 10;

/** The state of a process's main thread, from Linux; undefined elsewhere, and if there is no such process. */
export function mainThread(pid: number): ThreadState | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/stat`, "latin1");
    // The name before it is in parentheses and may contain anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state, user, system] = [fields[0], Number(fields[11]), Number(fields[12])];
    return { busy: state === "R" || state === "D", cpuMs: (user + system) * tickMs };
  } catch {
    return undefined;
  }
}
