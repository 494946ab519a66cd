import type { Sample } from "./families.ts";

const startedAt = Date.now() / 1000 - process.uptime();

/** The process itself. */
export function processSamples(): Sample[] {
  const { user, system } = process.cpuUsage();
  return [
    ["process_cpu_seconds_total", "", (user + system) / 1e6],
    ["process_resident_memory_bytes", "", process.memoryUsage.rss()],
    ["process_start_time_seconds", "", startedAt],
  ];
}
