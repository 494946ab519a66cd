import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { Grant } from "../../../metering/credits/grants/grant.ts";
import { monthRange } from "../days/calendar.ts";
import { readTenures, type Tenure } from "../days/tenures.ts";

/** A log that an account's statement of a month has. */
export interface OwnedLog {
  /** The ID of the subscription. */
  readonly id: string;
  readonly key: string;
  readonly productId: string | null;
  readonly unlimited: number;
  /** All tenures of the subscription; undefined if it never moved. */
  readonly tenures: readonly Tenure[] | undefined;
  /** The account's last tenure in the month. */
  readonly last: Tenure | undefined;
  /** The grants as the account left them; undefined while it has the subscription. */
  readonly left: readonly Grant[] | undefined;
}

/** The logs of an account in a month, in the order of their subscriptions. */
export async function findOwned(db: Queries, userId: string, month: string): Promise<OwnedLog[]> {
  const { to } = monthRange(month);
  const never = await db.all<Pick<OwnedLog, "id" | "productId" | "unlimited">>(sql`
    select s.id, s.product_id as "productId", coalesce(b.unlimited, 0) as unlimited
    from subscription s left join credit_balance b on b.subscription_id = s.id
      left join proof_log l on l.subscription_id = s.id
    where s.owner_id = ${userId} and s.created_at < ${to}
      and (l.subscription_id is not null or s.deleted_at is null)
      and not exists (select 1 from proof_tenure t where t.subscription_id = s.id)`);
  const owned = never.map((one): OwnedLog => {
    return { ...one, key: one.id, tenures: undefined, last: undefined, left: undefined };
  });
  const tenures = await readTenures(
    db,
    sql`t.subscription_id in (select o.subscription_id from proof_tenure o where o.user_id = ${userId})`,
  );
  const moved = Map.groupBy(tenures, ({ subscriptionId }) => subscriptionId);
  for (const all of moved.values()) {
    const one = await findMoved(db, userId, month, all);
    if (one) owned.push(one);
  }
  return owned.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The log of a subscription that moved, if the account had it in the month or calls of it arrived then. */
async function findMoved(
  db: Queries,
  userId: string,
  month: string,
  all: readonly Tenure[],
): Promise<OwnedLog | undefined> {
  const { from, to } = monthRange(month);
  const last = all.findLast((one) => one.userId === userId && one.since < to);
  if (!last) return undefined;
  const { subscriptionId: id, log: key, number } = last;
  const row = await db.get<{
    productId: string | null;
    unlimited: number;
    createdAt: number;
    leaves: number | null;
  }>(sql`
    select s.product_id as "productId", coalesce(b.unlimited, 0) as unlimited, s.created_at as "createdAt", (
      select 1 from proof_month m where m.subscription_id = ${key} and m.month = ${month}) as leaves
    from subscription s left join credit_balance b on b.subscription_id = s.id where s.id = ${id}`);
  const next = all[number + 1];
  if (!row || row.createdAt >= to || (next && next.since < from && row.leaves === null)) return undefined;
  return {
    id,
    key,
    productId: next ? last.productId : row.productId,
    unlimited: next ? (last.unlimited ?? 0) : row.unlimited,
    tenures: all,
    last,
    left: next ? (JSON.parse(last.grants ?? "[]") as Grant[]) : undefined,
  };
}
