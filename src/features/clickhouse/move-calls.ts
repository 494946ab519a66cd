import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type ChunkRow, decodeCalls, type LoggedCall } from "../../metering/requests/chunk-codec.ts";
import { andKey, type ChunkKey } from "../../metering/requests/chunk-filter.ts";
import type { CallRecord } from "../../metering/usage/usage.ts";
import { CallRows } from "./call-rows.ts";
import type { CallStore } from "./call-store.ts";
import { movedDays, removeDay } from "./moved-days.ts";

export interface Moved {
  /** Calls in the database that are not older than `since`. */
  readonly expected: number;
  /** Journals of which ClickHouse lacks calls, by day. */
  readonly lacking: readonly Lacking[];
  /** Calls that were removed from the database. */
  readonly removed: number;
}

interface Lacking {
  /** Its start. */
  readonly day: number;
  readonly journal: string;
  readonly expected: number;
  readonly found: number;
}

export interface MoveOptions {
  /** Older calls stay where they are. */
  readonly since: number;
  readonly now: number;
  readonly fromStart: boolean;
  /** Receives the number of calls copied so far. */
  readonly progress: (calls: number) => void;
  /** Receives the number of calls removed so far, before more are. If absent, none are removed from the database. */
  readonly removed?: ((calls: number) => unknown) | undefined;
}

const settingName = "calls_moved";
const chunksAtOnce = 500;

/**
 * Copies the single calls that the database has since a time to ClickHouse, in the order of the log. What was copied
 * before an interruption is not read again. Then compares the number of calls of each journal and minute, and removes from
 * the database, if that is requested, the days of which ClickHouse has every call.
 */
export async function moveCalls(db: Database, store: CallStore, options: MoveOptions): Promise<Moved> {
  const { since, fromStart, progress } = options;
  let after = fromStart ? undefined : await readKey(db);
  // What ClickHouse lost since an earlier run must not pass for a repetition.
  const run = fromStart ? crypto.randomUUID() : "move";
  let done = 0;
  for (;;) {
    const chunks = await db.all<ChunkRow>(sql`
      select last_at, journal_id, first_seq, first_at, callers, labels, entries from request_chunk
      where last_at >= ${since} ${andKey(">", after)}
      order by last_at, journal_id, first_seq limit ${chunksAtOnce}`);
    if (chunks.length === 0) break;
    done += await copy(store, chunks, run);
    const { last_at, journal_id, first_seq } = chunks.at(-1)!;
    after = { last_at, journal_id, first_seq };
    await keepKey(db, after);
    progress(done);
  }
  return compare(db, store, options);
}

async function copy(store: CallStore, chunks: readonly ChunkRow[], run: string): Promise<number> {
  let copied = 0;
  for (const journalId of new Set(chunks.map(({ journal_id }) => journal_id))) {
    const rows = new CallRows(journalId, true);
    const own = chunks.filter(({ journal_id }) => journal_id === journalId);
    for (const chunk of own)
      for (const call of decodeCalls(chunk, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, () => true)) {
        rows.add({ seq: call.seq, call: recordOf(call) });
        copied += 1;
      }
    const [first, last] = [own[0]!, own.at(-1)!];
    await store.insert(
      rows,
      `${run}:${journalId}:${first.last_at}-${first.first_seq}-${last.last_at}-${last.first_seq}`,
    );
  }
  return copied;
}

function recordOf({ at, requestId, url, labels, caller, ...figures }: LoggedCall): CallRecord {
  const { productId, api, operation, method, address, status, credits, cache } = labels;
  const { requestBytes, responseBytes, apiMicros, serviceMicros } = figures;
  const { subscriptionId, userId } = caller;
  return {
    at,
    requestId,
    caller: { kind: "subscription", subscriptionId, userId, productId },
    api,
    operation,
    method,
    url,
    address,
    status,
    credits,
    cache,
    errorCode: labels.errorCode ?? undefined,
    key: labels.key ?? undefined,
    source: labels.source ?? undefined,
    requestBytes,
    responseBytes,
    apiMicros,
    serviceMicros,
  };
}

/** Compares day by day, and removes the days that agree if that is requested. */
async function compare(db: Database, store: CallStore, { since, now, removed }: MoveOptions): Promise<Moved> {
  const lacking: Lacking[] = [];
  let [expected, done] = [0, 0];
  for await (const day of movedDays(db, store, since)) {
    const journals = new Map<string, Lacking>();
    for (const { journal, expected: own, found } of day.minutes) {
      const sum = journals.get(journal) ?? { day: day.start, journal, expected: 0, found: 0 };
      journals.set(journal, { ...sum, expected: sum.expected + own, found: sum.found + found });
      expected += own;
    }
    const wrong = [...journals.values()].filter((one) => one.found < one.expected);
    lacking.push(...wrong);
    if (!removed || wrong.length > 0) continue;
    await removeDay(db, day, now, (own) => {
      done += own;
      return removed(done);
    });
  }
  return { expected, lacking, removed: done };
}

async function readKey(db: Database): Promise<ChunkKey | undefined> {
  const row = await db.get<{ value: string }>(sql`select value from setting where name = ${settingName}`);
  return row && (JSON.parse(row.value) as ChunkKey);
}

async function keepKey(db: Database, key: ChunkKey): Promise<void> {
  await db.run(sql`
    insert into setting (name, value) values (${settingName}, ${JSON.stringify(key)})
    on conflict (name) do update set value = excluded.value`);
}
