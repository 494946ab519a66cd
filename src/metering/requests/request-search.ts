import { floorTo, minuteMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { KeySlot } from "../../http/caller.ts";
import { runQueued } from "../usage/usage-read.ts";
import type { CallId } from "./call-id.ts";
import {
  type CallLabels,
  type ChunkRow,
  decodeCallers,
  decodeCalls,
  decodeLabels,
  type LoggedCall,
  newestFirst,
} from "./chunk-codec.ts";
import {
  andKey,
  type ChunkFilter,
  chunkConditions,
  findUsedRanges,
  type LogScope,
  makeChunkFilter,
  type TimeRange,
} from "./chunk-filter.ts";
import { findCall } from "./find-call.ts";
import { readChunks } from "./read-chunks.ts";

/** What a call must match besides its scope: all that is stated. */
export interface CallFilter {
  readonly productId?: string | undefined;
  readonly api?: string | undefined;
  readonly operation?: string | undefined;
  readonly address?: string | undefined;
  /** A status such as 200, or a class of statuses such as 4xx. */
  readonly status?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly key?: KeySlot | undefined;
  readonly requestId?: string | undefined;
  /** No other call has it. */
  readonly id?: CallId | undefined;
  /** A part of path and query, in any case. */
  readonly url?: string | undefined;
}

export interface Searched {
  readonly calls: readonly LoggedCall[];
  /** The calls that match, from `from` on. */
  readonly total: number;
  /** The search ended here, milliseconds UTC: the start of the time range if all of it was searched. */
  readonly from: number;
}

/** What is read of a chunk to decide whether it has matching calls. */
type ChunkHead = Omit<ChunkRow, "entries">;

export interface Matcher {
  /** The ID of the only call that can match. */
  readonly id?: CallId | undefined;
  /** Whether JSON of labels can contain matching ones. Most do not, and need no parsing then. */
  json(labels: string): boolean;
  labels(labels: CallLabels): boolean;
  call(call: LoggedCall): boolean;
}

const headsAtOnce = 64;
/** Reading the calls of so many holds the thread for a millisecond. */
const chunksAtOnce = 16;
/** A search reads so much, some 20 ms, and then to the end of a minute: two searches never share a call. */
const searched = { heads: 4000, chunks: 256 };

export function matcherOf(filter: CallFilter): Matcher {
  const { productId, api, operation, address, status, errorCode, key, requestId } = filter;
  const url = filter.url?.toLowerCase();
  const is = <T>(wanted: T | undefined, value: T | null) => wanted === undefined || wanted === value;
  const texts = [productId, api, operation, address, errorCode, key].filter((text) => text !== undefined);
  const quoted = texts.map((text) => JSON.stringify(text));
  const number = status === undefined ? undefined : new RegExp(`[,[] ?${status.replace("xx", "\\d\\d")}\\b`);
  return {
    id: filter.id,
    json: (labels) =>
      quoted.every((text) => labels.includes(text)) && (number === undefined || number.test(labels)),
    labels: (labels) =>
      is(productId, labels.productId) &&
      is(api, labels.api) &&
      is(operation, labels.operation) &&
      is(address, labels.address) &&
      is(errorCode, labels.errorCode) &&
      is(key, labels.key) &&
      is(status, status?.endsWith("xx") ? `${`${labels.status}`[0]}xx` : `${labels.status}`),
    call: (call) =>
      is(requestId, call.requestId) && (url === undefined || call.url.toLowerCase().includes(url)),
  };
}

/**
 * Searches the log of a time range, newest first, for one page of the calls that match. Rollups do not have all that
 * is searched for, so a bounded part of the log itself is read.
 */
export async function searchRequests(
  db: Database,
  scope: LogScope,
  filter: CallFilter,
  range: TimeRange,
  skip: number,
  size: number,
): Promise<Searched> {
  let found: LoggedCall[] = [];
  let total = 0;
  const from = await scan(db, scope, matcherOf(filter), range, (calls) => {
    total += calls.length;
    found = [...found, ...calls].sort(newestFirst).slice(0, skip + size);
  });
  return { calls: found.slice(skip), total, from };
}

/** Passes all calls of a time range that match to `take`, some at a time: much more is read than for a page. */
export async function readMatching(
  db: Database,
  scope: LogScope,
  filter: CallFilter,
  { from, to }: TimeRange,
  take: (calls: readonly LoggedCall[]) => void,
): Promise<void> {
  for (let end = to; end > from; ) end = await scan(db, scope, matcherOf(filter), { from, to: end }, take);
}

/**
 * Reads the log of a time range from its newest chunks on and passes the calls that match to `take`, some at a time.
 * Resolves to the time at which it ended.
 */
export async function scan(
  db: Database,
  scope: LogScope,
  matcher: Matcher,
  range: TimeRange,
  take: (calls: LoggedCall[]) => void,
  most = searched,
): Promise<number> {
  if (matcher.id) {
    const call = await findCall(db, scope, matcher.id, range);
    if (call && matcher.labels(call.labels) && matcher.call(call)) take([call]);
    return range.from;
  }
  const filter = await makeChunkFilter(db, scope, range);
  let [heads, chunks] = [0, 0];
  let stopAt = range.from;
  for (const part of await findUsedRanges(db, scope, range))
    for (let after: ChunkHead | undefined; ; ) {
      const read = await readHeads(db, filter, part, after);
      const rest = read.filter((head) => head.last_at >= stopAt);
      const matching = rest.filter((head) => canMatch(head, filter, matcher));
      for (let first = 0; first < matching.length; first += chunksAtOnce) {
        const read = await readChunks(db, matching.slice(first, first + chunksAtOnce));
        const calls = read.flatMap((chunk) => decodeCalls(chunk, range.from, range.to, filter.includes));
        take(calls.filter((call) => matcher.labels(call.labels) && matcher.call(call)));
      }
      heads += read.length;
      chunks += matching.length;
      after = read.at(-1);
      if (rest.length < read.length) return stopAt;
      if (read.length < headsAtOnce) break;
      if (heads >= most.heads || chunks >= most.chunks)
        stopAt = Math.max(stopAt, floorTo(after!.last_at, minuteMs));
    }
  return range.from;
}

/** Whether calls of a chunk can match, according to their labels. */
function canMatch(head: ChunkHead, { includes }: ChunkFilter, matcher: Matcher): boolean {
  if (!matcher.json(head.labels)) return false;
  const callers = decodeCallers(head);
  return decodeLabels(head).some((labels) => matcher.labels(labels) && includes(callers[labels.caller]!));
}

function readHeads(
  db: Database,
  filter: ChunkFilter,
  { from, to }: TimeRange,
  after: ChunkHead | undefined,
): Promise<ChunkHead[]> {
  return runQueued(db, () =>
    db.all<ChunkHead>(sql`
      select last_at, journal_id, first_seq, first_at, callers, labels from request_chunk
      where ${chunkConditions(filter, from, to)} ${andKey("<", after)}
      order by last_at desc, journal_id desc, first_seq desc limit ${headsAtOnce}`),
  );
}
