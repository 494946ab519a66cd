import { expect, test } from "bun:test";
import { startService } from "../../harness.ts";
import { lookupCaller } from "../lookups/lookup-caller.ts";

test("no estimate is sold on a model year that is only assumed", async () => {
  const service = await startService();
  const caller = await lookupCaller(service);
  // An Elantra by its patterns, with a wrong check digit and two positions that mean nothing.
  const vin = "KMHDF2HYVDYSCB275";
  const used = await caller.used();
  const got = await caller.look(`/repair-estimates/${vin}`);
  expect([got.status, (got.body as { detail: string }).detail]).toEqual([
    404,
    `The model year 2013 of the VIN ${vin} is only assumed: it may be of another market than North America. Give the year, as in ?year=2013, for an estimate.`,
  ]);
  // Its patterns ended in 1992.
  expect((await caller.look("/repair-estimates/VF3CCHMZ0FW012345")).body).toMatchObject({
    code: "vehicle_not_found",
    detail:
      "The VIN VF3CCHMZ0FW012345 does not identify a model (2015 PEUGEOT): no pattern of its manufacturer names one.",
  });
  expect((await caller.look("/repair-estimates/WDD2120022A036530")).body).toMatchObject({
    code: "vehicle_not_found",
    detail:
      "The VIN WDD2120022A036530 does not identify a model (MERCEDES-BENZ): no pattern of its manufacturer names one. It contains no model year: give the year, as in ?year=2015.",
  });
  expect(await caller.used()).toBe(used);
  expect((await caller.look(`/repair-estimates/${vin}?year=2013`)).status).toBe(200);
  await service.end();
});
