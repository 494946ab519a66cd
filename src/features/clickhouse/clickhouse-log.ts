import { withTimeout } from "../../base/with-timeout.ts";
import type { Database } from "../../database/database.ts";
import { keySlots } from "../../http/caller.ts";
import { type CallLog, databaseLog } from "../../metering/requests/call-log.ts";
import type { LogScope, TimeRange } from "../../metering/requests/chunk-filter.ts";
import type { JournalSpan } from "../../metering/requests/journal-calls.ts";
import { addToKeys, type KeyGroup, sortedKeys } from "../../metering/requests/request-groups.ts";
import { purgeRequestLog } from "../../metering/requests/request-purge.ts";
import type { CallFilter } from "../../metering/requests/request-search.ts";
import { readTail, tailCallsMax, tailEnd } from "../../metering/requests/request-tail.ts";
import { findJournal } from "../../metering/sharing/journal-rows.ts";
import {
  type CallRow,
  type Condition,
  calls,
  conditionOf,
  loggedCall,
  pageQuery,
  requestId,
  seqQuery,
  testKey,
} from "./call-queries.ts";
import type { CallStore } from "./call-store.ts";
import { callTable, changedTable } from "./call-table.ts";
import { ClickhouseUnavailable } from "./clickhouse.ts";
import { logState } from "./log-state.ts";
import { findPage, newestPart, windowsOf } from "./page-range.ts";

/** A search reads about this number of calls, and returns how far it came. */
const searchedMax = 20_000_000;
const windowCallsMax = 100_000;
const matchingAtOnce = 10_000;
/** A report waits so long for this node's newest calls. */
const freshMs = 1000;

interface Count {
  readonly calls: number;
}

/** The request log in ClickHouse. `ship` sends this node's applied calls to it; totals come from the rollups. */
export function clickhouseLog(db: Database, store: CallStore, ship: () => Promise<void>): CallLog {
  /** After this node's newest calls are there, unless that takes too long. */
  const fresh = () =>
    withTimeout(ship(), freshMs, () => new Error("it takes too long")).catch(() => undefined);
  const rows = async <Row>(query: string, values: Condition["values"] = {}): Promise<Row[]> =>
    (await store.ready()).rows<Row>(query, values);
  const count = async ({ text, values }: Condition): Promise<number> => {
    const [row] = await rows<Count>(`select count() as calls from ${calls} where ${text}`, values);
    return row?.calls ?? 0;
  };
  const page = async (condition: Condition, size?: number, skip?: number) =>
    (await rows<CallRow>(pageQuery(condition, size, skip), condition.values)).map(loggedCall);
  const countPart = (scope: LogScope) => async (from: number, to: number) => ({
    from,
    to,
    calls: from < to ? await count(conditionOf(scope, { from, to })) : 0,
  });
  const inDatabase = databaseLog(db);
  return {
    async page(scope, range, skip, size) {
      await fresh();
      const found = await findPage(db, scope, range, { skip, size }, countPart(scope));
      const read = found.from < found.to ? await page(conditionOf(scope, found), size, found.skip) : [];
      return { calls: read, total: found.total, from: range.from };
    },
    async search(scope, filter, range, skip, size) {
      await fresh();
      const part = await newestPart(db, scope, range, searchedMax);
      const condition = conditionOf(scope, part, filter);
      const [total, found] = await Promise.all([count(condition), page(condition, size, skip)]);
      return { calls: found, total, from: part.from };
    },
    async groupErrors(scope, filter, range) {
      await fresh();
      const part = await newestPart(db, scope, range, searchedMax);
      return { groups: await groupErrors(rows, scope, filter, part), from: part.from };
    },
    async groupKeys(scope, filter, range) {
      await fresh();
      const part = await newestPart(db, scope, range, searchedMax);
      return { groups: await groupKeys(rows, conditionOf(scope, part, filter)), from: part.from };
    },
    async readMatching(scope, filter, range, take) {
      await fresh();
      const condition = conditionOf(scope, range, filter);
      for (let skip = 0; ; skip += matchingAtOnce) {
        const found = await page(condition, matchingAtOnce, skip);
        take(found);
        if (found.length < matchingAtOnce) return;
      }
    },
    async *productCalls(productId, from, to) {
      await fresh();
      for (const window of await windowsOf(db, { from, to }, windowCallsMax)) {
        const found = await page(conditionOf({ userIds: [] }, window, { productId }));
        if (found.length > 0) yield found.reverse();
      }
    },
    async *journalCalls(span) {
      if (!(await isElsewhere(db, span.journalId))) return yield* inDatabase.journalCalls(span);
      for (let after = span.after; after < span.to; after += seqsAtOnce) {
        const { text, values } = spanCondition({ ...span, after, to: Math.min(span.to, after + seqsAtOnce) });
        const found = await rows<CallRow>(seqQuery(text), values);
        if (found.length > 0) yield found.map(loggedCall);
      }
    },
    async lastSeqBefore(span) {
      if (!(await isElsewhere(db, span.journalId))) return inDatabase.lastSeqBefore(span);
      const { text, values } = spanCondition(span);
      const [first] = await rows<{ calls: number; first_seq: number }>(
        `select count() as calls, min(seq) as first_seq from ${callTable} where ${text}`,
        values,
      );
      return first && first.calls > 0 ? first.first_seq - 1 : span.to;
    },
    tailEnd: (now) => tailEnd(db, now),
    readTail: (scope, cursor, now) =>
      readTail(db, scope, cursor, now, async (own, seqs, since) => {
        const { text, values } = conditionOf(own, { from: since, to: Number.POSITIVE_INFINITY });
        const all: Record<string, string | number> = { ...values };
        const texts = seqs.map(({ journalId, first, last }, index) => {
          all[`journal${index}`] = journalId;
          return `(journal = {journal${index}:String} and seq > ${first} and seq <= ${last})`;
        });
        const condition = { text: `${text} and (${texts.join(" or ")})`, values: all };
        const newest = await page(condition, tailCallsMax);
        const total = newest.length < tailCallsMax ? newest.length : await count(condition);
        return { calls: newest, skipped: total - newest.length };
      }),
    async oldest() {
      const [row] = await rows<{ calls: number; first: number }>(
        `select count() as calls, toUnixTimestamp64Milli(min(at)) as first from ${callTable}`,
      );
      return row && row.calls > 0 ? row.first : undefined;
    },
    async blankAddresses(userId) {
      // Calls that were not moved are there, and those of nodes without ClickHouse.
      await inDatabase.blankAddresses(userId);
      await blankAddresses(store, userId);
    },
    purge: (now, limits) => purgeRequestLog(db, now, limits, true),
    state: logState(db, store),
  };
}

