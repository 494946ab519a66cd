import type { KeySlot, SubscriptionCaller } from "../../http/caller.ts";

/** One call of a known subscription, as reports and the request log show it. Times in microseconds. */
export interface CallRecord {
  readonly at: number;
  readonly requestId: string;
  readonly caller: SubscriptionCaller;
  readonly api: string;
  readonly operation: string;
  readonly method: string;
  /** Path and query as called; a lookup's credential travels in a header and never here. */
  readonly url: string;
  readonly address: string;
  readonly status: number;
  readonly credits: number;
  /** Of an error its code, of a 422 `validation_error`. */
  readonly errorCode?: string | undefined;
  /** Which of the subscription's two keys was used. */
  readonly key?: KeySlot | undefined;
  /** What the answer rests on, as `x-data-source` says. */
  readonly source?: string | undefined;
  /** What the answer cache had to do with it; `none` where there is no cache. */
  readonly cache?: "hit" | "miss" | "none";
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly apiMicros: number;
  readonly serviceMicros: number;
  /** The client had left before the call was answered. */
  readonly gone?: true;
}

/** A call as its journal holds it: journal and number name it for good. */
export interface NumberedCall {
  readonly seq: number;
  readonly call: CallRecord;
}
