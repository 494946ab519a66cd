import { existsSync, readFileSync } from "node:fs";

const status = "/proc/self/status";

/**
 * The most memory that this process has had, in MiB. `maxRSS` is no measure of it on Linux: it begins with what the
 * parent had when it started the process.
 */
export function peakMemory(): number {
  const told = existsSync(status) ? /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, "utf8")) : null;
  return (told ? Number(told[1]) : process.resourceUsage().maxRSS) / 1024;
}
