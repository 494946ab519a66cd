import type { CallRecord } from "../metering/usage/usage.ts";

/** How a call ended, for its record. */
export interface Outcome {
  readonly status: number;
  readonly responseBytes: number;
  /** As the request announced them, if this is absent. */
  readonly requestBytes?: number | undefined;
  readonly errorCode?: string | undefined;
  /** The status stands in for a failure of this service or an upstream: it is free on any plan, and no answer. */
  readonly isFree?: boolean | undefined;
  readonly source?: string | undefined;
  /** Set for a forwarded call whose plan keeps answers: a hit takes no place in the quota. */
  readonly cache?: "hit" | "miss" | undefined;
  /** Set for a forwarded call: the time until its upstream's headers arrived, or until it failed. */
  readonly upstreamMicros?: number | undefined;
}

/** What is known only when the body of a forwarded answer has ended. */
export type FinalSize = Pick<CallRecord, "requestBytes" | "responseBytes" | "serviceMicros">;
