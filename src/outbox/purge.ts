import { dayMs } from "../base/durations.ts";
import type { Database } from "../database/database.ts";
import { list, sql } from "../database/sql.ts";
import { firstEventId } from "./write-events.ts";

const eventsAtOnce = 500;

/** Deletes events and the log of their delivery after so many days, in parts that delay no other writer for long. */
export async function purgeEvents(db: Database, now: number, days: number): Promise<number> {
  const until = now - days * dayMs;
  for (let purged = 0; ; ) {
    const old = await db.all<{ event_id: string }>(sql`
      select event_id from outbox_event
      where event_id < ${firstEventId(until)} and addressed = 1 and due_at < ${until}
      order by event_id limit ${eventsAtOnce}`);
    if (old.length === 0) return purged;
    const ids = list(old.map(({ event_id }) => event_id));
    await db.transaction(
      async (tx) => {
        await tx.run(sql`delete from webhook_attempt where event_id in (${ids})`);
        await tx.run(sql`delete from webhook_delivery where event_id in (${ids})`);
        await tx.run(sql`delete from outbox_event where event_id in (${ids})`);
      },
      { repeatable: true },
    );
    purged += old.length;
  }
}
