import type { Database } from "../../database/database.ts";
import type { LoggedCall } from "./chunk-codec.ts";
import type { LogScope, TimeRange } from "./chunk-filter.ts";
import { type JournalSpan, journalCalls, lastSeqBefore } from "./journal-calls.ts";
import { productCalls } from "./replay-log.ts";
import { blankAddresses } from "./request-addresses.ts";
import { type ErrorGroup, groupErrors, groupKeys, type KeyGroup } from "./request-groups.ts";
import { oldestRequest, readRequests, seekRequests } from "./request-log.ts";
import { purgeRequestLog, type RequestLogLimits } from "./request-purge.ts";
import { type CallFilter, readMatching, type Searched, searchRequests } from "./request-search.ts";
import { readTail, type Tail, type TailCursor, tailEnd } from "./request-tail.ts";

/** The request log, wherever it is. Time ranges are [from, to), milliseconds UTC. */
export interface CallLog {
  /** One page of all calls of a scope, newest first, and their number. */
  page(scope: LogScope, range: TimeRange, skip: number, size: number): Promise<Searched>;
  /** One page of the calls that match, newest first. It may end before the start of the time range. */
  search(
    scope: LogScope,
    filter: CallFilter,
    range: TimeRange,
    skip: number,
    size: number,
  ): Promise<Searched>;
  /** The errors among the calls that match, the commonest first. */
  groupErrors(scope: LogScope, filter: CallFilter, range: TimeRange): Promise<Groups<ErrorGroup>>;
  /** The keys of the calls that match, the most called first. */
  groupKeys(scope: LogScope, filter: CallFilter, range: TimeRange): Promise<Groups<KeyGroup>>;
  /** Passes all calls that match to `take`, some at a time. */
  readMatching(
    scope: LogScope,
    filter: CallFilter,
    range: TimeRange,
    take: (calls: readonly LoggedCall[]) => void,
  ): Promise<void>;
  /** The calls under a product, oldest first, some at a time. */
  productCalls(productId: string, from: number, to: number): AsyncGenerator<readonly LoggedCall[]>;
  /** The calls of a journal in the order of their seqs, some at a time. */
  journalCalls(span: JournalSpan): AsyncGenerator<readonly LoggedCall[]>;
  /** The last seq of a journal's span before its first call at or after `since`, a whole minute. */
  lastSeqBefore(span: JournalSpan): Promise<number>;
  /** The end of the log: calls that come later follow it. */
  tailEnd(now: number): Promise<TailCursor>;
  readTail(scope: LogScope, cursor: TailCursor, now: number): Promise<Tail>;
  /** The time of the first call; undefined if there is none. */
  oldest(): Promise<number | undefined>;
  /** Removes a user's addresses. */
  blankAddresses(userId: string): Promise<void>;
  /** Removes what is kept long enough, and the rollups by minute of the same time; resolves to the number of calls. */
  purge(now: number, limits: RequestLogLimits): Promise<number>;
  /** Why single calls cannot be read or stored, or how far they are behind; undefined if all is well. */
  state(): Promise<"ok" | "behind" | "unavailable">;
}

export interface Groups<Group> {
  readonly groups: readonly Group[];
  /** Where the search ended. */
  readonly from: number;
}

/** The request log in the database. */
export function databaseLog(db: Database): CallLog {
  return {
    async page(scope, range, skip, size) {
      const { total, cursor } = await seekRequests(db, scope, range, skip);
      const calls = cursor ? await readRequests(db, scope, range.from, cursor, size) : [];
      return { calls, total, from: range.from };
    },
    search: (...query) => searchRequests(db, ...query),
    groupErrors: (...query) => groupErrors(db, ...query),
    groupKeys: (...query) => groupKeys(db, ...query),
    readMatching: (...query) => readMatching(db, ...query),
    productCalls: (...query) => productCalls(db, ...query),
    journalCalls: (span) => journalCalls(db, span),
    lastSeqBefore: (span) => lastSeqBefore(db, span),
    tailEnd: (now) => tailEnd(db, now),
    readTail: (...query) => readTail(db, ...query),
    oldest: () => oldestRequest(db),
    blankAddresses: (userId) => blankAddresses(db, userId),
    purge: (...limits) => purgeRequestLog(db, ...limits),
    state: async () => "ok",
  };
}
