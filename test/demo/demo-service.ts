import { copyFileSync } from "node:fs";
import { sql } from "../../src/database/sql.ts";
import { loadDemo } from "../../src/vehicles/imports/demo/load-demo.ts";
import { clocked } from "../database/clocked-database.ts";
import type { Fresh, Kind } from "../database/databases.ts";
import { featureParts } from "../feature-parts.ts";
import { kinds, startService, type TestService, testStart } from "../harness.ts";
import { madeOnce } from "../run-folder.ts";
import { datasetFits } from "../vehicles/dataset-fits.ts";
import { type LookupCaller, lookupCaller } from "../vehicles/lookups/lookup-caller.ts";

/** A service with the demo set, and a customer who can call every lookup. */
export interface DemoService {
  readonly service: TestService;
  readonly caller: LookupCaller;
}

/** A server that takes no mail: nothing is sent. */
const settings = {
  VINGATE_SMTP_URL: "smtp://127.0.0.1:1",
  VINGATE_MAIL_FROM: "Lotdata <billing@lotdata.example>",
};

/**
 * UUIDs in the order in which they are made, for any time; returns what ends that. The runtime's counter of a millisecond
 * begins anywhere and wraps, and here the clock stands still, so that lists by ID would have another order each time.
 * Those of block 0 come before those of block 1.
 */
function orderIds(block: number): () => void {
  const { randomUUIDv7 } = Bun;
  let made = 0;
  const ordered = (_: string, now: number) => {
    const time = now.toString(16).padStart(12, "0");
    made += 1;
    // The last byte of an ID is replaced where it follows from the others.
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-800${block}-${(made * 256).toString(16).padStart(12, "0")}`;
  };
  Bun.randomUUIDv7 = ordered as typeof randomUUIDv7;
  return () => {
    Bun.randomUUIDv7 = randomUUIDv7;
  };
}

async function load(fresh: Fresh): Promise<void> {
  const restoreIds = orderIds(0);
  const database = await clocked(await fresh.open(), testStart);
  await loadDemo(database, { clock: () => testStart, datasetFits });
  await database.run(sql`drop table test_clock`);
  await database.close();
  restoreIds();
}

/** The file of an embedded database with the demo set: loading it takes five seconds of a core. */
const demoFile = () =>
  madeOnce("demo.db", async (path) => {
    const fresh = await kinds[0]!.migrated();
    await load(fresh);
    copyFileSync(fresh.options.file!, path);
    await fresh.end();
  });

async function loaded(kind: Kind): Promise<Fresh> {
  const fresh = await kind.migrated();
  if (kind.dialect === "sqlite") copyFileSync(await demoFile(), fresh.options.file!);
  else await load(fresh);
  return fresh;
}

export async function startDemo(kind = kinds[0]!): Promise<DemoService> {
  const fresh = await loaded(kind);
  const restoreIds = orderIds(1);
  // Grants and periods have times of the database.
  const service = await startService(kind, settings, {
    database: await clocked(await fresh.open(), testStart),
  });
  // Its operator has chosen payments by transfer.
  await service.app.database.run(sql`insert into payment_setting (id, value) values ('chosen', 'manual')`);
  for (const { warmUp } of await featureParts<{ warmUp(): Promise<void> }>("warm-up.ts")) await warmUp();
  const end = async () => {
    await service.end();
    await fresh.end();
    restoreIds();
  };
  return { service: { ...service, end }, caller: await lookupCaller(service, "customer1@example.com") };
}
