import { type AuditRow, auditLog } from "../../../access/audit.ts";
import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { list, sql } from "../../../database/sql.ts";
import { decide } from "../../../decisions/decisions.ts";
import type { DecisionKind } from "../../../decisions/kind.ts";
import type { Restoring } from "../../../decisions/restoring.ts";
import { waitingRows } from "../../../outbox/waiting-rows.ts";

/** The state of the export, as all processes share it. Times are milliseconds UTC. */
export interface ExportRow {
  readonly failing_since: number | null;
  readonly retry_at: number;
  readonly error: string | null;
}

/** Whether an entry waits and no failure delays it, and since when attempts have failed. */
export async function readWork(
  db: Queries,
  now: number,
): Promise<{ readonly isDue: boolean; readonly failingSince: number | null }> {
  const row = await db.get<{ waits: number; failing_since: number | null; retry_at: number | null }>(sql`
    select (select count(*) from (select 1 from audit_log where exported = 0 limit 1) as found) as waits,
      (select failing_since from audit_export where id = 1) as failing_since,
      (select retry_at from audit_export where id = 1) as retry_at`);
  const { waits, failing_since, retry_at } = row!;
  return { isDue: waits > 0 && (retry_at ?? 0) <= now, failingSince: failing_since };
}

/** The oldest entries that are not exported, as they are now: erased values are not sent, after a failure too. */
export const readEntries = (db: Queries, most: number): Promise<AuditRow[]> =>
  auditLog.select(db, sql`where exported = 0 order by at, id limit ${most}`);

const markSent = new RowsStatement(
  "update audit_log set exported = 1 where id in (select v.column1 from :rows)",
  ["text"],
);
const markRefused = new RowsStatement(
  "update audit_log set exported = 2 where id in (select v.column1 from :rows)",
  ["text"],
);

/** Entries that the receiver took. */
const exported: DecisionKind<{ readonly entries: readonly string[] }> = {
  name: "audit-export",
  group: "sent",
  shown: "audit entries exported",
  unconfirmed: "done",
  replay: (tx, { entries }) =>
    tx.run(sql`update audit_log set exported = 1 where exported = 0 and id in (${list(entries)})`),
};

export const exportRestoring: Restoring = {
  kinds: [exported],
  waiting: [
    waitingRows({
      shown: "audit entries to export",
      table: "audit_log",
      // Without a receiver none waits.
      where: (before) => sql`exported = 0 and at < ${before} and exists (select 1 from audit_export)`,
      drop: () => sql`exported = 1`,
    }),
  ],
};

/** Notes what the receiver took, what it refused, and that it works. */
export async function noteDelivered(
  tx: Queries,
  taken: readonly string[],
  refused: readonly string[],
): Promise<void> {
  if (taken.length > 0) {
    await markSent.run(tx, [taken]);
    decide(tx, exported, { entries: taken });
  }
  if (refused.length > 0) await markRefused.run(tx, [refused]);
  await tx.run(sql`
    update audit_export set failing_since = null, retry_at = 0, error = null
    where id = 1 and failing_since is not null`);
}

/** Notes why an attempt failed. */
export async function noteFailure(db: Queries, { failing_since, retry_at, error }: ExportRow): Promise<void> {
  await db.run(sql`
    update audit_export set failing_since = coalesce(failing_since, ${failing_since}), retry_at = ${retry_at},
      error = ${error} where id = 1`);
}

/** The time of the oldest entry that is not exported; undefined without one. */
export async function oldestWaiting(db: Queries): Promise<number | undefined> {
  const row = await db.get<{ at: number | null }>(
    sql`select min(at) as at from audit_log where exported = 0`,
  );
  return row?.at ?? undefined;
}
