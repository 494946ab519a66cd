import type { Feature } from "../../feature.ts";
import { clickhouseSettings, configuredClickhouse } from "./settings.ts";
import { sinkOf } from "./sink-place.ts";

/** Single calls in ClickHouse in place of the database. */
export const clickhouse: Feature = {
  name: "clickhouse",
  settings: clickhouseSettings,
  commands: [
    {
      name: "calls move",
      summary: "Copy single calls from the database to ClickHouse.",
      load: async () => (await import("./move-command.ts")).moveCallsCommand,
    },
  ],
  commandsAfter: "journals",
  callSink(config) {
    const options = configuredClickhouse(config);
    return options && sinkOf(options, clickhouseSettings.of(config).clickhouseWaitMax);
  },
  async load() {
    const [{ CallStore }, { clickhouseLog }, { clickhouseCheck }] = await Promise.all([
      import("./call-store.ts"),
      import("./clickhouse-log.ts"),
      import("./check.ts"),
    ]);
    return {
      checks: [clickhouseCheck],
      callLog({ config, database, ship }) {
        const options = configuredClickhouse(config);
        return options && clickhouseLog(database, new CallStore(options), ship);
      },
    };
  },
};
