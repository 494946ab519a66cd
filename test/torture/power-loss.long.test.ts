import { expect, test } from "bun:test";
import { straceMissing } from "./disks.ts";
import { losePower } from "./power/lose-power.ts";
import { recordService } from "./power/recording.ts";

// `npm run power-loss` as far as it comes in a minute.
const missing = straceMissing();
if (missing !== undefined) console.warn(`power losses are skipped: ${missing}`);

const lengthMs = 30_000;
const statesMost = 5000;

for (const sync of ["interval", "always"] as const)
  test.skipIf(missing !== undefined)(
    `after a power loss no synced call is lost and no person is needed, with ${sync}`,
    async () => {
      const recording = await recordService(sync, 60);
      let states = 0;
      const { broken } = await losePower(recording, {
        states: statesMost,
        seed: 1,
        done: () => void states++,
        until: performance.now() + lengthMs,
      });
      console.log(`${states} states of ${recording.events.length} events with ${sync}`);
      expect(broken).toEqual([]);
      expect(states).toBeGreaterThan(20);
    },
    300_000,
  );
