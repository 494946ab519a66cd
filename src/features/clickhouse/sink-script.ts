import type { SinkModule } from "../../metering/sink/sink.ts";
import { CallStore } from "./call-store.ts";
import { readCallSums } from "./call-sums.ts";
import type { ClickhouseOptions } from "./clickhouse.ts";
import { ClickhouseSink } from "./clickhouse-sink.ts";

export const openSink: SinkModule["openSink"] = (options, services) =>
  new ClickhouseSink(new CallStore(options as ClickhouseOptions), services);

export const readSums: SinkModule["readSums"] = (options, tx) =>
  readCallSums(tx, new CallStore(options as ClickhouseOptions));
