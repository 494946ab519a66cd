import type { Log } from "../base/log.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import { databaseFile } from "../database/integrity.ts";
import {
  connectionWaitMs,
  type DatabaseOptions,
  openDatabase,
  requestConnections,
} from "../database/open.ts";
import { schemaParts } from "../database/schema-parts.ts";
import { requireConnections } from "../management/system/connections.ts";
import type { ConsistencySource } from "../metering/consistency/check-consistency.ts";
import { storeSetup } from "../metering/store/store-thread.ts";
import type { StoreSetup } from "../metering/store/store-worker.ts";
import { OutboundGuard } from "../outbound/guard.ts";

/** The location of the database, from the settings. */
export function databaseOptions({
  databaseUrl: url,
  databasePooler: pooler,
  dataDir,
}: Config): DatabaseOptions {
  return { url, pooler, file: databaseFile(dataDir) };
}

/** The store's settings. */
export function configuredStore(config: Config): StoreSetup {
  const { dataDir, leaseSeconds, callSink: sink } = config;
  return storeSetup({ dataDir, database: databaseOptions(config), leaseTtlMs: leaseSeconds * 1000, sink });
}

/** What the consistency check compares. */
export function configuredComparison(config: Config): ConsistencySource {
  const { database, folder, sink } = configuredStore(config);
  const schema = schemaParts(config.migrations, database.url === undefined ? "sqlite" : "postgres");
  return { database, folder, sink, schema, comparisons: config.comparisons };
}

/** Throws if the database server has too few connections for all workers, with what to do. */
export function requireDatabaseConnections(config: Config, log: Log): Promise<void> {
  return requireConnections(config, databaseOptions(config), log);
}

/** The database that the settings name. */
export function openConfiguredDatabase(
  config: Config,
  replaced: DatabaseOptions["replaced"],
): Promise<Database> {
  return openDatabase({
    ...databaseOptions(config),
    connectionsMax: requestConnections,
    connectionWaitMs,
    replaced,
  });
}

/** The guard that the settings describe. `demoApi` is a server of this process that it may reach. */
export function configuredGuard(
  config: Config,
  demoApi?: { readonly port: number | undefined },
): OutboundGuard {
  return new OutboundGuard({ allow: config.outboundAllow, own: config, demoPort: () => demoApi?.port });
}
