import { isServiceId, uuidTime } from "../../base/ids.ts";
import type { Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import type { NumberedCall } from "../usage/usage.ts";

/** A charged call as a repetition names it. */
export interface ChargedCall {
  readonly requestId: string;
  readonly userId: string;
  /** Path and query, as the record has them. */
  readonly url: string;
  /** Milliseconds UTC. */
  readonly at: number;
}

const insert = new RowsStatement<never>(
  `insert into charged_call (request_id, user_id, url_hash, at, repeats)
  select v.column1, v.column2, v.column3, v.column4, 0 from :rows where 1 = 1
  on conflict (request_id, user_id, url_hash) do nothing`,
  ["text", "text", "text", "bigint"],
);

const hashOf = (url: string): string => Bun.hash(url).toString(36);

/** Stores the charged calls whose IDs their callers sent. In the transaction that applies them. */
export async function writeCharged(tx: Queries, records: readonly NumberedCall[]): Promise<void> {
  const charged = records.flatMap(({ call }) => {
    const { requestId, credits, method, amends } = call;
    if (credits === 0 || method !== "GET" || amends !== undefined) return [];
    return uuidTime(requestId) === undefined || isServiceId(requestId) ? [] : [call];
  });
  if (charged.length === 0) return;
  // All transactions lock the rows in one order.
  charged.sort((a, b) => (a.requestId < b.requestId ? -1 : 1));
  await insert.run(tx, [
    charged.map(({ requestId }) => requestId),
    charged.map(({ caller }) => caller.userId),
    charged.map(({ url }) => hashOf(url)),
    charged.map(({ at }) => at),
  ]);
}

/** Counts a repetition of a charged call after a moment. Resolves to their number; undefined without such a call. */
export async function countRepeat(
  db: Queries,
  { requestId, userId, url }: Omit<ChargedCall, "at">,
  after: number,
): Promise<number | undefined> {
  const row = await db.get<{ repeats: number }>(sql`
    update charged_call set repeats = repeats + 1
    where request_id = ${requestId} and user_id = ${userId} and url_hash = ${hashOf(url)} and at > ${after}
    returning repeats`);
  return row?.repeats;
}

/** Stores a charged call that the request log has, and counts its repetition. Resolves to their number. */
export async function addRepeated(db: Queries, { requestId, userId, url, at }: ChargedCall): Promise<number> {
  const row = await db.get<{ repeats: number }>(sql`
    insert into charged_call (request_id, user_id, url_hash, at, repeats)
    values (${requestId}, ${userId}, ${hashOf(url)}, ${at}, 1)
    on conflict (request_id, user_id, url_hash) do update set repeats = charged_call.repeats + 1
    returning repeats`);
  return row!.repeats;
}

/**
 * Whether every call that began before a moment is in the database: no journal that was open then has others. The
 * journal of a lost machine keeps that unknown.
 */
export async function isAppliedPast(db: Queries, moment: number): Promise<boolean> {
  const behind = await db.get(sql`
    select 1 as found from journal where clear_at < ${moment}
      and (state = 'open' or (state = 'expired' and closed_at >= ${moment})) limit 1`);
  return behind === undefined;
}

/** Deletes charged calls whose IDs are older than a moment. */
export async function purgeCharged(db: Queries, before: number): Promise<void> {
  const digits = Math.max(0, Math.trunc(before)).toString(16).padStart(12, "0");
  await db.run(
    sql`delete from charged_call where request_id < ${`${digits.slice(0, 8)}-${digits.slice(8)}`}`,
  );
}

const onceMs = 60_000;

/** Since when charged calls are stored, milliseconds UTC; 0 if the installation always did. */
export async function chargedCallsSince(db: Queries): Promise<number> {
  const row = await db.get<{ since: number | null; first: number | null }>(sql`
    select max(case when id = '0017-charged-calls' then applied_at end) as since, min(applied_at) as first
    from migration`);
  const since = row?.since ?? 0;
  return since - (row?.first ?? 0) < onceMs ? 0 : since;
}
