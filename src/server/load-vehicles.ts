import { type Loading, startLoading } from "../base/loading.ts";
import { errorFields } from "../base/log.ts";
import type { Context } from "../calls/context.ts";
import type { Config } from "../config.ts";
import { underNodeLock } from "../database/migrate.ts";
import type { DemoPart } from "../feature.ts";
import { isLoopback } from "../http/client-address.ts";
import { isDemoDue } from "../vehicles/imports/demo/demo-set.ts";
import { watchPack } from "../vehicles/imports/vpic/pack-watch.ts";
import { openVinPack } from "../vehicles/imports/vpic/vin-pack.ts";
import { currentTable } from "../vehicles/lookups/combinations/current-table.ts";
import { catalogueOfPack } from "../vehicles/lookups/names/catalogue.ts";
import { forgetDatasets } from "../vehicles/lookups/records/datasets.ts";
import type { Pack } from "../vin/pack/pack.ts";

/** `auto` loads demo data on a loopback host alone. */
export function demoSetting({ demo, host }: Config): Config["demo"] {
  return demo === "auto" && !isLoopback(host) && host !== "localhost" ? "off" : demo;
}

interface LoadingParts extends Pick<Context, "clock" | "database" | "log"> {
  readonly demoParts: readonly DemoPart[];
}

/** The decoder's data, loaded at a start and again when another process has made others. */
export function watchVehicles(config: Config, parts: LoadingParts, signal: AbortSignal): Loading<Pack> {
  const { log } = parts;
  return watchPack(() => loadVehicles(config, parts, signal), {
    dataDir: config.dataDir,
    signal,
    changed: ({ meta }) => log.info("using new VIN data", { source: meta.source, version: meta.version }),
    failed: (error) => log.error("cannot use new VIN data", errorFields(error)),
  });
}

/** Loads the decoder's data and, on a first start, the demo set. Lookups are answered after both. */
function loadVehicles(
  config: Config,
  { clock, database, log, demoParts }: LoadingParts,
  signal: AbortSignal,
): Loading<Pack> {
  return startLoading(async (progress) => {
    const pack = await openVinPack(config.dataDir, { progress });
    // The first calls compile code and read names for some 30 ms; no caller should wait for it.
    const catalogue = catalogueOfPack(pack, clock());
    for (const kind of ["vehicles", "motorcycles"] as const)
      catalogue.makes(kind, new Date(clock()).getUTCFullYear());
    await currentTable(database);
    try {
      if (await isDemoDue(database, demoSetting(config))) {
        // Most starts need no import.
        const { loadDemo } = await import("../vehicles/imports/demo/load-demo.ts");
        await loadDemo(database, { clock, progress, signal, datasetFits: config.datasetFits });
        forgetDatasets(database);
      }
      for (const demo of demoSetting(config) === "off" ? [] : demoParts)
        if (await demo.isDue(database)) await underNodeLock(database, (tx) => demo.add(tx, clock()));
    } catch (error) {
      if (!signal.aborted)
        log.error("the demo set was not loaded; run vingate demo to load the rest", errorFields(error));
    }
    return pack;
  });
}
