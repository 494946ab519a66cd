import { isoTime } from "../../../base/clock.ts";
import { dayMs, floorTo, hourMs } from "../../../base/durations.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { list, name, sql } from "../../../database/sql.ts";
import { creditsOf } from "../../../metering/credits/credits.ts";
import { accountMoney, type SubscriptionMoney, withTax } from "../../../running/account-ports.ts";
import { given } from "../../../running/ports.ts";
import { type UserRow, users } from "../../common/user-resource.ts";
import { type SubscriptionRow, selectSubscriptions } from "../../subscriptions/subscription-resource.ts";
import { stateAt } from "../../subscriptions/subscription-states.ts";
import type { Customer, CustomerState } from "./customer-record.ts";

const calledMs = 30 * dayMs;

/** What the rows of a page are made of, by account. */
interface Read {
  readonly now: number;
  readonly subscriptions: ReadonlyMap<string, readonly SubscriptionRow[]>;
  readonly money: ReadonlyMap<string, SubscriptionMoney>;
  readonly plans: ReadonlyMap<string, string>;
  readonly calls: ReadonlyMap<string, number>;
  readonly members: ReadonlyMap<string, { readonly count: number; readonly first: string }>;
}

/** The rows of accounts, in their order. */
export async function readCustomers(
  context: Context,
  found: readonly { readonly id: string; readonly state: CustomerState }[],
): Promise<Customer[]> {
  if (found.length === 0) return [];
  const { database: db, running } = context;
  const ids = list(found.map(({ id }) => id));
  const rows = await users.select(db, sql`where id in (${ids})`);
  const subscriptions = await db.all<SubscriptionRow>(sql`
    ${selectSubscriptions} where s.owner_id in (${ids}) and s.deleted_at is null
      and s.state in ('active', 'suspended', 'submitted') order by s.created_at, s.id`);
  const read: Read = {
    now: context.clock(),
    subscriptions: Map.groupBy(subscriptions, ({ ownerId }) => ownerId),
    money:
      (await given(running, accountMoney)?.of(
        db,
        subscriptions.map(({ id }) => id),
      )) ?? new Map(),
    plans: await readPlans(db, subscriptions),
    calls: await readCalls(db, found, context.clock()),
    members: await readMembers(db, rows),
  };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const gross = await given(running, withTax)?.(
    db,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ id, state }) => {
    const row = byId.get(id);
    return row ? [shownCustomer(row, state, read, (minor) => gross?.(id, minor) ?? minor)] : [];
  });
}

async function readPlans(db: Queries, subscriptions: readonly SubscriptionRow[]) {
  const ids = [...new Set(subscriptions.flatMap(({ productId }) => productId ?? []))];
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db.all<{ id: string; name: string }>(
    sql`select id, display_name as name from product where id in (${list(ids)})`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The calls of whole hours, each account's own along its index. */
async function readCalls(db: Queries, found: readonly { readonly id: string }[], now: number) {
  const ids = list(found.map(({ id }) => id));
  const from = floorTo(now - calledMs, hourMs);
  const part = (table: string) => sql`
    select s.user_id as id, r.calls from usage_series s cross join ${name(table)} r
    where r.series_id = s.id and r.hour >= ${from} and s.user_id in (${ids}) and s.class <> 'test'`;
  const rows = await db.all<{ id: string; calls: number }>(sql`
    select id, cast(sum(calls) as bigint) as calls
    from (${part("usage_hourly_sum")} union all ${part("usage_hourly_sum_slot")}) c group by id`);
  return new Map(rows.map(({ id, calls }) => [id, calls]));
}

async function readMembers(db: Queries, rows: readonly UserRow[]) {
  const organizations = rows.filter(({ kind }) => kind === "organization").map(({ id }) => id);
  if (organizations.length === 0) return new Map();
  const members = await db.all<{ id: string; name: string }>(sql`
    select m.organization_id as id, trim(u.first_name || ' ' || u.last_name) as name
    from member m join app_user u on u.id = m.user_id
    where m.organization_id in (${list(organizations)}) order by m.joined_at, m.user_id`);
  return new Map(
    [...Map.groupBy(members, ({ id }) => id)].map(([id, own]) => [
      id,
      { count: own.length, first: own[0]!.name },
    ]),
  );
}

/** The active one with the highest price, or the oldest of those that are not active. */
function mainOf(own: readonly SubscriptionRow[], { money, now }: Read): SubscriptionRow | undefined {
  const rank = (one: SubscriptionRow) =>
    stateAt(one, now) === "active" ? 1 + (money.get(one.id)?.price.minor ?? 0) : 0;
  return own.toSorted((a, b) => rank(b) - rank(a))[0];
}

/** The sum of active ones; null if those of one are unlimited. */
function creditsLeft(own: readonly SubscriptionRow[], now: number): number | null {
  const active = own.filter((one) => stateAt(one, now) === "active").map(creditsOf);
  if (active.some(({ unlimited }) => unlimited)) return null;
  return active.reduce((sum, { remaining }) => sum + (remaining ?? 0), 0);
}

function shownCustomer(
  row: UserRow,
  state: CustomerState,
  read: Read,
  gross: (minor: number) => number,
): Customer {
  const { id, email, kind } = row;
  const own = read.subscriptions.get(id) ?? [];
  const main = mainOf(own, read);
  const money = main && read.money.get(main.id);
  const request = own.find((one) => one.state === "submitted");
  const next = own.flatMap((one) => read.money.get(one.id)?.next ?? []).toSorted((a, b) => a.at - b.at)[0];
  const nameOf = (one: SubscriptionRow | undefined) =>
    one ? (read.plans.get(one.productId ?? "") ?? one.displayName) : null;
  const members = read.members.get(id);
  return {
    id,
    name: `${row.firstName} ${row.lastName}`.trim(),
    email,
    kind,
    members: kind === "organization" ? (members?.count ?? 0) : null,
    first_member: members?.first ?? null,
    state,
    needs_you: state === "requested" || state === "unpaid",
    subscriptions: own.length,
    subscription_id: main?.id ?? null,
    plan: nameOf(main),
    product_id: main?.productId ?? null,
    offer_version: money?.offerVersion ?? null,
    price_minor: money?.price.minor ?? null,
    price_every: money?.price.every ?? null,
    currency: money?.price.currency ?? null,
    request_id: request?.id ?? null,
    request: nameOf(request),
    credits_left: creditsLeft(own, read.now),
    calls: read.calls.get(id) ?? 0,
    next_payment_minor: next ? gross(next.minor) : null,
    next_payment_currency: next?.currency ?? null,
    next_payment_at: isoTime(next?.at ?? null),
    next_payment_state: next?.state ?? null,
    lapses_at: isoTime(next?.lapsesAt ?? null),
    registered_at: isoTime(row.registeredAt),
  };
}
