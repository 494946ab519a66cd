import { hostname } from "node:os";
import type { DiskSpace } from "../base/disk-space.ts";
import type { Log } from "../base/log.ts";
import type { Config } from "../config.ts";
import { createLimits, type Limits } from "../metering/limits.ts";
import type { Metering } from "../metering/metering.ts";
import { type MeteringSetup, openMetering } from "../metering/open-metering.ts";
import { countStore } from "../metering/store/counted-store.ts";
import type { MeteringStore } from "../metering/store/store.ts";
import { startStore } from "../metering/store/store-thread.ts";
import type { StoreSetup } from "../metering/store/store-worker.ts";
import type { Metrics } from "../telemetry/metrics/metrics.ts";
import { configuredStore } from "./configured.ts";

interface CountingParts {
  readonly log: Log;
  /** Receives the log lines of the metering thread. */
  readonly line: (line: string) => void;
  readonly metrics: Metrics;
  readonly disk: DiskSpace;
}

/** What a test replaces. */
export interface CountingOverrides {
  readonly openStore?: (setup: StoreSetup, log: Log) => MeteringStore | Promise<MeteringStore>;
  readonly openMetering?: (setup: MeteringSetup) => Promise<Metering>;
}

/** Opens the journal, and credits, rates and quotas over the store that the settings name. */
export async function openCounting(
  config: Config,
  { log, line, metrics, disk }: CountingParts,
  overrides: CountingOverrides,
): Promise<{ readonly metering: Metering; readonly limits: Limits }> {
  const setup = configuredStore(config);
  const { samples, store } = countStore((await overrides.openStore?.(setup, log)) ?? startStore(setup, line));
  metrics.addSource(samples);
  const metering = await (overrides.openMetering ?? openMetering)({
    dataDir: config.dataDir,
    store,
    sync: config.journalSync,
    journalMax: config.journalMax,
    ...(config.callSink && { unloggedMax: config.callSink.waitMax }),
    diskLow: () => disk.low,
    staleMs: config.staleKeySeconds * 1000,
    leaseTtlMs: config.leaseSeconds * 1000,
    node: `${hostname()}/${process.pid}`,
    log,
  });
  return { metering, limits: createLimits({ store, journal: metering, log }) };
}
