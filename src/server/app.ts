import { hostname } from "node:os";
import { getOrCreateClientToken } from "../access/identity.ts";
import { KeyCache } from "../access/keys/key-cache.ts";
import { createPasswords, type Passwords } from "../access/passwords.ts";
import { Secrets } from "../access/rotation/secrets.ts";
import { requirePrivate } from "../access/secret-files.ts";
import { digestToken } from "../access/tokens.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { ensureDataFolder } from "../base/data-folder.ts";
import { DiskSpace } from "../base/disk-space.ts";
import { uuidv7 } from "../base/ids.ts";
import type { Loading } from "../base/loading.ts";
import { createLog, errorFields, type Log, logOutput } from "../base/log.ts";
import { buildVersion } from "../base/version.ts";
import type { Context } from "../calls/context.ts";
import { EventStreams } from "../calls/event-streams.ts";
import { noForwarding } from "../calls/forwarding.ts";
import type { Imports } from "../calls/import-job.ts";
import { Refusals } from "../calls/refusals.ts";
import type { Config } from "../config.ts";
import type { Database, Queries } from "../database/database.ts";
import { databaseFile } from "../database/integrity.ts";
import { underNodeLock } from "../database/migrate.ts";
import {
  connectionWaitMs,
  type DatabaseOptions,
  openDatabase,
  requestConnections,
} from "../database/open.ts";
import { schemaParts } from "../database/schema-parts.ts";
import { copyBeforeMigrations } from "../database/upgrade/copy-before.ts";
import { type Feature, loadServices, operationsWith } from "../feature.ts";
import { Unsent } from "../http/unsent.ts";
import { registerBuiltinApis } from "../management/apis/apis-builtin.ts";
import { updateUserWords } from "../management/common/user-words.ts";
import { checksWith } from "../management/system/checks/checks.ts";
import { requireConnections } from "../management/system/connections.ts";
import { type FirstRun, firstRun } from "../management/system/first-run.ts";
import { firstRunPath, lostDatabase } from "../management/system/lost-database.ts";
import { nodeSamples } from "../management/system/metrics/node-samples.ts";
import { whenReachable } from "../management/system/when-reachable.ts";
import { updateEmailKeys } from "../management/users/email-keys.ts";
import { type ConsistencySource, checkConsistency } from "../metering/consistency/check-consistency.ts";
import { createLimits } from "../metering/limits.ts";
import type { Metering } from "../metering/metering.ts";
import { type MeteringSetup, openMetering } from "../metering/open-metering.ts";
import { databaseLog } from "../metering/requests/call-log.ts";
import { countStore } from "../metering/store/counted-store.ts";
import type { MeteringStore } from "../metering/store/store.ts";
import { startStore, storeSetup } from "../metering/store/store-thread.ts";
import type { StoreSetup } from "../metering/store/store-worker.ts";
import type { Opened } from "../running/opened.ts";
import { Metrics } from "../telemetry/metrics/metrics.ts";
import { openTracer } from "../telemetry/traces/open-tracer.ts";
import { TestSets, type TestSetsOptions } from "../vehicles/imports/demo/test-sets.ts";
import { type ImportsSetup, importThreads } from "../vehicles/imports/jobs/job-threads.ts";
import { upgradeSchema } from "../vehicles/imports/staging/record-tables.ts";
import { watchPack } from "../vehicles/imports/vpic/pack-watch.ts";
import type { Pack } from "../vin/pack/pack.ts";
import { coreOperations } from "./core-operations.ts";
import { demoSetting, loadVehicles } from "./load-vehicles.ts";
import { OpenapiDocuments } from "./openapi-documents.ts";

const serviceResource = { "service.name": "vingate", "service.version": buildVersion };

/** What a test replaces. */
export interface Overrides {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly database?: Database;
  readonly vinPack?: Loading<Pack>;
  readonly passwords?: Passwords;
  readonly openImports?: (setup: ImportsSetup) => Imports;
  readonly openStore?: (setup: StoreSetup, log: Log) => MeteringStore | Promise<MeteringStore>;
  readonly checkConsistency?: Context["checkConsistency"];
  readonly openMetering?: (setup: MeteringSetup) => Promise<Metering>;
  readonly metrics?: Metrics;
  readonly testSets?: Pick<TestSetsOptions, "build" | "folder">;
}

export interface Created {
  readonly app: Context;
  /** Credentials created by a first start. */
  readonly firstRun: FirstRun | undefined;
}

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
  return { database, folder, sink, schema };
}

/** Throws if the database server has too few connections for all workers, with what to do. */
export function requireDatabaseConnections(config: Config, log: Log): Promise<void> {
  return requireConnections(config, databaseOptions(config), log);
}

/** The database that the settings name. */
export function openConfiguredDatabase(config: Config): Promise<Database> {
  return openDatabase({ ...databaseOptions(config), connectionsMax: requestConnections, connectionWaitMs });
}

