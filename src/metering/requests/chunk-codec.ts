import { floorTo, minuteMs } from "../../base/durations.ts";
import type { KeySlot } from "../../http/caller.ts";
import type { CallRecord } from "../usage/usage.ts";

/** A row of `request_chunk`; `callers`, `labels` and `entries` are JSON. */
export interface ChunkRow {
  readonly last_at: number;
  readonly journal_id: string;
  readonly first_seq: number;
  readonly first_at: number;
  readonly callers: string;
  readonly labels: string;
  readonly entries: string;
}

/** A subscription and its user with the sums of their calls in a chunk; bytes of the responses. */
export interface ChunkCaller {
  readonly subscriptionId: string;
  readonly userId: string;
  calls: number;
  credits: number;
  bytes: number;
}

/** What calls of a chunk have in common; null where a call has none. */
export interface CallLabels
  extends Pick<CallRecord, "api" | "operation" | "method" | "address" | "status" | "credits"> {
  readonly productId: string | null;
  readonly cache: NonNullable<CallRecord["cache"]>;
  readonly errorCode: string | null;
  readonly key: KeySlot | null;
  readonly source: string | null;
  /** The index of their caller in the chunk. */
  readonly caller: number;
}

/** A call that was read from a chunk. */
export interface LoggedCall
  extends Pick<
    CallRecord,
    "at" | "requestId" | "url" | "requestBytes" | "responseBytes" | "apiMicros" | "serviceMicros"
  > {
  readonly journalId: string;
  readonly seq: number;
  readonly caller: ChunkCaller;
  readonly labels: CallLabels;
}

// Arrays without names take half the space of objects. `database/migrations/request-log.ts` has the same order of members.
type CallerTuple = [subscriptionId: string, userId: string, calls: number, credits: number, bytes: number];
type LabelTuple = [
  productId: string | null,
  api: string,
  operation: string,
  method: string,
  address: string,
  status: number,
  credits: number,
  cache: CallLabels["cache"],
  errorCode: string | null,
  key: KeySlot | null,
  source: string | null,
  caller: number,
];
/** A call without its labels. `seq` counts from the chunk's first, `at` from the start of its minute. */
export type EntryTuple = [
  seq: number,
  at: number,
  labels: number,
  requestId: string,
  url: string,
  requestBytes: number,
  responseBytes: number,
  apiMicros: number,
  serviceMicros: number,
];

export function encodeCallers(all: readonly ChunkCaller[]): string {
  return JSON.stringify(
    all.map((one): CallerTuple => [one.subscriptionId, one.userId, one.calls, one.credits, one.bytes]),
  );
}

export function decodeCallers({ callers }: Pick<ChunkRow, "callers">): ChunkCaller[] {
  return (JSON.parse(callers) as CallerTuple[]).map((tuple) => ({
    subscriptionId: tuple[0],
    userId: tuple[1],
    calls: tuple[2],
    credits: tuple[3],
    bytes: tuple[4],
  }));
}

export function encodeLabels(all: readonly CallLabels[]): string {
  return JSON.stringify(
    all.map((one): LabelTuple => {
      const { productId, api, operation, method, address, status, credits, cache, errorCode } = one;
      const { key, source, caller } = one;
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
        caller,
      ];
    }),
  );
}

export function decodeLabels({ labels }: Pick<ChunkRow, "labels">): CallLabels[] {
  return (JSON.parse(labels) as LabelTuple[]).map((tuple) => ({
    productId: tuple[0],
    api: tuple[1],
    operation: tuple[2],
    method: tuple[3],
    address: tuple[4],
    status: tuple[5],
    credits: tuple[6],
    cache: tuple[7],
    errorCode: tuple[8],
    key: tuple[9],
    source: tuple[10],
    caller: tuple[11],
  }));
}

// JSON writes integers three times as fast as doubles.
const integer = (value: number): number => ((value | 0) === value ? value | 0 : value);

/** The entry of a call, whose labels are those at an index. */
export function entryOf(call: CallRecord, seq: number, at: number, labels: number): EntryTuple {
  const { requestId, url, requestBytes, responseBytes, apiMicros, serviceMicros } = call;
  return [
    integer(seq),
    integer(at),
    labels,
    requestId,
    url,
    integer(requestBytes),
    integer(responseBytes),
    integer(apiMicros),
    integer(serviceMicros),
  ];
}

/** Decodes the calls of a chunk in [from, to), milliseconds, whose callers are included. */
export function decodeCalls(
  chunk: ChunkRow,
  from: number,
  to: number,
  includes: (caller: ChunkCaller) => boolean,
): LoggedCall[] {
  const minute = floorTo(chunk.first_at, minuteMs);
  const callers = decodeCallers(chunk);
  const labels = decodeLabels(chunk);
  const included = labels.map(({ caller }) => includes(callers[caller]!));
  const calls: LoggedCall[] = [];
  for (const entry of JSON.parse(chunk.entries) as EntryTuple[]) {
    const at = minute + entry[1];
    if (!included[entry[2]] || at < from || at >= to) continue;
    const own = labels[entry[2]]!;
    calls.push({
      at,
      journalId: chunk.journal_id,
      seq: chunk.first_seq + entry[0],
      caller: callers[own.caller]!,
      labels: own,
      requestId: entry[3],
      url: entry[4],
      requestBytes: entry[5],
      responseBytes: entry[6],
      apiMicros: entry[7],
      serviceMicros: entry[8],
    });
  }
  return calls;
}

/** The order of the log, newest first: by time, journal and seq. */
export function newestFirst(a: LoggedCall, b: LoggedCall): number {
  if (a.at !== b.at) return b.at - a.at;
  if (a.journalId !== b.journalId) return a.journalId < b.journalId ? 1 : -1;
  return b.seq - a.seq;
}
