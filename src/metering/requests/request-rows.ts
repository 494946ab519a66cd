import { floorTo, minuteMs } from "../../base/durations.ts";
import type { KeySlot } from "../../http/caller.ts";
import type { CallRecord } from "../usage/usage.ts";

/** A call as the log shows it: a row of the view `request_log`. */
export interface RequestRow {
  readonly at: number;
  readonly request_id: string;
  readonly subscription_id: string;
  readonly user_id: string;
  readonly product_id: string | null;
  readonly api_id: string;
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly ip_address: string;
  readonly status: number;
  readonly credits: number;
  /** These three are null for calls that were recorded before they were kept, or have none. */
  readonly error_code: string | null;
  readonly key_slot: KeySlot | null;
  readonly data_source: string | null;
  readonly request_size: number;
  readonly response_size: number;
  readonly cache: "hit" | "miss" | "none";
  readonly api_us: number;
  readonly service_us: number;
}

/** What calls of a run have in common, one of its `kinds`. */
export type CallLabels = readonly [
  productId: string | null,
  api: string,
  operation: string,
  method: string,
  address: string,
  status: number,
  credits: number,
  cache: RequestRow["cache"],
  errorCode?: string | null,
  key?: KeySlot | null,
  source?: string | null,
  /** Its place among the run's callers; 0 where absent. */
  caller?: number,
];

/** Who made calls of a run, with their sums: one of its `callers`. Bytes are those of the answers. */
export type RunCaller = readonly [
  subscriptionId: string,
  userId: string,
  calls: number,
  credits: number,
  bytes: number,
];

export function kindOf(call: CallRecord, ofCaller: number): CallLabels {
  const { caller, api, operation, method, address, status, credits, cache = "none" } = call;
  const { errorCode = null, key = null, source = null } = call;
  const { productId } = caller;
  return [
    productId,
    api,
    operation,
    method,
    address,
    status,
    credits,
    cache,
    errorCode,
    key,
    source,
    ofCaller,
  ];
}

/** The rest of a call, one of its run's `entries`: the number counts from the run's, the moment from its minute. */
export type CallEntry = readonly [
  seq: number,
  at: number,
  kind: number,
  requestId: string,
  url: string,
  requestSize: number,
  responseSize: number,
  apiMicros: number,
  serviceMicros: number,
];

/** What is read of a row of `request_chunk`. */
export interface ChunkRow {
  readonly last_at: number;
  readonly journal_id: string;
  readonly first_seq: number;
  readonly first_at: number;
  readonly callers: string;
  readonly labels: string;
  readonly entries: string;
}

/** A call that was found in a run. */
export interface LoggedCall {
  readonly at: number;
  readonly seq: number;
  readonly journalId: string;
  readonly caller: RunCaller;
  readonly kind: CallLabels;
  readonly entry: CallEntry;
}

export function callersOf({ callers }: Pick<ChunkRow, "callers">): readonly RunCaller[] {
  return JSON.parse(callers);
}

export function kindsOf({ labels }: Pick<ChunkRow, "labels">): readonly CallLabels[] {
  return JSON.parse(labels);
}

/** The caller of a kind, of the same run. */
export function callerOf(kind: CallLabels, callers: readonly RunCaller[]): RunCaller {
  return callers[kind[11] ?? 0]!;
}

/** The calls of a run in [from, to) by those of its callers that are included. */
export function callsOf(
  run: ChunkRow,
  from: number,
  to: number,
  includes: (caller: RunCaller) => boolean,
): LoggedCall[] {
  const minute = floorTo(run.first_at, minuteMs);
  const callers = callersOf(run);
  const kinds = kindsOf(run);
  const wanted = kinds.map((kind) => includes(callerOf(kind, callers)));
  const calls: LoggedCall[] = [];
  for (const entry of JSON.parse(run.entries) as CallEntry[]) {
    const at = minute + entry[1];
    if (!wanted[entry[2]] || at < from || at >= to) continue;
    const kind = kinds[entry[2]]!;
    const seq = run.first_seq + entry[0];
    calls.push({ at, seq, journalId: run.journal_id, caller: callerOf(kind, callers), kind, entry });
  }
  return calls;
}

/** The order of the log, newest first: by moment, journal and number. */
export function newestFirst(a: LoggedCall, b: LoggedCall): number {
  if (a.at !== b.at) return b.at - a.at;
  if (a.journalId !== b.journalId) return a.journalId < b.journalId ? 1 : -1;
  return b.seq - a.seq;
}

export function requestRow({ at, caller, kind, entry }: LoggedCall): RequestRow {
  const [, , , request_id, url, request_size, response_size, api_us, service_us] = entry;
  const [product_id, api_id, operation, method, ip_address, status, credits, cache, ...later] = kind;
  const [error_code = null, key_slot = null, data_source = null] = later;
  const [subscription_id, user_id] = caller;
  return {
    at,
    request_id,
    subscription_id,
    user_id,
    product_id,
    api_id,
    operation,
    method,
    url,
    ip_address,
    status,
    credits,
    error_code,
    key_slot,
    data_source,
    request_size,
    response_size,
    cache,
    api_us,
    service_us,
  };
}
