import { dayMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

const refusedShownMs = 30 * dayMs;

/** How far the export is behind. */
export interface ExportState {
  readonly waiting: number;
  /** Age of the oldest waiting entry in milliseconds; 0 without one. */
  readonly lagMs: number;
  /** Entries of the last 30 days that the receiver refused. */
  readonly refused: number;
  /** Milliseconds since which attempts have failed, and why the last one did; undefined if they do not fail. */
  readonly failing: { readonly forMs: number; readonly error: string } | undefined;
}

export async function readExportState(db: Queries, now: number): Promise<ExportState> {
  const row = await db.get<{
    waiting: number;
    refused: number;
    oldest: number | null;
    failing_since: number | null;
    error: string | null;
  }>(sql`
    select (select count(*) from audit_log where exported = 0) as waiting,
      (select min(at) from audit_log where exported = 0) as oldest,
      (select count(*) from audit_log where exported = 2 and at > ${now - refusedShownMs}) as refused,
      (select failing_since from audit_export where id = 1) as failing_since,
      (select error from audit_export where id = 1) as error`);
  const { waiting, refused, oldest, failing_since: since, error } = row!;
  return {
    waiting,
    refused,
    lagMs: oldest === null ? 0 : Math.max(0, now - oldest),
    failing: since === null ? undefined : { forMs: Math.max(0, now - since), error: error ?? "" },
  };
}
