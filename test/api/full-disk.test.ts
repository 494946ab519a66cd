import { expect, test } from "bun:test";
import { systemTiming } from "../../src/base/timing.ts";
import { journalsFolder } from "../../src/metering/journal/journal-directory.ts";
import { type SegmentFiles, segmentFiles } from "../../src/metering/journal/segment-writer.ts";
import { syncHere } from "../../src/metering/journal/sync.ts";
import { Metering } from "../../src/metering/metering.ts";
import type { MeteringSetup } from "../../src/metering/open-metering.ts";
import { kinds, signUp, startService } from "../harness.ts";
import { until } from "../until.ts";

test("health and readiness report a full disk until it recovers", async () => {
  let full = false;
  const refusing = (): void => {
    if (full) throw new Error("ENOSPC: no space left on device");
  };
  const files: SegmentFiles = {
    ...segmentFiles,
    create(path) {
      refusing();
      return segmentFiles.create(path);
    },
    write(...write) {
      refusing();
      return segmentFiles.write(...write);
    },
  };
  const openMetering = ({ store, dataDir, staleMs, node, log }: MeteringSetup) =>
    Metering.open({
      store,
      folder: journalsFolder(dataDir),
      staleMs,
      node,
      log,
      timing: systemTiming,
      syncer: syncHere,
      sync: "never",
      unappliedMax: 2 ** 30,
      files,
    });
  const service = await startService(kinds[0]!, {}, { openMetering });
  const account = await signUp(service);
  const look = async () =>
    (await service.ask("GET", "/vin-decoder/1HGCM82633A004352", { headers: { "x-AuthKey": account.key } }))
      .status;
  expect(await look()).toBe(200);
  full = true;
  expect(await look()).toBe(503);
  const health = await service.ask("GET", "/health");
  expect([health.status, health.body]).toEqual([
    503,
    {
      status: "unhealthy",
      checks: { database: "ok", decoder: "ok", disk: "ok", journal: "not writable" },
    },
  ]);
  const ready = await service.ask("GET", "/readyz");
  expect([ready.status, (ready.body as { detail: string }).detail]).toEqual([
    503,
    "The usage journal cannot be written.",
  ]);
  full = false;
  await until(
    async () => (await service.ask("GET", "/readyz")).status === 200,
    "the journal is written again",
  );
  expect(await look()).toBe(200);
  await service.end();
});
