import { loadDemo } from "../../src/vehicles/imports/demo/load-demo.ts";
import { forgetDatasets } from "../../src/vehicles/lookups/records/datasets.ts";
import { clocked } from "../database/clocked-database.ts";
import { featureParts } from "../feature-parts.ts";
import { kinds, startService, type TestService, testStart } from "../harness.ts";
import { type LookupCaller, lookupCaller } from "../vehicles/lookups/lookup-caller.ts";

/** A service with the demo set, and a customer who can call every lookup. */
export interface DemoService {
  readonly service: TestService;
  readonly caller: LookupCaller;
}

export async function startDemo(kind = kinds[0]!): Promise<DemoService> {
  const fresh = await kind.migrated();
  // Grants and periods have times of the database.
  const service = await startService(kind, {}, { database: await clocked(await fresh.open(), testStart) });
  const { database, clock } = service.app;
  await loadDemo(database, { clock });
  forgetDatasets(database);
  for (const { warmUp } of await featureParts<{ warmUp(): Promise<void> }>("warm-up.ts")) await warmUp();
  const end = async () => {
    await service.end();
    await fresh.end();
  };
  return { service: { ...service, end }, caller: await lookupCaller(service, "customer1@example.com") };
}
