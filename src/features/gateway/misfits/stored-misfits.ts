import { storedFallback } from "../../../access/upstream-credentials.ts";
import { dayMs, hourMs, minuteMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, text } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";
import type { ApiRow } from "../../../management/apis/apis-record.ts";

const minutes = new Table({
  name: "upstream_misfit",
  as: "u",
  key: ["apiId", "source", "minute"],
  members: {
    apiId: text,
    source: text,
    /** Milliseconds UTC. */
    minute: integer,
    answers: integer,
    /** The place of the last one, and what was wrong there. It has no value of the answer. */
    reason: text,
    lastAt: integer,
  },
});

/** A source whose answers did not fit. */
export interface MisfitSource {
  /** The ID of the API. */
  readonly api: string;
  /** The name of the source. */
  readonly source: string;
}

/** Answers of a source that did not fit in one minute. */
export type Misfit = Row<typeof minutes>;

/** What a source's answers did lately. */
export interface RecentMisfits extends MisfitSource {
  readonly reason: string;
  readonly lastAt: number;
  /** Those of the last hour. */
  readonly answers: number;
}

/** Adds to what is stored. */
export async function addMisfits(db: Queries, misfits: readonly Misfit[]): Promise<void> {
  for (const one of misfits) {
    const { apiId, source, minute, answers, reason, lastAt } = one;
    if ((await minutes.add(db, [one])) === 0)
      await db.run(sql`
        update upstream_misfit set answers = answers + ${answers}, reason = ${reason}, last_at = ${lastAt}
        where api_id = ${apiId} and source = ${source} and minute = ${minute}`);
  }
}

/** The sources with such answers within a day, of one API or of all, the last one first. */
export async function recentMisfits(db: Queries, now: number, api?: string): Promise<RecentMisfits[]> {
  const rows = await minutes.select(
    db,
    sql`where minute > ${now - dayMs - minuteMs} and last_at > ${now - dayMs}
      ${api === undefined ? sql`` : sql`and api_id = ${api}`} order by last_at desc, api_id, source`,
  );
  const sources = new Map<string, RecentMisfits>();
  for (const row of rows) {
    const name = `${row.apiId} ${row.source}`;
    const answers = row.minute > now - hourMs - minuteMs ? row.answers : 0;
    const known = sources.get(name);
    sources.set(name, {
      api: row.apiId,
      source: row.source,
      reason: known?.reason ?? row.reason,
      lastAt: known?.lastAt ?? row.lastAt,
      answers: (known?.answers ?? 0) + answers,
    });
  }
  return [...sources.values()];
}

/** The name of an API's source in `x-data-source`; undefined without one. */
export const sourceName = (row: ApiRow, of: "first" | "other"): string | undefined =>
  of === "first" ? row.upstream?.source : storedFallback(row)?.source;

/** Deletes those of a source whose mapping has changed. */
export async function forgetMisfits(tx: Queries, row: ApiRow, of: "first" | "other"): Promise<void> {
  const source = sourceName(row, of);
  if (source !== undefined)
    await tx.run(sql`delete from upstream_misfit where api_id = ${row.id} and source = ${source}`);
}

/** Deletes those that are older than a day. */
export async function deleteOldMisfits(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from upstream_misfit where minute < ${now - dayMs - minuteMs}`);
}
