import { dayMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { dayOf } from "./calendar.ts";

export interface ProofState {
  /** The last day whose calls are known. */
  readonly cutDay: string;
  /** The last day whose leaves are complete. */
  readonly leafDay: string;
  readonly epoch: number;
  /** The backup that the database was restored from; null if no epoch has to begin for it. */
  readonly restored: string | null;
}

export async function readState(db: Queries): Promise<ProofState | undefined> {
  return db.get<ProofState>(sql`
    select p.cut_day as "cutDay", p.leaf_day as "leafDay", p.epoch,
      case when r.value <> p.restored then r.value end as restored
    from proof_state p left join setting r on r.name = 'restored_backup' where p.id = 1`);
}

/** The state; at the first time the present day becomes the first that is proved. */
export async function openState(db: Queries, now: number): Promise<ProofState> {
  const before = dayOf(now - dayMs);
  await db.run(sql`
    insert into proof_state (id, cut_day, leaf_day, epoch, restored, claimed_until, claimed_by)
    values (1, ${before}, ${before}, 0, '', 0, '') on conflict (id) do nothing`);
  return (await readState(db))!;
}

const claimMs = 60_000;

/**
 * Claims the work of proving for a minute: false if another process has it. In a transaction it waits for those of
 * others.
 */
export async function claim(db: Queries, process: string, now: number): Promise<boolean> {
  const claimed = await db.run(sql`
    update proof_state set claimed_until = ${now + claimMs}, claimed_by = ${process}
    where id = 1 and (claimed_by = ${process} or claimed_until < ${now})`);
  return claimed > 0;
}

/** Lets others continue immediately. */
export async function unclaim(db: Queries, process: string): Promise<void> {
  await db.run(sql`update proof_state set claimed_until = 0 where id = 1 and claimed_by = ${process}`);
}

/** Another process proves now. */
export class ClaimLost extends Error {}
