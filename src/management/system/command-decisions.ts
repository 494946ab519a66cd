import { systemClock } from "../../base/clock.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import { Decisions } from "../../decisions/decisions.ts";
import { readEpoch } from "../../decisions/held.ts";
import { decisionsFolder } from "../../decisions/log-file.ts";

/** Does work beside the service whose decisions are kept in a log of their own, which the next start reads too. */
export async function keepingDecisions<T>(config: Config, db: Database, work: () => Promise<T>): Promise<T> {
  const epoch = await readEpoch(db);
  // The first start of a service that keeps decisions begins an epoch.
  if (!epoch) return work();
  const decisions = new Decisions(decisionsFolder(config), systemClock, epoch);
  await db.transaction(async (tx) => decisions.attachTo(tx));
  try {
    return await work();
  } finally {
    await decisions.close(db);
  }
}
