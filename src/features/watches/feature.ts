import type { Feature } from "../../feature.ts";
import { comparisons } from "./comparison/found-schema.ts";
import { watchEvents } from "./events.ts";

/** VINs that customers watch, and the events of their changed records. */
export const watches: Feature = {
  name: "watches",
  migrations: [comparisons],
  events: watchEvents,
  eventsAfter: "dataset.changed",
  async load() {
    const [{ watchEndpoints }, { Comparisons }, { noteErased }, { databaseOptions }] = await Promise.all([
      import("./operations/watch-endpoints.ts"),
      import("./comparison/comparisons.ts"),
      import("./erased.ts"),
      import("../../server/configured.ts"),
    ]);
    return {
      operations: watchEndpoints,
      after: "vpicRoutes",
      recordsErased: noteErased,
      open(context) {
        const { config } = context;
        return new Comparisons({
          ...context,
          databaseOptions: databaseOptions(config),
          dataDir: config.dataDir,
        });
      },
    };
  },
};