/** Some megabytes of an answer. */
const seqsAtOnce = 20_000;

/** Whether ClickHouse keeps the single calls of a journal. */
async function isElsewhere(db: Database, journalId: string): Promise<boolean> {
  const journal = await findJournal(db, journalId);
  return journal !== undefined && journal.logged_seq !== null;
}

function spanCondition({ journalId, after, to, since, caller }: JournalSpan): Condition {
  const scope = { userIds: caller ? [caller.userId] : [], subscriptionId: caller?.subscriptionId };
  const { text, values } = conditionOf(scope, { from: since, to: Number.POSITIVE_INFINITY });
  return {
    text: `${text} and journal = {journal:String} and seq > {after:UInt64} and seq <= {to_seq:UInt64}`,
    values: { ...values, journal: journalId, after, to_seq: to },
  };
}

type Rows = <Row>(query: string, values?: Condition["values"]) => Promise<Row[]>;

async function groupErrors(rows: Rows, scope: LogScope, filter: CallFilter, range: TimeRange) {
  const { text, values } = conditionOf(scope, range, filter);
  const counted = filter.key === undefined ? ` and key != ${testKey}` : "";
  const found = await rows<{
    status: number;
    error_code: string;
    calls: number;
    last_at: number;
    last_request: string;
    last_journal: string;
    last_seq: number;
  }>(
    `select status, error_code, count() as calls, toUnixTimestamp64Milli(max(at)) as last_at,
      argMax(${requestId}, (at, journal, seq)) as last_request,
      argMax(journal, (at, journal, seq)) as last_journal, argMax(seq, (at, journal, seq)) as last_seq
    from ${calls} where ${text}${counted} and status >= 400
    group by status, error_code order by calls desc, last_at desc, last_request`,
    values,
  );
  return found.map(({ status, error_code, calls: own, last_at, last_request, last_journal, last_seq }) => ({
    status,
    errorCode: error_code === "" ? null : error_code,
    calls: own,
    last: { at: last_at, requestId: last_request, journalId: last_journal, seq: last_seq },
  }));
}

async function groupKeys(rows: Rows, { text, values }: Condition): Promise<KeyGroup[]> {
  const found = await rows<{
    subscription_id: string;
    key: number;
    status: number;
    calls: number;
    credits: number;
    last_at: number;
  }>(
    `select subscription_id, key, status, count() as calls, sum(credits) as credits,
      toUnixTimestamp64Milli(max(at)) as last_at
    from ${calls} where ${text} group by subscription_id, key, status`,
    values,
  );
  const groups = new Map<string, KeyGroup>();
  for (const { subscription_id: subscriptionId, key, status, calls: own, credits, last_at: lastAt } of found)
    addToKeys(groups, {
      subscriptionId,
      key: keySlots[key - 1] ?? null,
      status,
      calls: own,
      credits,
      lastAt,
    });
  return sortedKeys(groups);
}

/** Repeated by maintenance for a day: calls may be on their way, or ClickHouse away. */
async function blankAddresses(store: CallStore, userId: string): Promise<void> {
  const own = "user_id = {user:String} and address != ''";
  try {
    const clickhouse = await store.ready();
    const found = await clickhouse.rows(`select 1 as found from ${callTable} where ${own} limit 1`, {
      user: userId,
    });
    if (found.length === 0) return;
    const change = `alter table ${changedTable(store.options.cluster)} update address = '' where ${own}`;
    await clickhouse.run(change, { user: userId }, { mutations_sync: 1 });
  } catch (error) {
    if (!(error instanceof ClickhouseUnavailable)) throw error;
  }
}
