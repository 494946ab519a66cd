import { nextTurn } from "../../base/pause.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

const listsAtOnce = 100;
/** So many rows are deleted in one statement: other writers wait for it. */
const rowsPerStep = 500;

/**
 * Deletes the watches of subscriptions that have ended for good: cancelled ones, as those of deleted accounts are, and
 * those that do not exist. Every node may do it at any time.
 */
export async function deleteEndedLists(db: Database): Promise<void> {
  const ended = await db.all<{ id: number }>(sql`
    select l.id from watch_list l left join subscription s on s.id = replace(l.subscription_id, 'test/', '')
    where s.id is null or s.deleted_at is not null or s.state = 'cancelled' limit ${listsAtOnce}`);
  for (const { id } of ended) {
    let deleted: number;
    do {
      deleted = await db.run(sql`
        delete from watched_vin where list = ${id} and vin in (
          select vin from watched_vin where list = ${id} order by vin limit ${rowsPerStep})`);
      await nextTurn();
    } while (deleted > 0);
    await db.run(sql`delete from watch_found where list = ${id}`);
    await db.run(sql`
      delete from watch_list where id = ${id} and not exists (select 1 from watched_vin where list = ${id})`);
  }
}
