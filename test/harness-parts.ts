import type { Loading } from "../src/base/loading.ts";
import type { Log } from "../src/base/log.ts";
import { systemTiming as timing } from "../src/base/timing.ts";
import type { Imports } from "../src/calls/import-job.ts";
import type { Database } from "../src/database/database.ts";
import { journalsFolder } from "../src/metering/journal/journal-directory.ts";
import type { SegmentFiles } from "../src/metering/journal/segment-writer.ts";
import { syncHere } from "../src/metering/journal/sync.ts";
import { Metering } from "../src/metering/metering.ts";
import type { MeteringSetup } from "../src/metering/open-metering.ts";
import { loadSink } from "../src/metering/sink/sink.ts";
import { createMeteringStore, type MeteringStore } from "../src/metering/store/store.ts";
import type { StoreSetup } from "../src/metering/store/store-worker.ts";
import { type ImportsSetup, importThreads } from "../src/vehicles/imports/jobs/job-threads.ts";
import { runJob } from "../src/vehicles/imports/jobs/run-job.ts";
import type { Pack } from "../src/vin/pack/pack.ts";
import { testPack } from "./vin/shared-pack.ts";

export async function loadedPack(): Promise<Loading<Pack>> {
  return { value: await testPack(), progress: undefined, error: undefined, ended: Promise.resolve() };
}

/** Metering without its threads, on an open database. */
export function meteringOver(database: Database) {
  return {
    openStore: async ({ folder, leaseTtlMs, sink }: StoreSetup, log: Log): Promise<MeteringStore> =>
      createMeteringStore(database, {
        folder,
        leaseTtlMs,
        timing,
        log,
        sink: sink && (await loadSink(sink)),
      }),
    openMetering: meteringWith(),
  };
}

/** Opens metering without threads, with other files if a test passes some. */
export function meteringWith(files?: SegmentFiles) {
  return ({
    store,
    dataDir,
    staleMs,
    node,
    log,
    unloggedMax = Number.POSITIVE_INFINITY,
  }: MeteringSetup): Promise<Metering> =>
    Metering.open({
      store,
      folder: journalsFolder(dataDir),
      staleMs,
      node,
      log,
      timing,
      syncer: syncHere,
      sync: "never",
      unappliedMax: 2 ** 30,
      unloggedMax,
      ...(files && { files }),
    });
}

/** Imports of records without a thread, on an open database; `graceMs` as in `swap.ts`. */
export function importsOver(setup: ImportsSetup, graceMs: number): Imports {
  const { database, clock, datasetFits } = setup;
  const threads = importThreads(setup);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    start(job) {
      if (!("source" in job)) return threads.start(job);
      const done = runJob(database, job, {
        clock,
        pack: testPack,
        signal: stopping.signal,
        graceMs,
        datasetFits,
      });
      running.add(done);
      void done.finally(() => running.delete(done));
    },
    async close() {
      stopping.abort();
      await threads.close();
      await Promise.allSettled(running);
    },
  };
}
