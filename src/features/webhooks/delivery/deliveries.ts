import type { Database, Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { list, sql } from "../../../database/sql.ts";
import { failingPauseMs, retryPauseMs } from "../../../outbox/retries.ts";
import { type Delivery, deliveries, schedule, type Webhook, webhooks } from "../../../outbox/webhook-rows.ts";
import { type Attempt, attempts } from "./attempt.ts";
import { disableFailing } from "./disable.ts";
import { decideDelivered } from "./webhook-decisions.ts";

/** A delivery that is due, with its event. */
export interface DueDelivery extends Delivery {
  readonly type: string;
  /** When it happened. */
  readonly at: number;
  readonly data: string;
}

/** A delivery and its attempt. */
export interface Outcome {
  readonly delivery: DueDelivery;
  readonly attempt: Attempt;
  /** It shows that the address expects events. */
  readonly confirms?: boolean;
}

/** When an event `e` happened: of a later time, at that time. */
export const eventAt = sql`case when e.due_at > 0 then e.due_at else e.created_at end`;

/** The body of a webhook's request, always the same for an event. */
export function payloadOf({ type, at, data }: Pick<DueDelivery, "type" | "at" | "data">): string {
  const head = JSON.stringify({ type, timestamp: new Date(at).toISOString() });
  return `${head.slice(0, -1)},"data":${data}}`;
}

/** Webhooks whose first delivery is due, but for busy ones, the longest due first: of each account its first ones. */
export const dueWebhooks = (
  db: Queries,
  now: number,
  busy: readonly string[],
  most: { readonly each: number; readonly all: number },
): Promise<Webhook[]> =>
  webhooks.all(
    db,
    sql`select ${webhooks.columns} from (
      select w.*, row_number() over (partition by coalesce(user_id, '') order by next_at) as turn
      from webhook w where next_at <= ${now} and id not in (${list(busy)})) as w
    where turn <= ${most.each} order by next_at limit ${most.all}`,
  );

/** The deliveries of a webhook that are due, the longest due first. */
export function readDue(db: Queries, webhookId: string, now: number, most: number): Promise<DueDelivery[]> {
  return deliveries.all<DueDelivery>(
    db,
    sql`select ${deliveries.columns}, e.type, ${eventAt} as at, e.data
    from webhook_delivery d join outbox_event e on e.event_id = d.event_id
    where d.webhook_id = ${webhookId} and d.state = 'pending' and d.due_at <= ${now}
    order by d.due_at, d.event_id limit ${most}`,
  );
}

const update = new RowsStatement<never>(
  `update webhook_delivery set state = v.column2, due_at = v.column3, attempts = v.column4, retries = v.column5,
    ended_at = nullif(v.column6, 0)
  from :rows where webhook_delivery.webhook_id = :value and webhook_delivery.event_id = v.column1
    and webhook_delivery.attempts < v.column4`,
  ["text", "text", "bigint", "bigint", "bigint", "bigint"],
);

/** Notes what became of deliveries, and when the webhook's next one is due. */
export async function writeOutcomes(
  db: Database,
  webhook: Webhook,
  outcomes: readonly Outcome[],
  now: number,
  random: () => number,
): Promise<void> {
  const results = outcomes.map(({ delivery, attempt }) => resultOf(delivery, attempt, now, random));
  const succeeded = outcomes.some(({ attempt }) => attempt.error === null);
  const failed = outcomes.some(({ attempt }) => attempt.error !== null);
  const gone = outcomes.some(({ attempt }) => attempt.status === 410);
  await db.transaction(
    async (tx) => {
      // Also locks the webhook: `schedule` then reads what other transactions have added.
      const failing = await webhooks.get(
        tx,
        sql`update webhook set failing_since = ${
          succeeded ? null : failed ? sql`coalesce(failing_since, ${now})` : sql`failing_since`
        } where id = ${webhook.id} ${webhooks.returning}`,
      );
      if (!failing) return;
      // An attempt that another node made at the same time has the same number; the later one is not noted.
      await attempts.add(
        tx,
        outcomes.map(({ delivery: { webhookId, eventId, attempts: former }, attempt }) => ({
          ...attempt,
          webhookId,
          eventId,
          number: former + 1,
        })),
      );
      await update.run(
        tx,
        [
          outcomes.map(({ delivery }) => delivery.eventId),
          results.map(({ state }) => state),
          results.map(({ dueAt }) => dueAt),
          outcomes.map(({ delivery }) => delivery.attempts + 1),
          results.map(({ retries }) => retries),
          results.map(({ endedAt }) => endedAt),
        ],
        [webhook.id],
      );
      const taken = outcomes.filter(({ attempt }) => attempt.error === null);
      if (taken.length > 0)
        decideDelivered(
          tx,
          webhook.id,
          taken.map(({ delivery }) => delivery.eventId),
        );
      if (outcomes.some(({ confirms }) => confirms))
        await tx.run(sql`update webhook set unconfirmed = 0 where id = ${webhook.id}`);
      await disableFailing(tx, failing, gone, now);
      await schedule(tx, sql`id = ${webhook.id}`);
      if (succeeded || failing.failingSince === null) return;
      const until = now + failingPauseMs(failing.failingSince, now, random);
      await tx.run(
        sql`update webhook set next_at = ${until} where id = ${webhook.id} and next_at < ${until}`,
      );
    },
    { repeatable: true },
  );
}

function resultOf(delivery: DueDelivery, attempt: Attempt, now: number, random: () => number) {
  const { retries } = delivery;
  if (attempt.error === null) return { state: "delivered", dueAt: now, retries, endedAt: now };
  const pause = retryPauseMs(retries + 1, attempt.retryAfterMs, random);
  if (pause === undefined) return { state: "failed", dueAt: now, retries: retries + 1, endedAt: now };
  return { state: "pending", dueAt: now + pause, retries: retries + 1, endedAt: 0 };
}
