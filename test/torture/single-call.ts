import type { SinkPlace } from "../../src/base/settings/sink-place.ts";

/** A single call, wherever the service keeps it. */
export interface LogRow {
  readonly request_id: string;
  readonly subscription_id: string;
  readonly status: number;
  readonly credits: number;
}

/** Single calls that the database does not keep. */
export interface SingleCalls {
  readonly sink: SinkPlace;
  /** All of them, each once. */
  rows(): Promise<readonly LogRow[]>;
}
