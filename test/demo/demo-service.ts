import { forgetDatasets } from "../../src/vehicles/lookups/records/datasets.ts";
import { loadDemo } from "../../tools/demo/load.ts";
import { kinds, startService, type TestService } from "../harness.ts";
import { type LookupCaller, lookupCaller } from "../vehicles/lookups/lookup-caller.ts";
import { testPack } from "../vin/shared-pack.ts";

/** A service with the demo set in it, and a customer who may look everything up. */
export interface DemoService {
  readonly service: TestService;
  readonly caller: LookupCaller;
}

export async function startDemo(kind = kinds[0]!, vehicles?: number): Promise<DemoService> {
  const service = await startService(kind);
  const { database, clock } = service.app;
  await loadDemo(database, { pack: await testPack(), clock, ...(vehicles && { vehicles }) });
  forgetDatasets(database);
  return { service, caller: await lookupCaller(service, "customer1@example.com") };
}
