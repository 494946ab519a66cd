import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type ChunkRow, decodeCalls, type LoggedCall } from "../requests/chunk-codec.ts";
import { andKey, type ChunkKey } from "../requests/chunk-filter.ts";
import type { CallRecord } from "../usage/usage.ts";
import { calls } from "./call-queries.ts";
import { CallRows } from "./call-rows.ts";
import type { CallStore } from "./call-store.ts";

export interface Moved {
  /** Calls in the database that are not older than `since`. */
  readonly expected: number;
  /** Journals of which ClickHouse lacks calls. */
  readonly lacking: readonly {
    readonly journal: string;
    readonly expected: number;
    readonly found: number;
  }[];
}

const settingName = "calls_moved";
const chunksAtOnce = 500;

/**
 * Copies the single calls that the database has since a time to ClickHouse, in the order of the log. What was copied
 * before an interruption is not read again. Then compares the number of calls of each journal.
 */
export async function moveCalls(
  db: Database,
  store: CallStore,
  { since, fromStart, progress }: { since: number; fromStart: boolean; progress: (calls: number) => void },
): Promise<Moved> {
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
  return compare(db, store, since);
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

async function compare(db: Database, store: CallStore, since: number): Promise<Moved> {
  const clickhouse = await store.ready();
  const [expected, found] = await Promise.all([
    db.all<{ journal_id: string; calls: number }>(sql`
      select journal_id, cast(sum(calls) as bigint) as calls from request_chunk
      where last_at >= ${since} group by journal_id order by journal_id`),
    clickhouse.rows<{ journal: string; calls: number }>(
      `select journal, count() as calls from ${calls} where moved = 1 group by journal`,
    ),
  ]);
  const foundOf = new Map(found.map(({ journal, calls: own }) => [journal, own]));
  return {
    expected: expected.reduce((sum, { calls: own }) => sum + own, 0),
    lacking: expected
      .map(({ journal_id, calls: own }) => ({
        journal: journal_id,
        expected: own,
        found: foundOf.get(journal_id) ?? 0,
      }))
      // The service may have removed old calls from the database since.
      .filter((one) => one.found < one.expected),
  };
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
