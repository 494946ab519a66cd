import { floorTo, minuteMs } from "../base/durations.ts";
import type { Database } from "../database/database.ts";
import { join, sql } from "../database/sql.ts";
import { type LogScope, runConditions } from "./request-log.ts";
import {
  type CallKind,
  callsOf,
  type LoggedCall,
  newestFirst,
  type RequestRow,
  type RunRow,
  requestRow,
} from "./request-rows.ts";
import { inTurn } from "./usage-read.ts";

/** What calls are searched for beyond whose they are; a call must match all that is stated. */
export interface CallFilter {
  readonly productId?: string | undefined;
  readonly api?: string | undefined;
  readonly operation?: string | undefined;
  readonly address?: string | undefined;
  /** A status such as 200, or a class of them such as 4xx. */
  readonly status?: string | undefined;
}

export interface Searched {
  readonly rows: RequestRow[];
  /** The calls that match, from `from` on. */
  readonly total: number;
  /** The moment down to which was searched: the window's own start where nothing is left. */
  readonly from: number;
}

/** What is read of a run before it is known whether its calls are wanted. */
type RunHead = Omit<RunRow, "entries"> & { readonly calls: number };

const headsAtOnce = 256;
const entriesAtOnce = 32;
/** A search reads so much, some 20 ms, and then to the end of a minute: no call is in two. */
const headsMax = 4000;
const entriesMax = 256;

function matches(filter: CallFilter, kind: CallKind): boolean {
  const [productId, api, operation, , address, status] = kind;
  const { status: wanted } = filter;
  return (
    (filter.productId === undefined || productId === filter.productId) &&
    (filter.api === undefined || api === filter.api) &&
    (filter.operation === undefined || operation === filter.operation) &&
    (filter.address === undefined || address === filter.address) &&
    (wanted === undefined || (wanted.endsWith("xx") ? `${status}`[0] === wanted[0] : `${status}` === wanted))
  );
}

/**
 * Searches the log of [from, to), newest first, for one page of the calls that match. Roll-ups do not know all
 * that is searched for: the log itself is read, a bounded part of it.
 */
export async function searchRequests(
  db: Database,
  scope: LogScope,
  filter: CallFilter,
  window: { readonly from: number; readonly to: number },
  skip: number,
  size: number,
): Promise<Searched> {
  const wanted = skip + size;
  let found: LoggedCall[] = [];
  let [total, heads, entries] = [0, 0, 0];
  let stopAt = window.from;
  const shown = () => found.slice(skip).map(requestRow);
  for (let after: RunHead | undefined; ; ) {
    const read = await readHeads(db, scope, window, after);
    const rest = read.filter((run) => run.last_at >= stopAt);
    const kept = rest.filter((run) =>
      (JSON.parse(run.kinds) as CallKind[]).some((kind) => matches(filter, kind)),
    );
    for (let first = 0; first < kept.length; first += entriesAtOnce) {
      const runs = await readEntries(db, kept.slice(first, first + entriesAtOnce));
      const calls = runs.flatMap((run) => {
        const kinds = JSON.parse(run.kinds) as CallKind[];
        return callsOf(run, window.from, window.to).filter(({ entry }) => matches(filter, kinds[entry[2]]!));
      });
      total += calls.length;
      found = [...found, ...calls].sort(newestFirst).slice(0, wanted);
    }
    heads += read.length;
    entries += kept.length;
    after = read.at(-1);
    if (rest.length < read.length) return { rows: shown(), total, from: stopAt };
    if (read.length < headsAtOnce) return { rows: shown(), total, from: window.from };
    if (heads >= headsMax || entries >= entriesMax)
      stopAt = Math.max(stopAt, floorTo(after!.last_at, minuteMs));
  }
}

function readHeads(
  db: Database,
  scope: LogScope,
  { from, to }: { readonly from: number; readonly to: number },
  after: RunHead | undefined,
): Promise<RunHead[]> {
  const behind = after
    ? sql`and (last_at, journal_id, first_seq) < (${after.last_at}, ${after.journal_id}, ${after.first_seq})`
    : sql``;
  return inTurn(db, () =>
    db.all<RunHead>(sql`
      select last_at, journal_id, first_seq, first_at, subscription_id, user_id, calls, kinds from request_run
      where ${runConditions(scope, from, to)} ${behind}
      order by last_at desc, journal_id desc, first_seq desc limit ${headsAtOnce}`),
  );
}

function readEntries(db: Database, heads: readonly RunHead[]): Promise<RunRow[]> {
  const keys = heads.map(
    (run) =>
      sql`(last_at = ${run.last_at} and journal_id = ${run.journal_id} and first_seq = ${run.first_seq})`,
  );
  return inTurn(db, () =>
    db.all<RunRow>(sql`
      select last_at, journal_id, first_seq, first_at, subscription_id, user_id, kinds, entries from request_run
      where ${join(keys, " or ")}`),
  );
}
