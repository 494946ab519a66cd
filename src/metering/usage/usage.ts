import type { KeySlot, SubscriptionCaller } from "../../http/caller.ts";

/** One call of a known subscription, for reports and the request log. Times in microseconds. */
export interface CallRecord {
  readonly at: number;
  readonly requestId: string;
  readonly caller: SubscriptionCaller;
  readonly api: string;
  readonly operation: string;
  readonly method: string;
  /** Path and query of the request; a lookup's key is in a header, never here. */
  readonly url: string;
  readonly address: string;
  readonly status: number;
  readonly credits: number;
  /** The code of an error; `validation_error` for a 422. */
  readonly errorCode?: string | undefined;
  /** Which of the subscription's keys was used. Calls of the one for tests are rolled up apart. */
  readonly key?: KeySlot | undefined;
  /** The data source of the response, as in `x-data-source`. */
  readonly source?: string | undefined;
  /** `hit` if it repeats a charged call, and is free for that reason. */
  readonly cache?: "hit" | "miss" | "none";
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly apiMicros: number;
  readonly serviceMicros: number;
  /** The client disconnected before the response. */
  readonly gone?: true;
  /** It is no call: it completes the call of this seq in the same journal with its final sizes and times. */
  readonly amends?: number;
  /** For a record that amends: the values before. Older records have none, and no URL. */
  readonly before?: Pick<CallRecord, "credits" | "responseBytes" | "apiMicros" | "serviceMicros">;
}

/** Whether two calls of one caller differ only in their times, sizes, request ID and URL. */
export function haveSameLabels(a: CallRecord, b: CallRecord): boolean {
  return (
    a.operation === b.operation &&
    a.status === b.status &&
    a.credits === b.credits &&
    a.address === b.address &&
    a.api === b.api &&
    a.method === b.method &&
    a.cache === b.cache &&
    a.errorCode === b.errorCode &&
    a.key === b.key &&
    a.source === b.source
  );
}

/** A call in its journal; journal and seq identify it. */
export interface NumberedCall {
  readonly seq: number;
  readonly call: CallRecord;
}
