import { expect, test } from "bun:test";
import { manualTiming } from "../../../test/metering/manual-timing.ts";
import { WaitingCalls } from "./waiting-calls.ts";

test("time in which the process did not run is no wait", async () => {
  const timing = manualTiming();
  const calls = new WaitingCalls<string>(timing);
  const waits = calls.add(1000, () => "late");
  timing.stall(2000);
  await timing.advance(0);
  calls.serve("answered");
  expect(await waits).toBe("answered");
});

test("a process that hardly runs refuses after three times the wait", async () => {
  const timing = manualTiming();
  const calls = new WaitingCalls<string>(timing);
  const ends: string[] = [];
  void calls.add(1000, () => "late").then((end) => ends.push(end));
  const seen: number[] = [];
  for (let stalls = 0; stalls < 3; stalls++) {
    timing.stall(1200);
    await timing.advance(0);
    seen.push(ends.length);
  }
  expect(seen).toEqual([0, 0, 1]);
});

test("a call waits no longer than its time in a process that runs", async () => {
  const timing = manualTiming();
  const calls = new WaitingCalls<string>(timing);
  const ends: string[] = [];
  void calls.add(900, () => "late").then((end) => ends.push(end));
  await timing.advance(899);
  expect(ends).toEqual([]);
  await timing.advance(1);
  expect([ends, calls.length]).toEqual([["late"], 0]);
});