/** Opens the database, updates its schema, and starts loading the decoder. */
export async function createApp(
  config: Config,
  features: readonly Feature[],
  overrides: Overrides = {},
): Promise<Created> {
  const clock = overrides.clock ?? systemClock;
  const services = await loadServices(features);
  const running: Opened[] = [];
  const line = logOutput(config.log, config.logLevel);
  const log = overrides.log ?? createLog(clock, line);
  ensureDataFolder(config.dataDir);
  const lost = overrides.database ? undefined : lostDatabase(config);
  if (lost !== undefined) throw new Error(lost);
  const secrets = await Secrets.open(config, (error) =>
    log.error("cannot read the signing keys", errorFields(error)),
  );
  await requirePrivate(firstRunPath(config));
  const { vault } = secrets;
  const database = overrides.database ?? (await openConfiguredDatabase(config));
  const passwords = overrides.passwords ?? createPasswords();
  const patiently = <T>(work: () => Promise<T>) => whenReachable(database, log, work);
  const copy = overrides.database
    ? undefined
    : await copyBeforeMigrations(database, databaseFile(config.dataDir), config.migrations);
  if (copy !== undefined) log.info("copied the database before its migrations", { file: copy });
  const applied = await patiently(() => upgradeSchema(database, config.migrations));
  if (applied.length > 0) log.info("migrated", { migrations: applied.join(", ") });
  const prepare = async (tx: Queries) => {
    await secrets.require(tx);
    const identity = {
      vault,
      secrets,
      passwords,
      clientToken: await getOrCreateClientToken(tx),
      operatorDigest: config.operatorToken && digestToken(config.operatorToken),
    };
    const first = await firstRun(tx, config, identity, demoSetting(config) !== "off", clock());
    // A newer program may have APIs that this installation does not know.
    await registerBuiltinApis(tx, clock());
    for (const { user, other } of await updateEmailKeys(tx))
      log.warn("an account cannot sign in: another has its email in another spelling", { user, other });
    await updateUserWords(tx);
    return { identity, firstRun: first };
  };
  const made = await patiently(() => underNodeLock(database, prepare));
  const staleMs = config.staleKeySeconds * 1000;
  const setup = configuredStore(config);
  const metrics = overrides.metrics ?? new Metrics();
  const disk = new DiskSpace(config.dataDir, config.diskReserve);
  const counted = countStore((await overrides.openStore?.(setup, log)) ?? startStore(setup, line));
  const { store } = counted;
  metrics.addSource(counted.samples);
  const metering = await (overrides.openMetering ?? openMetering)({
    dataDir: config.dataDir,
    store,
    sync: config.journalSync,
    journalMax: config.journalMax,
    ...(config.callSink && { unloggedMax: config.callSink.waitMax }),
    diskLow: () => disk.low,
    staleMs,
    leaseTtlMs: config.leaseSeconds * 1000,
    node: `${hostname()}/${process.pid}`,
    log,
  });
  const [callLog] = services.flatMap(
    (service) => service.callLog?.({ config, database, ship: () => metering.ship() }) ?? [],
  );
  const limits = createLimits({ store, journal: metering, log });
  const openapi = new OpenapiDocuments(config.publicUrl, database);
  const parts = { config, database, log, metrics, vault, installation: made.identity.clientToken };
  const forwarders = services.flatMap((one) => one.forwarding ?? []);
  const forwarding = await patiently(() => forwarders[0]?.(parts) ?? Promise.resolve(undefined));
  if (forwarding) running.push(forwarding);
  const changed = (object: string | undefined) => {
    for (const one of running) one.changed?.(object);
    const subscriptionId = object?.match(/^\/subscriptions\/(.+)$/)?.[1];
    // Changes of other objects move no balance; they must not make every caller wait for the database.
    if (subscriptionId || !object) metering.notice(subscriptionId);
    if (subscriptionId || !object || object.startsWith("/products/")) limits.quotas.review(subscriptionId);
  };
  const demoParts = services.flatMap(({ demo }) => demo ?? []);
  const stopping = new AbortController();
  const instance = uuidv7(clock());
  const app: Context = {
    config,
    clock,
    log,
    database,
    vinPack:
      overrides.vinPack ??
      watchPack(() => loadVehicles(config, { clock, database, log }, demoParts, stopping.signal), {
        dataDir: config.dataDir,
        signal: stopping.signal,
        changed: ({ meta }) => log.info("using new VIN data", { source: meta.source, version: meta.version }),
        failed: (error) => log.error("cannot use new VIN data", errorFields(error)),
      }),
    identity: { ...made.identity, keys: new KeyCache({ database, clock, staleMs, changed }) },
    images: secrets.images,
    refusals: new Refusals({ log, clock, disk, recordedMax: config.refusalsRecorded }),
    unsent: new Unsent(),
    streams: new EventStreams((error) => log.error("event stream failed", errorFields(error))),
    disk,
    metrics,
    tracer: openTracer(config, { ...serviceResource, "service.instance.id": instance }, log),
    metering,
    limits,
    requestLog: callLog ?? databaseLog(database),
    forwarding: forwarding ?? noForwarding,
    checkConsistency: overrides.checkConsistency ?? (() => checkConsistency(configuredComparison(config))),
    testData: new TestSets({ dataDir: config.dataDir, clock, log, ...overrides.testSets }),
    imports: (overrides.openImports ?? importThreads)({
      database,
      databaseOptions: databaseOptions(config),
      dataDir: config.dataDir,
      diskReserve: config.diskReserve,
      clock,
      log,
    }),
    operations: operationsWith(coreOperations, services),
    checks: checksWith(services),
    running,
    openapi: (apis) => openapi.get(apis),
    process: { build: buildVersion, instance, startedAt: clock(), stopping },
  };
  for (const { open } of services) if (open) running.push(await open(app));
  metrics.addSource(() => [...nodeSamples(app), ...running.flatMap((one) => one.samples?.() ?? [])]);
  if (app.tracer) metrics.addSource(app.tracer.samples);
  return { app, firstRun: made.firstRun };
}

/** Applies answered calls, releases leases, and closes the database. */
export async function closeApp(app: Context): Promise<void> {
  const { identity, refusals, streams, limits, metering, imports, database, tracer } = app;
  const { testData } = app;
  for (const one of app.running.toReversed()) await one.close?.();
  streams.end();
  identity.keys.close();
  refusals.close();
  await imports.close();
  await testData.close();
  await tracer?.close();
  await limits.close();
  await metering.close();
  await database.close();
}
