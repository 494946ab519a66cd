import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { schemaFaults } from "../lookups/json-schema.ts";
import { repairCosts, repairEstimates } from "../lookups/schemas.ts";
import { type DemoService, startDemo } from "./demo-service.ts";

interface Estimates {
  readonly data: {
    readonly data: {
      readonly year: string;
      readonly make: string;
      readonly model: string;
      readonly repair: readonly {
        readonly trim: string;
        readonly repair: readonly { readonly costs: readonly unknown[] }[];
      }[];
    };
  };
}

const wanted = 1000;

describe("repair estimates of demo vehicles", () => {
  let demo: DemoService;
  beforeAll(async () => {
    demo = await startDemo();
  }, 60_000);
  afterAll(() => demo.service.end());

  test(`both forms answer the same bytes for ${wanted} VINs, in the specification's form`, async () => {
    const vins = await demo.service.app.database.all<{ vin: string }>(sql`
      select distinct vin from sale_record where year between 1991 and 2026 order by vin`);
    const faults: string[] = [];
    let compared = 0;
    for (const { vin } of vins) {
      if (compared === wanted) break;
      const byVin = await demo.caller.look(`/repair-estimates/${vin}`);
      const { data } = (byVin.body as Estimates).data ?? {};
      // A VIN that leaves several trims open has a group for each; no one path names them all.
      if (byVin.status !== 200 || data?.repair.length !== 1) continue;
      const path = [data.year, data.make, data.model, data.repair[0]!.trim].map(encodeURIComponent).join("/");
      const byTrim = await demo.caller.look(`/repair-estimates/${path}`);
      compared += 1;
      if (byTrim.text !== byVin.text) faults.push(`${vin} differs from ${path}`);
      faults.push(...schemaFaults(repairEstimates, byVin.body).map((fault) => `${vin} ${fault}`));
      for (const { costs } of data.repair[0]!.repair)
        faults.push(...repairCosts.flatMap((schema, index) => schemaFaults(schema, costs[index])));
    }
    expect({ compared, faults }).toEqual({ compared: wanted, faults: [] });
  });
});
