import { expect, test } from "bun:test";
import { kinds, startService } from "../../../../test/harness.ts";
import { load } from "../../../../test/vehicles/computed/records.ts";
import { lookupCaller } from "../../../../test/vehicles/lookups/lookup-caller.ts";
import { features } from "../../../features.ts";
import { saleRecords } from "../../../vehicles/families/apis/saleshistory.ts";
import { syntheticSales } from "./synthetic-sales.ts";

test("without the feature a market value is not found and free, and the sales are there", async () => {
  const listed = features.filter(({ name }) => name !== "valuation");
  const service = await startService(kinds[0], {}, {}, listed);
  try {
    const caller = await lookupCaller(service);
    const sales = syntheticSales(10);
    await load(service, saleRecords, sales);
    const value = await caller.lookUp(`/market-valuation/${sales[0]!.vin}`);
    expect([value.status, value.headers.get("x-credits-charged")]).toEqual([404, "0"]);
    expect(value.body).toMatchObject({ code: "record_not_found" });
    expect((await caller.lookUp(`/saleshistory/${sales[0]!.vin}`)).status).toBe(200);
  } finally {
    await service.end();
  }
});
