import { never } from "../../../base/clock.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { raw, type Sql, sql } from "../../../database/sql.ts";
import { Table } from "../../../entities/table.ts";
import { nextAt, type Plan, planMembers } from "./plan.ts";

export const plans = new Table({
  name: "billing_plan",
  as: "p",
  key: ["subscriptionId"],
  members: planMembers,
  derived: { next_at: { type: "bigint", of: nextAt } },
});

export const findPlan = (db: Queries, subscriptionId: string): Promise<Plan | undefined> =>
  plans.find(db, subscriptionId);

/** Locks a plan until the transaction ends. Its subscription is locked before, its balance afterwards. */
export const lockPlan = (tx: Queries, subscriptionId: string): Promise<Plan | undefined> =>
  plans.lock(tx, subscriptionId);

/** Writes plans that are locked or new. */
export const writePlans = (tx: Queries, written: readonly Plan[]): Promise<void> => plans.put(tx, written);

/** A plan with what its subscription is now. */
export interface DuePlan extends Plan {
  readonly subscriptionState: string;
  readonly expiresAt: number | null;
  readonly deletedAt: number | null;
}

/** The condition of a partial index, as text: without it the database does not use the index. */
export const before = (column: string): Sql => raw(`${column} < ${never}`);

/** Locks plans whose next period is due, the most overdue first. Those that another process has locked are left to it. */
export const lockDuePlans = (tx: Queries, most: number): Promise<DuePlan[]> =>
  plans.all<DuePlan>(
    tx,
    sql`select ${plans.columns}, s.state as "subscriptionState", s.expires_at as "expiresAt", s.deleted_at as "deletedAt"
    from billing_plan p join subscription s on s.id = p.subscription_id ${plans.due(tx, "p.next_at", most)}`,
  );

/** The subscriptions of plans whose change is due. */
export async function findDueChanges(db: Queries, most: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select subscription_id as id from billing_plan where ${before("change_at")} and change_at <= ${databaseClock(db)} and state = 'active'
    order by change_at limit ${most}`);
  return rows.map(({ id }) => id);
}

/** The active plans that have a product, or change to it. */
export const activePlansOf = (db: Queries, productId: string): Promise<Plan[]> =>
  plans.select(
    db,
    sql`where (product_id = ${productId} or next_product_id = ${productId}) and state = 'active' order by subscription_id`,
  );

/** The subscriptions of a product whose plans have not ended, by the version of their offer. */
export async function countPlans(db: Queries, productId: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db.all<{ version: number; count: number }>(sql`
    select offer_version as version, count(*) as count from billing_plan
    where product_id = ${productId} and state <> 'ended' group by offer_version`);
  return new Map(rows.map(({ version, count }) => [version, count]));
}
