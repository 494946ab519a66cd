import type { SinkPlace } from "../../base/settings/sink-place.ts";
import type { ClickhouseOptions } from "./clickhouse.ts";

/** ClickHouse as the place of single calls. */
export const sinkOf = (options: ClickhouseOptions, waitMax = Number.POSITIVE_INFINITY): SinkPlace => ({
  script: "src/features/clickhouse/sink-script.ts",
  options,
  waitMax,
});
