import { never } from "../../../base/clock.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { raw, type Sql, sql } from "../../../database/sql.ts";
import { nextAt, type Plan } from "./plan.ts";

const columns = raw(`p.subscription_id as "subscriptionId", p.product_id as "productId",
  p.offer_version as "offerVersion", p.state, p.payment, p.anchor_date as "anchorDate", p.time_zone as "timeZone",
  p.first_number as "firstNumber", p.priced_from as "pricedFrom", p.next_number as "nextNumber",
  p.next_starts_at as "nextStartsAt", p.change_number as "changeNumber", p.change_at as "changeAt",
  p.next_product_id as "nextProductId", p.next_offer_version as "nextOfferVersion", p.cap`);

export function findPlan(db: Queries, subscriptionId: string): Promise<Plan | undefined> {
  return db.get<Plan>(sql`select ${columns} from billing_plan p where subscription_id = ${subscriptionId}`);
}

/** Locks a plan until the transaction ends. Its subscription is locked before, its balance afterwards. */
export async function lockPlan(tx: Queries, subscriptionId: string): Promise<Plan | undefined> {
  const locked = await tx.run(sql`
    update billing_plan set cap = cap where subscription_id = ${subscriptionId}`);
  return locked === 0 ? undefined : findPlan(tx, subscriptionId);
}

/** A plan with what its subscription is now. */
export interface DuePlan extends Plan {
  readonly subscriptionState: string;
  readonly expiresAt: number | null;
  readonly deletedAt: number | null;
}

/** The condition of a partial index, as text: without it the database does not use the index. */
export const before = (column: string): Sql => raw(`${column} < ${never}`);

/** Locks plans whose next period is due, the most overdue first. Those that another process has locked are left to it. */
export function lockDuePlans(tx: Queries, most: number): Promise<DuePlan[]> {
  return tx.all<DuePlan>(sql`
    select ${columns}, s.state as "subscriptionState", s.expires_at as "expiresAt", s.deleted_at as "deletedAt"
    from billing_plan p join subscription s on s.id = p.subscription_id
    where ${before("p.next_at")} and p.next_at <= ${databaseClock(tx)} order by p.next_at limit ${most} ${skipLocked(tx)}`);
}

const skipLocked = ({ dialect }: Queries): Sql =>
  raw(dialect === "postgres" ? "for update of p skip locked" : "");

/** The subscriptions of plans whose change is due. */
export async function findDueChanges(db: Queries, most: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select subscription_id as id from billing_plan where ${before("change_at")} and change_at <= ${databaseClock(db)} and state = 'active'
    order by change_at limit ${most}`);
  return rows.map(({ id }) => id);
}

const none = -1;

const put = new RowsStatement<never>(
  `insert into billing_plan (subscription_id, product_id, offer_version, state, payment, anchor_date, time_zone,
    first_number, priced_from, next_number, next_starts_at, change_number, change_at, next_product_id,
    next_offer_version, cap, next_at)
  select v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7, v.column8, v.column9, v.column10,
    v.column11, nullif(v.column12, ${none}), v.column13, nullif(v.column14, ''), nullif(v.column15, ${none}),
    v.column16, v.column17 from :rows where true
  on conflict (subscription_id) do update set product_id = excluded.product_id,
    offer_version = excluded.offer_version, state = excluded.state, payment = excluded.payment,
    anchor_date = excluded.anchor_date, time_zone = excluded.time_zone, first_number = excluded.first_number,
    priced_from = excluded.priced_from, next_number = excluded.next_number,
    next_starts_at = excluded.next_starts_at, change_number = excluded.change_number,
    change_at = excluded.change_at, next_product_id = excluded.next_product_id,
    next_offer_version = excluded.next_offer_version, cap = excluded.cap, next_at = excluded.next_at`,
  [
    "text",
    "text",
    "bigint",
    "text",
    "text",
    "text",
    "text",
    "bigint",
    "bigint",
    "bigint",
    "bigint",
    "bigint",
    "bigint",
    "text",
    "bigint",
    "bigint",
    "bigint",
  ],
);

/** Writes plans that are locked or new. */
export async function writePlans(tx: Queries, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return;
  const column = <T extends string | number>(of: (plan: Plan) => T): T[] => plans.map(of);
  await put.run(tx, [
    column(({ subscriptionId }) => subscriptionId),
    column(({ productId }) => productId),
    column(({ offerVersion }) => offerVersion),
    column(({ state }) => state),
    column(({ payment }) => payment),
    column(({ anchorDate }) => anchorDate),
    column(({ timeZone }) => timeZone),
    column(({ firstNumber }) => firstNumber),
    column(({ pricedFrom }) => pricedFrom),
    column(({ nextNumber }) => nextNumber),
    column(({ nextStartsAt }) => nextStartsAt),
    column(({ changeNumber }) => changeNumber ?? none),
    column(({ changeAt }) => changeAt),
    column(({ nextProductId }) => nextProductId ?? ""),
    column(({ nextOfferVersion }) => nextOfferVersion ?? none),
    column(({ cap }) => cap),
    column(nextAt),
  ]);
}

/** The active plans that have a product, or change to it. */
export const activePlansOf = (db: Queries, productId: string): Promise<Plan[]> =>
  db.all<Plan>(sql`
    select ${columns} from billing_plan p
    where (product_id = ${productId} or next_product_id = ${productId}) and state = 'active'
    order by subscription_id`);

/** The subscriptions of a product whose plans have not ended, by the version of their offer. */
export async function countPlans(db: Queries, productId: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db.all<{ version: number; count: number }>(sql`
    select offer_version as version, count(*) as count from billing_plan
    where product_id = ${productId} and state <> 'ended' group by offer_version`);
  return new Map(rows.map(({ version, count }) => [version, count]));
}
