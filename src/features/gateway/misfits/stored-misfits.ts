import { storedFallback } from "../../../access/upstream-credentials.ts";
import { dayMs, hourMs, minuteMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { ApiRow } from "../../../management/apis/apis-record.ts";

/** A source whose answers did not fit. */
export interface MisfitSource {
  /** The ID of the API. */
  readonly api: string;
  /** The name of the source. */
  readonly source: string;
}

/** Answers of a source that did not fit in one minute. */
export interface Misfit extends MisfitSource {
  /** Milliseconds UTC. */
  readonly minute: number;
  readonly answers: number;
  /** The place of the last one, and what was wrong there. It has no value of the answer. */
  readonly reason: string;
  readonly lastAt: number;
}

/** What a source's answers did lately. */
export interface RecentMisfits extends MisfitSource {
  readonly reason: string;
  readonly lastAt: number;
  /** Those of the last hour. */
  readonly answers: number;
}

/** Adds to what is stored. */
export async function addMisfits(db: Queries, misfits: readonly Misfit[]): Promise<void> {
  for (const { api, source, minute, answers, reason, lastAt } of misfits)
    await db.run(sql`
      insert into upstream_misfit (api_id, source, minute, answers, reason, last_at)
      values (${api}, ${source}, ${minute}, ${answers}, ${reason}, ${lastAt})
      on conflict (api_id, source, minute) do update set answers = upstream_misfit.answers + excluded.answers,
        reason = excluded.reason, last_at = excluded.last_at`);
}

/** The sources with such answers within a day, of one API or of all, the last one first. */
export async function recentMisfits(db: Queries, now: number, api?: string): Promise<RecentMisfits[]> {
  const rows = await db.all<{
    api_id: string;
    source: string;
    minute: number;
    answers: number;
    reason: string;
    last_at: number;
  }>(sql`
    select api_id, source, minute, answers, reason, last_at from upstream_misfit
    where minute > ${now - dayMs - minuteMs} and last_at > ${now - dayMs} ${api === undefined ? sql`` : sql`and api_id = ${api}`}
    order by last_at desc, api_id, source`);
  const sources = new Map<string, RecentMisfits>();
  for (const row of rows) {
    const name = `${row.api_id} ${row.source}`;
    const answers = row.minute > now - hourMs - minuteMs ? row.answers : 0;
    const known = sources.get(name);
    sources.set(name, {
      api: row.api_id,
      source: row.source,
      reason: known?.reason ?? row.reason,
      lastAt: known?.lastAt ?? row.last_at,
      answers: (known?.answers ?? 0) + answers,
    });
  }
  return [...sources.values()];
}

/** Deletes those of a source whose mapping has changed. */
export async function forgetMisfits(tx: Queries, row: ApiRow, of: "first" | "other"): Promise<void> {
  const source = of === "first" ? row.upstream?.source : storedFallback(row)?.source;
  if (source !== undefined)
    await tx.run(sql`delete from upstream_misfit where api_id = ${row.id} and source = ${source}`);
}

/** Deletes those that are older than a day. */
export async function deleteOldMisfits(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from upstream_misfit where minute < ${now - dayMs - minuteMs}`);
}
