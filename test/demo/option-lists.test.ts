import { afterAll, beforeAll, expect, test } from "bun:test";
import { loadDemo } from "../../src/vehicles/imports/demo/load-demo.ts";
import { lookupEndpoints } from "../../src/vehicles/lookups/endpoints.ts";
import { forgetDatasets } from "../../src/vehicles/lookups/records/datasets.ts";
import { startService, type TestService } from "../harness.ts";
import { type LookupCaller, lookupCaller } from "../vehicles/lookups/lookup-caller.ts";
import { smallSet } from "./small-set.ts";

let service: TestService;
let who: LookupCaller;
beforeAll(async () => {
  service = await startService();
  const { database, clock, config } = service.app;
  who = await lookupCaller(service);
  await loadDemo(database, { clock, folder: await smallSet(60), datasetFits: config.datasetFits });
  forgetDatasets(database);
});
afterAll(() => service.end());

/** Names that the demo set has records of. */
const names: Readonly<Record<string, string>> = {
  year: "2018",
  make: "Honda",
  model: "CR-V",
  trim: "EX",
  category: "Brakes",
};

test("every option list with names of the demo set says so, and no other", async () => {
  const lists = lookupEndpoints.filter(({ lookup }) => lookup?.options);
  const found = await Promise.all(
    lists.map(async ({ path }) => {
      const got = await who.lookUp(path.replace(/\{([a-z_]+)\}/g, (_, name: string) => names[name]!));
      const { status, data, synthetic } = got.body as {
        status: string;
        data: readonly string[];
        synthetic?: true;
      };
      const isDemo = (got.headers.get("x-data-source") ?? "").split(", ").includes("demo");
      return [path, status, data.length > 0, isDemo, synthetic ?? false];
    }),
  );
  expect(found).toEqual(lists.map(({ path }, at) => [path, "success", true, found[at]![3]!, found[at]![3]!]));
  const marked = found.filter((one) => one[4]).map(([path]) => String(path).split("/")[1]);
  expect([...new Set(marked)].sort()).toEqual([
    "headlight-assembly",
    "market-valuation",
    "oem-parts",
    "recalls",
    "repair-estimates",
    "vehicle-images",
    "windshield-api",
    "ymm-specs",
  ]);
});
