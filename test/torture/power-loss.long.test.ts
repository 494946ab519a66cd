import { expect, test } from "bun:test";
import { straceMissing } from "./disks.ts";
import { losePower } from "./power/lose-power.ts";
import { type RecordingOptions, recordService, shapeOf } from "./power/recording.ts";
import { loseSwaps } from "./power/swaps.ts";

// `npm run power-loss` as far as it comes in a minute.
const missing = straceMissing();
if (missing !== undefined) console.warn(`power losses are skipped: ${missing}`);

const lengthMs = 20_000;
const statesAtOnce = 20;

const recordings = [
  ["interval", { rotates: true }],
  ["always", {}],
  ["always", { fails: "in a row" }],
] as const satisfies [string, Omit<RecordingOptions, "bursts">][];

for (const [sync, how] of recordings)
  test.skipIf(missing !== undefined)(
    `after a power loss no synced call is lost and no person is needed, with ${sync}${"fails" in how ? " and failing syncs" : ""}`,
    async () => {
      const recording = await recordService(sync, { bursts: 60, ...how });
      const broken: string[] = [];
      let states = 0;
      for (const until = performance.now() + lengthMs; performance.now() < until; states += statesAtOnce)
        broken.push(...(await losePower(recording, { states: statesAtOnce, seed: states })).broken);
      console.log(`${states} states; ${shapeOf(recording)}`);
      expect(broken).toEqual([]);
      expect(states).toBeGreaterThan(0);
    },
    300_000,
  );

test.skipIf(missing !== undefined)(
  "after a power loss the master key, VIN data and signed days are whole, and the last that were reported",
  async () => {
    const { states, broken } = await loseSwaps(1, 1);
    expect(broken).toEqual([]);
    expect(states).toBeGreaterThan(200);
  },
  300_000,
);
