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

/** Payments by transfer, and a server that takes no mail: nothing is sent. */
const settings = {
  VINGATE_PAYMENTS: "manual",
  VINGATE_SMTP_URL: "smtp://127.0.0.1:1",
  VINGATE_MAIL_FROM: "Lotdata <billing@lotdata.example>",
};

/**
 * UUIDs in the order in which they are made, for any time; returns what ends that. The runtime's counter of a millisecond
 * begins anywhere and wraps, and here the clock stands still, so that lists by ID would have another order each time.
 */
function orderIds(): () => void {
  const { randomUUIDv7 } = Bun;
  let made = 0;
  const ordered = (_: string, now: number) => {
    const time = now.toString(16).padStart(12, "0");
    made += 1;
    // The last byte of an ID is replaced where it follows from the others.
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${(made * 256).toString(16).padStart(12, "0")}`;
  };
  Bun.randomUUIDv7 = ordered as typeof randomUUIDv7;
  return () => {
    Bun.randomUUIDv7 = randomUUIDv7;
  };
}

export async function startDemo(kind = kinds[0]!): Promise<DemoService> {
  const restoreIds = orderIds();
  const fresh = await kind.migrated();
  // Grants and periods have times of the database.
  const service = await startService(kind, settings, {
    database: await clocked(await fresh.open(), testStart),
  });
  const { database, clock } = service.app;
  await loadDemo(database, { clock });
  forgetDatasets(database);
  for (const { warmUp } of await featureParts<{ warmUp(): Promise<void> }>("warm-up.ts")) await warmUp();
  const end = async () => {
    await service.end();
    await fresh.end();
    restoreIds();
  };
  return { service: { ...service, end }, caller: await lookupCaller(service, "customer1@example.com") };
}
