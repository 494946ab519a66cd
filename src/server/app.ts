import { creditsAdded } from "../access/keys/added-credits.ts";
import { KeyCache } from "../access/keys/key-cache.ts";
import type { Passwords } from "../access/passwords.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { DiskSpace } from "../base/disk-space.ts";
import { uuidv7 } from "../base/ids.ts";
import type { Loading } from "../base/loading.ts";
import { createLog, errorFields, type Log, logOutput } from "../base/log.ts";
import { buildVersion } from "../base/version.ts";
import type { Context } from "../calls/context.ts";
import { noForwarding } from "../calls/forwarding.ts";
import type { Imports } from "../calls/import-job.ts";
import { EventStreams } from "../calls/open/event-streams.ts";
import { OpenCalls } from "../calls/open/open-calls.ts";
import { Refusals } from "../calls/refusals.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { DatabaseOptions } from "../database/open.ts";
import { heldObject } from "../decisions/held.ts";
import { type Feature, loadServices, noteErasedWith, openServices, operationsWith } from "../feature.ts";
import { Unsent } from "../http/unsent.ts";
import { checksWith } from "../management/system/checks/checks.ts";
import { coreRestoring } from "../management/system/core-restoring.ts";
import { finishReplays } from "../management/system/finish-replays.ts";
import type { FirstRun } from "../management/system/first-run.ts";
import { nodeSamples } from "../management/system/metrics/node-samples.ts";
import { openDecisions } from "../management/system/open-decisions.ts";
import { checkConsistency } from "../metering/consistency/check-consistency.ts";
import { databaseLog } from "../metering/requests/call-log.ts";
import type { Opened } from "../running/opened.ts";
import { Metrics } from "../telemetry/metrics/metrics.ts";
import { openTracer } from "../telemetry/traces/open-tracer.ts";
import { eraseRecordsAgain, recordsErased } from "../vehicles/imports/datasets/erase-again.ts";
import { datasetChecks } from "../vehicles/imports/datasets/readers-check.ts";
import { TestSets, type TestSetsOptions } from "../vehicles/imports/demo/test-sets.ts";
import { type ImportsSetup, importThreads } from "../vehicles/imports/jobs/job-threads.ts";
import type { Pack } from "../vin/pack/pack.ts";
import { configuredComparison, databaseOptions } from "./configured.ts";
import { coreOperations } from "./core-operations.ts";
import { type DocumentBounds, Documents } from "./documents/documents.ts";
import { type DocumentMaking, documentMaking } from "./documents/making.ts";
import { watchVehicles } from "./load-vehicles.ts";
import { type CountingOverrides, openCounting } from "./open-counting.ts";
import { openInstallation } from "./open-installation.ts";

const serviceResource = { "service.name": "vingate", "service.version": buildVersion };

/** What a test replaces. */
export interface Overrides extends CountingOverrides {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly database?: Database;
  readonly vinPack?: Loading<Pack>;
  readonly passwords?: Passwords;
  readonly openImports?: (setup: ImportsSetup) => Imports;
  readonly compare?: Context["inspection"]["compare"];
  readonly metrics?: Metrics;
  readonly testSets?: Pick<TestSetsOptions, "build" | "folder">;
  readonly documents?: Partial<DocumentMaking> & DocumentBounds;
  /** For a process that serves: ends it when its SQLite files are replaced. */
  readonly replaced?: DatabaseOptions["replaced"];
}

