import { afterAll, beforeAll, setDefaultTimeout } from "bun:test";
import { appendFileSync } from "node:fs";
import { limitMs } from "./limit.ts";
import { cpuClock } from "./runner/process-times.ts";

// Loaded before each test file (`bunfig.toml`), so that `bun test FILE` gives what `npm test FILE` gives.

setDefaultTimeout(limitMs);

const costs = process.env.VINGATE_TEST_COSTS;
if (costs !== undefined) {
  // The runner reads these lines: the CPU time of this process and all that its tests started.
  const cpuMs = cpuClock();
  const note = (event: string) =>
    appendFileSync(costs, `${JSON.stringify([event, process.pid, Date.now(), cpuMs(), Bun.main])}\n`);
  note("load");
  beforeAll(() => note("start"));
  afterAll(() => note("end"));
}
