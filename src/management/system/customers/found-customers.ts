import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { join, type Sql, sql } from "../../../database/sql.ts";
import { offsetOf } from "../../../http/lists.ts";
import { accountMoney } from "../../../running/account-ports.ts";
import { given } from "../../../running/ports.ts";
import { withWords } from "../../common/user-words.ts";
import type { CustomerFilter, CustomerState } from "./customer-record.ts";

export interface FoundCustomers {
  /** Those of the page, in its order, with their states. */
  readonly page: readonly { readonly id: string; readonly state: CustomerState }[];
  readonly total: number;
  readonly needsYou: number;
  readonly organizations: number;
}

/** The states that come first, in their order. */
const urgent = ["requested", "unpaid", "suspended", "used_up"] as const;
const needsYou = 2;

const isLive = sql`s.deleted_at is null`;

/** The accounts in each urgent state, as queries of `id`. */
function urgentQueries(unpaid: Sql): Readonly<Record<(typeof urgent)[number], Sql>> {
  return {
    requested: sql`
      select s.owner_id as id from subscription s where s.state = 'submitted' and ${isLive}
      union all select u.id from app_user u where u.state = 'pending'`,
    unpaid,
    suspended: sql`
      select s.owner_id as id from subscription s where s.state = 'suspended' and ${isLive}
      union all select u.id from app_user u where u.state = 'blocked'`,
    // An account that has credits on another subscription still calls.
    used_up: sql`
      select s.owner_id as id from credit_balance b join subscription s on s.id = b.subscription_id
      where b.unlimited = 0 and b.remaining = 0 and b.granted > 0 and s.state = 'active' and ${isLive}
        and not exists (
          select 1 from subscription o join credit_balance ob on ob.subscription_id = o.id
          where o.owner_id = s.owner_id and o.state = 'active' and o.deleted_at is null
            and (ob.unlimited = 1 or ob.remaining > 0))
        and not exists (select 1 from credit_lease l where l.subscription_id = b.subscription_id and l.held > 0)`,
  };
}

const hasActive = sql`exists (
  select 1 from subscription s where s.owner_id = u.id and s.state = 'active' and ${isLive})`;

/** Customers that meet a filter: the urgent ones first, by state; the others by sign-up, the newest first. */
export async function findCustomers(context: Context, filter: CustomerFilter): Promise<FoundCustomers> {
  const db = context.database;
  const now = context.clock();
  const none = sql`select id from app_user where 1 = 0`;
  const queries = urgentQueries(given(context.running, accountMoney)?.unpaid(now) ?? none);
  const ranks = join(
    urgent.map((state, rank) => sql`select id, cast(${rank} as bigint) as rank from (${queries[state]}) q`),
    " union all ",
  );
  const where = join(await conditionsOf(db, filter), " and ");
  const first = await db.all<{ id: string; rank: number; kind: string }>(sql`
    select u.id, min(r.rank) as rank, u.kind from (${ranks}) r join app_user u on u.id = r.id where ${where}
    group by u.id, u.kind, u.registered_at order by 2, u.registered_at desc, u.id desc`);
  const wanted = (urgent as readonly unknown[]).indexOf(filter.state);
  const shown = filter.state === undefined ? first : first.filter(({ rank }) => rank === wanted);
  const hasOthers = wanted < 0;
  const others = sql`app_user u where ${where} and u.id not in (select id from (${ranks}) r)`;
  const left = hasOthers ? await countOthers(db, others) : { all: 0, organizations: 0 };
  const offset = offsetOf(filter);
  const urgentPage = shown.slice(offset, offset + filter.page_size);
  const room = filter.page_size - urgentPage.length;
  const rest =
    hasOthers && room > 0
      ? await db.all<{ id: string; state: CustomerState }>(sql`
          select u.id, case when u.state = 'deleted' then 'deleted' when ${hasActive} then 'active'
            else 'no_plan' end as state
          from ${others} order by u.registered_at desc, u.id desc
          limit ${room} offset ${Math.max(0, offset - shown.length)}`)
      : [];
  return {
    page: [...urgentPage.map(({ id, rank }) => ({ id, state: urgent[rank]! })), ...rest],
    total: shown.length + left.all,
    needsYou: shown.filter(({ rank }) => rank < needsYou).length,
    organizations: shown.filter(({ kind }) => kind === "organization").length + left.organizations,
  };
}

/** Counted together: which accounts are urgent is read once for it. */
async function countOthers(db: Queries, others: Sql): Promise<{ all: number; organizations: number }> {
  const row = await db.get<{ all: number; organizations: number }>(sql`
    select count(*) as "all", count(case when u.kind = 'organization' then 1 end) as organizations from ${others}`);
  return row!;
}

async function conditionsOf(db: Queries, { id, text, state, product_id }: CustomerFilter): Promise<Sql[]> {
  const words = text === undefined ? undefined : await withWords(db, text);
  return [
    sql`u.role = 'customer'`,
    state === "deleted" ? sql`u.state = 'deleted'` : sql`u.state <> 'deleted'`,
    ...(id === undefined ? [] : [sql`u.id = ${id}`]),
    ...(state === "active" ? [hasActive] : []),
    ...(state === "no_plan" ? [sql`not ${hasActive}`] : []),
    ...(words === undefined ? [] : [sql`u.id in (select id from app_user where ${words})`]),
    ...(product_id === undefined
      ? []
      : [
          sql`u.id in (
            select s.owner_id from subscription s where s.product_id = ${product_id} and ${isLive}
              and s.state in ('active', 'suspended', 'submitted'))`,
        ]),
  ];
}
