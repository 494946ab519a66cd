import { expect, test } from "bun:test";
import { startService } from "../../harness.ts";
import { lookupCaller } from "../lookups/lookup-caller.ts";

test("no estimate is sold on a model year that is only assumed", async () => {
  const service = await startService();
  const caller = await lookupCaller(service);
  // An Elantra by three of its positions, with a wrong check digit: they do not describe a vehicle of another market.
  const vin = "KMHDF2HYVDYSCB275";
  const used = await caller.used();
  for (const path of [`/repair-estimates/${vin}`, `/repair-estimates/${vin}?year=2013`]) {
    const got = await caller.lookUp(path);
    expect([got.status, (got.body as { detail: string }).detail]).toEqual([
      404,
      `The VIN ${vin} does not identify a model (2013): vPIC's patterns of its manufacturer are of vehicles for North America, and do not describe it.`,
    ]);
  }
  // Its patterns ended in 1992.
  expect((await caller.lookUp("/repair-estimates/VF3CCHMZ0FW012345")).body).toMatchObject({
    code: "vehicle_not_found",
    detail:
      "The VIN VF3CCHMZ0FW012345 does not identify a model (2015 PEUGEOT): vPIC's patterns of its manufacturer are of vehicles for North America, and do not describe it.",
  });
  expect((await caller.lookUp("/repair-estimates/WDD2120022A036530")).body).toMatchObject({
    code: "vehicle_not_found",
    detail:
      "The VIN WDD2120022A036530 does not identify a model (MERCEDES-BENZ): vPIC's patterns of its manufacturer are of vehicles for North America, and do not describe it. It contains no model year: give the year, as in ?year=2015.",
  });
  expect(await caller.used()).toBe(used);
  await service.end();
});
