import { expect, test } from "bun:test";
import { BeatCounter, type ThreadState } from "./heartbeat.ts";
import { mainThread } from "./thread-state.ts";

/** How many beats are missing when a worker counts as hanging, whose main thread is found so at each look. */
function missedHeartbeats(stateAt: (look: number) => ThreadState | undefined): number {
  let looks = 0;
  const counter = new BeatCounter(() => stateAt(looks++));
  for (let missed = 1; ; missed++) if (counter.tick()) return missed;
}

test("a worker that sleeps or is stopped hangs after seven beats", () => {
  expect(missedHeartbeats(() => ({ busy: false, cpuMs: 400 }))).toBe(7);
  // Where nothing can be known of it.
  expect(missedHeartbeats(() => undefined)).toBe(7);
});

test("a worker that computes, or waits for a processor, has ten seconds", () => {
  expect(missedHeartbeats((look) => ({ busy: true, cpuMs: 400 + 250 * look }))).toBe(41);
  expect(missedHeartbeats(() => ({ busy: true, cpuMs: 400 }))).toBe(41);
  expect(missedHeartbeats((look) => ({ busy: look % 3 > 0, cpuMs: 400 + 25 * look }))).toBe(41);
  // It waits for its collector of garbage half of the time.
  expect(missedHeartbeats((look) => ({ busy: look % 4 === 0, cpuMs: 400 }))).toBe(41);
});

test("one that stops working hangs, however busy it was", () => {
  expect(missedHeartbeats((look) => ({ busy: look < 10, cpuMs: 400 }))).toBe(15);
});

test("a heartbeat restarts the count", () => {
  const counter = new BeatCounter(() => ({ busy: false, cpuMs: 0 }));
  for (let turn = 0; turn < 30; turn++) {
    expect(counter.tick()).toBe(false);
    if (turn % 6 === 5) counter.beat();
  }
});

test.skipIf(process.platform !== "linux")("Linux tells what a process's main thread does", () => {
  const before = mainThread(process.pid)!;
  for (const end = process.cpuUsage().user + 100_000; process.cpuUsage().user < end; );
  const after = mainThread(process.pid)!;
  expect(after.busy).toBe(true);
  expect(after.cpuMs).toBeGreaterThan(before.cpuMs);
  expect(mainThread(2 ** 22 + 1)).toBeUndefined();
});
