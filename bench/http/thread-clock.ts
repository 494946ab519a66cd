// Preloaded into the service: measures how long its thread computes without a break, ms of its CPU.
import { dlopen, ptr } from "bun:ffi";

// process.threadCpuUsage() advances in steps of milliseconds on Linux.
const threadCpuClock = 3;
const { symbols } = dlopen("libc.so.6", { clock_gettime: { args: ["i32", "ptr"], returns: "i32" } });
const time = new BigInt64Array(2);

function cpuMs(): number {
  symbols.clock_gettime(threadCpuClock, ptr(time));
  return Number(time[0]) * 1000 + Number(time[1]) / 1e6;
}

let longest = 0;
let last = cpuMs();

function look(): void {
  const now = cpuMs();
  longest = Math.max(longest, now - last);
  last = now;
  setImmediate(look);
}
setImmediate(look);

// Returns the longest time since the last request.
Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env.BENCH_CLOCK_PORT),
  async fetch() {
    // The thread's present turn counts too.
    await new Promise(setImmediate);
    const measured = longest;
    longest = 0;
    return Response.json(measured);
  },
});
