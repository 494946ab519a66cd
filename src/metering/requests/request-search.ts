import { floorTo, minuteMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { join, sql } from "../../database/sql.ts";
import type { KeySlot } from "../../http/caller.ts";
import { inTurn } from "../usage/usage-read.ts";
import { type ChunkFilter, type LogScope, runScope, spansInUse, type Window } from "./chunk-filter.ts";
import { runConditions } from "./request-log.ts";
import {
  type CallEntry,
  type CallLabels,
  type ChunkRow,
  callerOf,
  callersOf,
  callsOf,
  kindsOf,
  type LoggedCall,
  newestFirst,
  type RequestRow,
  requestRow,
} from "./request-rows.ts";

/** What calls are searched for beyond whose they are; a call must match all that is stated. */
export interface CallFilter {
  readonly productId?: string | undefined;
  readonly api?: string | undefined;
  readonly operation?: string | undefined;
  readonly address?: string | undefined;
  /** A status such as 200, or a class of them such as 4xx. */
  readonly status?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly key?: KeySlot | undefined;
  readonly requestId?: string | undefined;
  /** A part of path and query, in any case. */
  readonly url?: string | undefined;
}

export interface Searched {
  readonly rows: RequestRow[];
  /** The calls that match, from `from` on. */
  readonly total: number;
  /** The moment down to which was searched: the window's own start where nothing is left. */
  readonly from: number;
}

/** Calls that ended with the same error: how many, and the newest of them. */
export interface ErrorGroup {
  readonly status: number;
  readonly errorCode: string | null;
  readonly calls: number;
  readonly last: RequestRow;
}

/** What names a run. */
type ChunkKey = Pick<ChunkRow, "last_at" | "journal_id" | "first_seq">;

/** What is read of a run before it is known whether its calls are wanted. */
type ChunkHead = Omit<ChunkRow, "entries">;

/** Which calls are wanted: by what they have in common with others, and by the rest of them. */
interface Wanted {
  /** Whether a run's kinds, in JSON, may have one: told without parsing them, for most have none. */
  kinds(json: string): boolean;
  kind(kind: CallLabels): boolean;
  entry(entry: CallEntry): boolean;
}

const headsAtOnce = 256;
const entriesAtOnce = 32;
/** A search reads so much, some 20 ms, and then to the end of a minute: no call is in two. */
const headsMax = 4000;
const entriesMax = 256;

function wantedBy(filter: CallFilter): Wanted {
  const { productId, api, operation, address, status, errorCode, key, requestId } = filter;
  const url = filter.url?.toLowerCase();
  const is = <T>(wanted: T | undefined, value: T | null | undefined) =>
    wanted === undefined || wanted === value;
  const texts = [productId, api, operation, address, errorCode, key].filter((text) => text !== undefined);
  const quoted = texts.map((text) => JSON.stringify(text));
  const number = status === undefined ? undefined : new RegExp(`[,[] ?${status.replace("xx", "\\d\\d")}\\b`);
  return {
    kinds: (json) =>
      quoted.every((text) => json.includes(text)) && (number === undefined || number.test(json)),
    kind: ([ofProduct, ofApi, ofOperation, , from, ended, , , code, slot]) =>
      is(productId, ofProduct) &&
      is(api, ofApi) &&
      is(operation, ofOperation) &&
      is(address, from) &&
      is(errorCode, code) &&
      is(key, slot) &&
      is(status, status?.endsWith("xx") ? `${`${ended}`[0]}xx` : `${ended}`),
    entry: ([, , , id, path]) => is(requestId, id) && (url === undefined || path.toLowerCase().includes(url)),
  };
}

/**
 * Searches the log of [from, to), newest first, for one page of the calls that match. Roll-ups do not know all
 * that is searched for: the log itself is read, a bounded part of it.
 */
export async function searchRequests(
  db: Database,
  scope: LogScope,
  filter: CallFilter,
  window: Window,
  skip: number,
  size: number,
): Promise<Searched> {
  let found: LoggedCall[] = [];
  let total = 0;
  const from = await scan(db, scope, wantedBy(filter), window, (calls) => {
    total += calls.length;
    found = [...found, ...calls].sort(newestFirst).slice(0, skip + size);
  });
  return { rows: found.slice(skip).map(requestRow), total, from };
}

/** Groups the errors among the calls that match, the commonest first; reads as much of the log as a search does. */
export async function groupErrors(
  db: Database,
  scope: LogScope,
  filter: CallFilter,
  window: Window,
): Promise<{ readonly groups: ErrorGroup[]; readonly from: number }> {
  const wanted = wantedBy(filter);
  const errors = { ...wanted, kind: (kind: CallLabels) => kind[5] >= 400 && wanted.kind(kind) };
  const groups = new Map<string, { calls: number; last: LoggedCall }>();
  const from = await scan(db, scope, errors, window, (calls) => {
    for (const call of calls) {
      const [, , , , , status, , , code = null] = call.kind;
      const name = `${status} ${code}`;
      const group = groups.get(name);
      if (!group) groups.set(name, { calls: 1, last: call });
      else {
        group.calls += 1;
        if (newestFirst(call, group.last) < 0) group.last = call;
      }
    }
  });
  return {
    from,
    groups: [...groups.values()]
      .map(({ calls, last }) => ({ calls, last: requestRow(last) }))
      .map((one) => ({ ...one, status: one.last.status, errorCode: one.last.error_code }))
      .sort((a, b) => b.calls - a.calls || newer(a.last, b.last)),
  };
}

const newer = (a: RequestRow, b: RequestRow) => b.at - a.at || (a.request_id < b.request_id ? 1 : -1);

/**
 * Reads the log of [from, to) from its newest runs on, and passes the calls that are wanted to `take`, some at
 * a time. Resolves to the moment down to which it was read.
 */
async function scan(
  db: Database,
  scope: LogScope,
  wanted: Wanted,
  window: Window,
  take: (calls: LoggedCall[]) => void,
): Promise<number> {
  const runs = await runScope(db, scope, window);
  let [heads, entries] = [0, 0];
  let stopAt = window.from;
  for (const span of await spansInUse(db, scope, window))
    for (let after: ChunkHead | undefined; ; ) {
      const read = await readHeads(db, runs, span, after);
      const rest = read.filter((run) => run.last_at >= stopAt);
      const kept = rest.filter((run) => holds(run, runs, wanted));
      for (let first = 0; first < kept.length; first += entriesAtOnce)
        for (const run of await readEntries(db, kept.slice(first, first + entriesAtOnce))) {
          const calls = callsOf(run, window.from, window.to, runs.includes);
          take(calls.filter(({ kind, entry }) => wanted.kind(kind) && wanted.entry(entry)));
        }
      heads += read.length;
      entries += kept.length;
      after = read.at(-1);
      if (rest.length < read.length) return stopAt;
      if (read.length < headsAtOnce) break;
      if (heads >= headsMax || entries >= entriesMax)
        stopAt = Math.max(stopAt, floorTo(after!.last_at, minuteMs));
    }
  return window.from;
}

/** Whether some call of a run is wanted, as far as its kinds tell. */
function holds(run: ChunkHead, { includes }: ChunkFilter, wanted: Wanted): boolean {
  if (!wanted.kinds(run.labels)) return false;
  const callers = callersOf(run);
  return kindsOf(run).some((kind) => wanted.kind(kind) && includes(callerOf(kind, callers)));
}

function readHeads(
  db: Database,
  runs: ChunkFilter,
  { from, to }: Window,
  after: ChunkHead | undefined,
): Promise<ChunkHead[]> {
  const behind = after
    ? sql`and (last_at, journal_id, first_seq) < (${after.last_at}, ${after.journal_id}, ${after.first_seq})`
    : sql``;
  return inTurn(db, () =>
    db.all<ChunkHead>(sql`
      select last_at, journal_id, first_seq, first_at, callers, labels from request_chunk
      where ${runConditions(runs, from, to)} ${behind}
      order by last_at desc, journal_id desc, first_seq desc limit ${headsAtOnce}`),
  );
}

/** The runs of some heads, in any order; some dozens at once. */
export function readEntries(db: Database, heads: readonly ChunkKey[]): Promise<ChunkRow[]> {
  const keys = heads.map(
    (run) =>
      sql`(last_at = ${run.last_at} and journal_id = ${run.journal_id} and first_seq = ${run.first_seq})`,
  );
  return inTurn(db, () =>
    db.all<ChunkRow>(sql`
      select last_at, journal_id, first_seq, first_at, callers, labels, entries from request_chunk
      where ${join(keys, " or ")}`),
  );
}
