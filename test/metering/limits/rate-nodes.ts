import { createLog } from "../../../src/base/log.ts";
import { systemTiming } from "../../../src/base/timing.ts";
import type { Database } from "../../../src/database/database.ts";
import { migrate } from "../../../src/database/migrate.ts";
import type { RateDecision } from "../../../src/metering/rates/rate-limit.ts";
import { SharedRates } from "../../../src/metering/rates/shared-rates.ts";
import { createLimitStore } from "../../../src/metering/store/limit-store.ts";
import type { Fresh, Kind } from "../../database/databases.ts";
import { migrations } from "../../database/migrations.ts";

/** A migrated database for nodes that share rate limits. */
export interface RateNodes {
  readonly db: Database;
  readonly fresh: Fresh;
  /** Another node with its own connection. */
  node(timing?: typeof systemTiming): Promise<SharedRates>;
  end(): Promise<void>;
}

export const silentLog = createLog(Date.now, () => undefined);

let nodes = 0;

export async function openRates(kind: Kind): Promise<RateNodes> {
  const fresh = await kind.fresh();
  const db = await fresh.open();
  await migrate(db, migrations);
  const opened: SharedRates[] = [];
  return {
    db,
    fresh,
    async node(timing = systemTiming) {
      nodes += 1;
      const holder = `node ${nodes}`;
      const store = createLimitStore(await fresh.open());
      const node = new SharedRates({ store, holder, timing, log: silentLog });
      opened.push(node);
      return node;
    },
    async end() {
      for (const node of opened) await node.close();
      await fresh.end();
    },
  };
}

export function admitted(decisions: readonly RateDecision[]): number {
  return decisions.filter((decision) => decision.admitted).length;
}
