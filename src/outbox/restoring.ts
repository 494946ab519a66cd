import type { Queries } from "../database/database.ts";
import { type Sql, sql } from "../database/sql.ts";
import type { Restoring } from "../decisions/restoring.ts";

const due = (before: number): Sql => sql`created_at < ${before} and due_at < ${before}`;
const pending = (before: number): Sql => sql`state = 'pending' and began_at < ${before}`;

const count = async (db: Queries, from: Sql): Promise<number> =>
  (await db.get<{ count: number }>(sql`select count(*) as count from ${from}`))!.count;

/** Events that no webhook has, and deliveries. An event that is due later is not sent twice. */
export const outboxRestoring: Restoring = {
  waiting: [
    {
      shown: "events",
      count: (db, before) => count(db, sql`outbox_event where addressed = 0 and ${due(before)}`),
      drop: (tx, before) =>
        tx.run(sql`update outbox_event set addressed = 1 where addressed = 0 and ${due(before)}`),
    },
    {
      shown: "deliveries to webhooks",
      count: (db, before) => count(db, sql`webhook_delivery where ${pending(before)}`),
      drop: (tx, before) =>
        tx.run(
          sql`update webhook_delivery set state = 'failed', ended_at = ${before} where ${pending(before)}`,
        ),
    },
  ],
};
