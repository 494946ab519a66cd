import { never } from "../../../base/clock.ts";
import type { Context } from "../../../calls/context.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { lockSubscription } from "../../../management/subscriptions/subscription-resource.ts";
import { whyNotSold } from "../selling.ts";
import { hasEnded } from "../settling/attempts.ts";
import { matchReturns } from "../settling/match-returns.ts";
import { collectOwed } from "../settling/owed-credits.ts";
import { finishRefunds } from "../settling/refund-payment.ts";
import { settleRestored } from "../settling/settle-restored.ts";
import type { Settlement } from "../settling/settlement.ts";
import { askForDetails } from "./ask-for-details.ts";
import { makeAttempts } from "./attempts-due.ts";
import { requestOverage, requestPeriods } from "./request-periods.ts";
import { requestTopUps } from "./top-up.ts";

/** Requests what is due, and settles what is open. `open` returns whether the process still runs. */
export async function lookAtPayments(
  context: Context,
  settlement: Settlement,
  open: () => boolean,
): Promise<void> {
  const { database } = context;
  const how = { hasCards: settlement.cards !== undefined };
  await settleRestored(context, settlement, open);
  await askForDetails(database, open);
  if ((await whyNotSold(database, context.config)) === undefined) {
    while (open() && (await requestPeriods(database, how)) > 0);
    while (open() && (await requestOverage(database, how)) > 0);
    if (open() && how.hasCards) await requestTopUps(database);
  }
  if (open()) await endPeriodPayments(database);
  while (open() && (await makeAttempts(context, settlement, open)) > 0);
  if (open()) await finishRefunds(context, settlement);
  if (open()) await matchReturns(context, settlement);
  if (open()) await collectAllOwed(database);
}

/**
 * Payments of periods that have lapsed, were removed, or are paid otherwise, and those of subscriptions that have ended,
 * are looked at immediately, which ends them. A charge under way ends when it is looked for, and one whose page was
 * closed when its provider has ended it.
 */
async function endPeriodPayments(db: Database): Promise<void> {
  // Read first: on SQLite a statement that may write waits for all others.
  const ended = await db.all<{ id: string }>(sql`
    select p.id from payment p join subscription s on s.id = p.subscription_id
    where p.state in ('requested', 'pending') and p.kind <> 'overage' and p.next_at > 0
      and not (p.state = 'pending' and p.is_charged = 1 and p.provider_ref is null)
      and (p.provider = 'manual' or p.provider_ref is null or p.checkout_url is not null)
      and ((p.kind <> 'renewal' and ${hasEnded}) or (p.kind = 'renewal' and not exists (
        select 1 from billing_period b where b.subscription_id = p.subscription_id and b.number = p.period
          and b.state = 'due' and (b.lapses_at = ${never} or not ${hasEnded}))))
    order by p.id limit 100`);
  for (const { id } of ended) await db.run(sql`update payment set next_at = 0 where id = ${id}`);
}

async function collectAllOwed(db: Database): Promise<void> {
  const found = await db.all<{ id: string }>(sql`
    select distinct p.subscription_id as id from payment p
      join credit_balance b on b.subscription_id = p.subscription_id
    where p.owed > p.collected and b.remaining > 0 and exists (
      select 1 from credit_grant g where g.subscription_id = p.subscription_id and g.state = 'open'
        and g.source <> 'overage' and g.starts_at >= p.updated_at)
    order by p.subscription_id limit 100`);
  for (const { id } of found)
    await db.transaction(
      async (tx) => {
        await lockSubscription(tx, id);
        await collectOwed(tx, id);
      },
      { repeatable: true },
    );
}
