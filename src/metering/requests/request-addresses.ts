import type { Database } from "../../database/database.ts";
import { join, sql } from "../../database/sql.ts";
import { runScope } from "./chunk-filter.ts";
import { callerOf, callersOf, kindsOf } from "./request-rows.ts";

interface Found {
  readonly last_at: number;
  readonly journal_id: string;
  readonly first_seq: number;
  readonly callers: string;
  readonly labels: string;
}

const runsAtOnce = 200;

/** Removes a user's addresses from the request log, in pieces: one transaction for all would hold up charging. */
export async function blankAddresses(db: Database, userId: string): Promise<void> {
  let after: Found = { last_at: -1, journal_id: "", first_seq: 0, callers: "", labels: "" };
  const own = await runScope(db, { userIds: [userId] }, { from: 0, to: Number.MAX_SAFE_INTEGER });
  for (;;) {
    const runs = await db.all<Found>(sql`
      select last_at, journal_id, first_seq, callers, labels from request_chunk
      where ${join(own.conditions, " and ")}
        and (last_at, journal_id, first_seq) > (${after.last_at}, ${after.journal_id}, ${after.first_seq})
      order by last_at, journal_id, first_seq limit ${runsAtOnce}`);
    const blanked = runs.flatMap((run) => {
      const labels = blank(run, userId);
      return labels === run.labels ? [] : [{ ...run, labels }];
    });
    if (blanked.length > 0) await writeKinds(db, blanked);
    if (runs.length < runsAtOnce) return;
    after = runs.at(-1)!;
  }
}

// No one else changes a run once it is written.
function writeKinds(db: Database, runs: readonly Found[]): Promise<void> {
  return db.transaction(
    async (tx) => {
      for (const { last_at, journal_id, first_seq, labels } of runs)
        await tx.run(sql`
          update request_chunk set labels = ${labels}
          where last_at = ${last_at} and journal_id = ${journal_id} and first_seq = ${first_seq}`);
    },
    { repeatable: true },
  );
}

function blank(run: Found, userId: string): string {
  const callers = callersOf(run);
  const blanked = kindsOf(run).map((kind) =>
    callerOf(kind, callers)[1] === userId ? kind.with(4, "") : kind,
  );
  return JSON.stringify(blanked);
}
