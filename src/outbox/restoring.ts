import { sql } from "../database/sql.ts";
import type { Restoring } from "../decisions/restoring.ts";
import { waitingRows, writtenBefore } from "./waiting-rows.ts";
import { schedule, webhooksEnded } from "./webhook-rows.ts";

const deliveries = waitingRows({
  shown: "deliveries to webhooks",
  table: "webhook_delivery",
  where: (before) => sql`state = 'pending' and began_at < ${before}`,
  drop: (before) => sql`state = 'failed', ended_at = ${before}`,
});

/** Webhooks that ended, events that no webhook has, and deliveries. */
export const outboxRestoring: Restoring = {
  kinds: [webhooksEnded],
  waiting: [
    waitingRows({
      shown: "events",
      table: "outbox_event",
      where: (before) => sql`addressed = 0 and ${writtenBefore(before)}`,
      drop: () => sql`addressed = 1`,
    }),
    {
      ...deliveries,
      async drop(tx, before) {
        await deliveries.drop(tx, before);
        await schedule(tx, sql`next_at is not null`);
      },
    },
  ],
};
