import type { CallStore } from "../../src/metering/clickhouse/call-store.ts";

/** A single call, wherever the service keeps it. */
export interface LogRow {
  readonly request_id: string;
  readonly subscription_id: string;
  readonly status: number;
  readonly credits: number;
}

/** Single calls that ClickHouse keeps. */
export interface SingleCalls {
  readonly store: CallStore;
  /** All of them, each once. */
  rows(): Promise<readonly LogRow[]>;
}
