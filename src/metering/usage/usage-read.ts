import { hourMs, minuteMs } from "../../base/durations.ts";
import { nextTurn } from "../../base/pause.ts";
import type { Database, Queries } from "../../database/database.ts";
import { join, list, name, raw, type Sql, sql } from "../../database/sql.ts";
import type { RollupClass, UsageClass, UsageSums } from "./usage-aggregate.ts";
import { minutesMax, type Span } from "./usage-spans.ts";

/** The users, subscription and API whose calls are read; all calls if it names none. */
export interface UsageScope {
  /** A call must be of each of them: two different users have none in common. */
  readonly userIds: readonly string[];
  readonly subscriptionId?: string | undefined;
  readonly apiId?: string | undefined;
}

/** The grouping of sums. */
export type UsageGroup = "api" | "subscription" | "user" | "start";

/** Sums by API, subscription or user (`name`) or by start of minute or hour (`start`), each by how the calls ended. */
export interface UsageRow extends UsageSums {
  readonly name: string;
  readonly start: number;
  readonly class: UsageClass;
}

const totals: Sql = raw(
  ["calls", "credits", "bytes", "cache_hits", "cache_misses", "api_us_sum", "service_us_sum"]
    .map((column) => `cast(sum(${column}) as bigint) as ${column}`)
    .concat(
      ["api_us", "service_us"].map(
        (time) => `min(${time}_min) as ${time}_min, max(${time}_max) as ${time}_max`,
      ),
    )
    .join(", "),
);

/**
 * The statement that sums one part of a time range. Reads hours × APIs rows, or a subscription's or user's
 * own.
 */
export function usageStatement(scope: UsageScope, span: Span, by: UsageGroup | "calls"): Sql {
  const scoped = scope.userIds.length > 0 || scope.subscriptionId !== undefined;
  const column = name(span.unit);
  const group = by === "start" || by === "calls" ? column : name(`${by}_id`);
  const time =
    scoped && span.unit === "minute"
      ? [ownMinutes(span)]
      : [sql`${column} >= ${span.from}`, sql`${column} < ${span.to}`];
  const where = join([...scopeConditions(scope), ...time], " and ");
  // SQLite reads joined tables in this order: the scope's own series first.
  const parts =
    !scoped && (by === "subscription" || by === "user")
      ? slotsToo("sum", span, (table) => everyonesPart(scope, span, table, group))
      : slotsToo(scoped ? "sum" : "total", span, (table) => {
          const from = scoped
            ? sql`from usage_series s cross join ${table} where series_id = s.id and ${where}`
            : sql`from ${table} where ${where}`;
          return sql`select ${group} as grouped, class, ${totals} ${from} group by ${group}, class`;
        });
  if (by === "calls")
    return sql`select grouped as start, cast(sum(calls) as bigint) as calls from (${parts}) parts group by grouped`;
  const groupColumn = by === "start" ? sql`start` : sql`name`;
  return sql`select grouped as ${groupColumn}, class, ${totals} from (${parts}) parts group by grouped, class`;
}

/** The same of the merged rows and of those of slots, which have sums of minutes and hours that just ended. */
function slotsToo(kind: "sum" | "total", { unit }: Span, part: (table: Sql) => Sql): Sql {
  const table = `${unit === "hour" ? "usage_hourly" : "usage_minute"}_${kind}`;
  return sql`${part(name(table))} union all ${part(name(`${table}_slot`))}`;
}

// Summed by number before names are joined: SQLite sorts groups, and texts cost it twice as much.
function everyonesPart(scope: UsageScope, span: Span, table: Sql, group: Sql): Sql {
  const column = name(span.unit);
  const conditions = [sql`s.id = sums.series_id`, ...scopeConditions(scope)];
  return sql`
    select ${group} as grouped, class, ${totals} from (
      select series_id, ${totals} from ${table}
      where ${column} >= ${span.from} and ${column} < ${span.to}
      group by series_id) sums
    join usage_series s on ${join(conditions, " and ")} group by ${group}, class`;
}

// Minutes are stored by time and then series, so each of a scope's own is looked up.
function ownMinutes({ from, to }: Span): Sql {
  // A fixed number, so that only one statement is compiled.
  const minutes = Array.from({ length: minutesMax }, (_, index) =>
    Math.min(from + index * minuteMs, to - minuteMs),
  );
  return sql`minute in (${list(minutes)})`;
}

/** The conditions of a scope, for rollups and the request log. */
export function scopeConditions({ userIds, subscriptionId, apiId }: UsageScope): Sql[] {
  return [
    ...userIds.map((userId) => sql`user_id = ${userId}`),
    ...(subscriptionId === undefined ? [] : [sql`subscription_id = ${subscriptionId}`]),
    ...(apiId === undefined ? [] : [sql`api_id = ${apiId}`]),
  ];
}

/** Sums parts of a time range, without test calls; other work runs before each. */
export async function sumUsage(
  db: Database,
  scope: UsageScope,
  spans: readonly Span[],
  by: UsageGroup,
): Promise<UsageRow[]> {
  const found: UsageRow[] = [];
  for (const span of spans) {
    const rows = await runQueued(db, () =>
      db.all<Omit<UsageRow, "class"> & { class: RollupClass }>(usageStatement(scope, span, by)),
    );
    for (const row of rows) if (isReported(row)) found.push(row);
  }
  return found;
}

function isReported(row: Omit<UsageRow, "class"> & { readonly class: RollupClass }): row is UsageRow {
  return row.class !== "test";
}

/** The number of calls in each minute or hour that has any, newest first; bounds on whole minutes. */
export async function countUsage(
  db: Database,
  scope: UsageScope,
  spans: readonly Span[],
): Promise<{ from: number; to: number; calls: number }[]> {
  const found: { from: number; to: number; calls: number }[] = [];
  for (const span of spans) {
    const statement = usageStatement(scope, span, "calls");
    const lengthMs = span.unit === "hour" ? hourMs : minuteMs;
    for (const { start, calls } of await runQueued(db, () =>
      db.all<{ start: number; calls: number }>(statement),
    ))
      found.push({ from: start, to: start + lengthMs, calls });
  }
  return found.sort((a, b) => b.from - a.from);
}

const lastQueued = new WeakMap<Database, Promise<unknown>>();

/**
 * Runs a part of a report after earlier parts of any report, and after other work. SQLite blocks the thread: without this
 * queue each lookup would wait for all of them. On PostgreSQL they would take both connections, for which the first calls
 * of keys wait too.
 */
export async function runQueued<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const before = lastQueued.get(db);
  const queued = (async () => {
    await before;
    if (db.dialect === "sqlite") await nextTurn();
    return work();
  })();
  lastQueued.set(
    db,
    queued.catch(() => undefined),
  );
  return queued;
}

/** The part of [from, to) in which there can be calls: a report over all time stays cheap. */
export async function usedPart(db: Queries, from: number, to: number): Promise<{ from: number; to: number }> {
  const row = await db.get<{ first: number | null; last: number | null }>(sql`
    select min(first) as first, max(last) as last from (
      select (select min(hour) from usage_hourly_total) as first, (select max(hour) from usage_hourly_total) as last
      union all
      select (select min(hour) from usage_hourly_total_slot), (select max(hour) from usage_hourly_total_slot)) ends`);
  if (typeof row?.first !== "number" || typeof row.last !== "number") return { from, to: from };
  return { from: Math.max(from, row.first), to: Math.min(to, row.last + hourMs) };
}
