import { expect, test } from "bun:test";
import { kinds, startService } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { opened } from "../../../running/opened.ts";
import { readState } from "../days/proof-state.ts";
import { Proof } from "../proof.ts";

for (const kind of kinds)
  test.skipIf(kind.missing)(`proving begins when a process starts, on ${kind.dialect}`, async () => {
    const service = await startService(kind);
    const { database } = service.app;
    expect(await readState(database)).toBeUndefined();
    opened(service.app, Proof).start();
    await until(async () => (await readState(database))?.cutDay === "2026-11-20", "a first day");
    await service.end();
  });