export interface Created {
  readonly app: Context;
  /** Credentials created by a first start. */
  readonly firstRun: FirstRun | undefined;
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
  const opened = await openInstallation(config, { ...overrides, clock, log });
  const { database, identity, patiently } = opened;
  const ofVehicles = { kinds: [recordsErased] };
  const restoring = [...coreRestoring, ofVehicles, ...services.flatMap((service) => service.restoring ?? [])];
  const { decisions, held } = await patiently(() =>
    openDecisions({ config, database, restoring, vault: identity.vault, clock, log }),
  );
  // A replay may have changed them.
  await patiently(() => identity.secrets.refresh(database));
  const staleMs = config.staleKeySeconds * 1000;
  const metrics = overrides.metrics ?? new Metrics();
  const disk = new DiskSpace(config.dataDir, config.diskReserve);
  const { metering, limits } = await openCounting(config, { line, log, metrics, disk }, overrides);
  const [callLog] = services.flatMap(
    (service) => service.callLog?.({ config, database, ship: () => metering.ship() }) ?? [],
  );
  const mergers = services.flatMap(({ documentApis }) => documentApis?.script ?? []);
  const making = { ...documentMaking(config.publicUrl, mergers), ...overrides.documents };
  const parts = { config, database, log, metrics, vault: identity.vault, installation: identity.clientToken };
  const forwarders = services.flatMap((one) => one.forwarding ?? []);
  const forwarding = await patiently(async () => forwarders[0]?.(parts));
  if (forwarding) running.push(forwarding);
  const openCalls = new OpenCalls(clock, (error) =>
    log.warn("an open answer was not admitted again", errorFields(error)),
  );
  const streams = new EventStreams(openCalls, (error) =>
    log.error("event stream failed", errorFields(error)),
  );
  const changed = (object: string | undefined) => {
    const added = object && creditsAdded(object);
    if (added) {
      for (const id of added) metering.notice(id, "added");
      return;
    }
    openCalls.changed(object);
    if (!object || object === heldObject) held.refresh().catch(() => undefined);
    for (const one of running) one.changed?.(object);
    const subscriptionId = object?.match(/^\/subscriptions\/([^/]+)/)?.[1];
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
    decisions,
    held,
    restoring,
    vinPack: overrides.vinPack ?? watchVehicles(config, { clock, database, log, demoParts }, stopping.signal),
    identity: { ...identity, keys: new KeyCache({ database, clock, staleMs, changed }) },
    refusals: new Refusals({ log, clock, disk, recordedMax: config.refusalsRecorded }),
    responses: {
      unsent: new Unsent(),
      streams,
      openCalls,
    },
    disk,
    telemetry: {
      metrics,
      tracer: openTracer(config, { ...serviceResource, "service.instance.id": instance }, log),
    },
    metering,
    limits,
    requestLog: callLog ?? databaseLog(database),
    forwarding: forwarding ?? noForwarding,
    inspection: {
      checks: checksWith([datasetChecks, ...services]),
      compare: overrides.compare ?? (() => checkConsistency(configuredComparison(config))),
    },
    testData: new TestSets({
      dataDir: config.dataDir,
      datasetFits: config.datasetFits,
      clock,
      log,
      ...overrides.testSets,
    }),
    imports: (overrides.openImports ?? importThreads)({
      database,
      databaseOptions: databaseOptions(config),
      dataDir: config.dataDir,
      diskReserve: config.diskReserve,
      datasetFits: config.datasetFits,
      clock,
      log,
    }),
    operations: operationsWith(coreOperations, services),
    mails: services.flatMap(({ mails = [] }) => mails),
    running,
    openapi: new Documents(making, database, overrides.documents),
    process: { build: buildVersion, instance, startedAt: clock(), stopping },
  };
  await openServices(services, app, running);
  const noted = noteErasedWith(services);
  const tidyUp = () => eraseRecordsAgain({ database, vault: identity.vault, clock, log, noted });
  running.push({ tidyUp });
  await patiently(() => finishReplays(app));
  await patiently(tidyUp);
  metrics.addSource(() => [...nodeSamples(app), ...running.flatMap((one) => one.samples?.() ?? [])]);
  if (app.telemetry.tracer) metrics.addSource(app.telemetry.tracer.samples);
  return { app, firstRun: opened.firstRun };
}

/** Applies answered calls, releases leases, and closes the database. */
export async function closeApp(app: Context): Promise<void> {
  const { identity, refusals, limits, metering, imports, testData, database, decisions } = app;
  for (const one of app.running.toReversed()) await one.close?.();
  app.responses.streams.end();
  identity.keys.close();
  refusals.close();
  await imports.close();
  await testData.close();
  await app.telemetry.tracer?.close();
  await limits.close();
  await metering.close();
  await decisions.close(database);
  await database.close();
}
