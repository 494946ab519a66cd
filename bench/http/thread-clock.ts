// Preloaded into the service: measures how long its thread computes without a break, ms of its CPU.
let longest = 0;
let last = cpuMs();

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

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
