import { expect, test } from "bun:test";
import { kinds, meteringWith, signUp, startService } from "../harness.ts";
import { faultyFiles } from "../metering/test-journal.ts";
import { until } from "../until.ts";

test("health and readiness report a full disk until it recovers", async () => {
  const files = faultyFiles();
  const service = await startService(kinds[0]!, {}, { openMetering: meteringWith(files) });
  const account = await signUp(service);
  const look = async () =>
    (await service.ask("GET", "/vin-decoder/1HGCM82633A004352", { headers: { "x-AuthKey": account.key } }))
      .status;
  expect(await look()).toBe(200);
  Object.assign(files, { room: 0, creates: false });
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
  Object.assign(files, { room: undefined, creates: true });
  await until(
    async () => (await service.ask("GET", "/readyz")).status === 200,
    "the journal is written again",
  );
  expect(await look()).toBe(200);
  await service.end();
});
