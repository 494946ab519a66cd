import type { Timing } from "../../base/timing.ts";
import type { Context } from "../../calls/context.ts";
import { databaseClock } from "../../database/clock.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { stateAt } from "../../management/subscriptions/subscription-states.ts";
import { readClock } from "../../metering/credits/grants/grant-rows.ts";
import { announceTerms } from "./periods/announce-terms.ts";
import { type Entering, enterPeriods } from "./periods/enter-periods.ts";
import { stopPlan } from "./plans/begin-plan.ts";
import { makeDueChange } from "./plans/change-plan.ts";
import { lapse } from "./plans/settle-period.ts";
import { before, findDueChanges, lockDuePlans, lockPlan } from "./rows/plan-rows.ts";

/** Few, because others wait for the balances while they are locked, and on SQLite for the file. */
const plansMax = 160;
const changesMax = 64;
export const pauseMs = 5;

export type Scanning = Omit<Entering, "now">;

/**
 * Enters the periods that are due, one of each plan at a time, the most overdue first. Several nodes share the work.
 * Resolves to their number.
 */
export function enterDue(db: Database, how: Scanning, most = plansMax): Promise<number> {
  return db.transaction(
    async (tx) => {
      const due = await lockDuePlans(tx, most);
      if (due.length === 0) return 0;
      const now = await readClock(tx);
      // A subscription that ends before the period starts gets none.
      const begun = due.filter(
        ({ deletedAt, expiresAt, nextStartsAt, subscriptionState }) =>
          deletedAt === null &&
          stateAt({ state: subscriptionState as "active", expiresAt }, nextStartsAt) === "active",
      );
      for (const plan of due) if (!begun.includes(plan)) await stopPlan(tx, plan, "suspended", now);
      await enterPeriods(tx, begun, { ...how, now });
      return due.length;
    },
    { repeatable: true },
  );
}

/** Lets prepaid periods lapse that were not paid in time, and their plans with them. */
export async function lapseDue(db: Database): Promise<number> {
  const due = await db.all<{ id: string; number: number }>(sql`
    select subscription_id as id, number from billing_period
    where ${before("lapses_at")} and lapses_at <= ${databaseClock(db)} and state = 'due' order by lapses_at limit ${changesMax}`);
  for (const { id, number } of due)
    await db.transaction(
      async (tx) => {
        const plan = await lockPlan(tx, id);
        if (plan) await lapse(tx, plan, number, await readClock(tx));
      },
      { repeatable: true },
    );
  return due.length;
}

/** Does all that is due. `open`: whether the process still runs. */
export async function scan(
  context: Context,
  how: Scanning & { beforeLapses(open: () => boolean): Promise<void> },
  timing: Timing,
  open: () => boolean,
): Promise<void> {
  const { database } = context;
  const pause = () => new Promise<void>((resolve) => void timing.after(pauseMs, resolve));
  // A plan's next period can be due too, after an outage.
  while (open() && (await enterDue(database, how)) > 0) await pause();
  for (const id of open() ? await findDueChanges(database, changesMax) : [])
    await database.transaction((tx) => makeDueChange(tx, context, id), { repeatable: true });
  await how.beforeLapses(open);
  if (open()) await lapseDue(database);
  if (open()) await announceTerms(database);
}
