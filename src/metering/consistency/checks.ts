import { floorTo, hourMs } from "../../base/durations.ts";
import { migrations } from "../../database/migrations.ts";
import { partsPresent, schemaParts } from "../../database/schema-parts.ts";
import { type Dialect, name, rows, type Sql, sql } from "../../database/sql.ts";

/** Two sets of figures that must be equal. */
export interface Comparison {
  readonly found: string;
  readonly expected: string;
  /** What has a figure in both, in the plural. */
  readonly subjects: string;
  /** One statement that returns `subject`, `at`, `expected` and `found` of everything in either set. */
  readonly rows: Sql;
}

/** Joins two sets of `subject`, `at` and `figure`. A row missing from one has 0 there. */
const both = (expected: Sql, found: Sql): Sql => sql`
  select subject, at, cast(sum(expected) as bigint) as expected, cast(sum(found) as bigint) as found from (
    select subject, at, figure as expected, 0 as found from (${expected}) one
    union all
    select subject, at, 0, figure from (${found}) other) both_sets
  group by subject, at`;

/** Tables, keys, indexes, triggers and views. Without a trigger, credits that leases have paid are lost. */
export function schemaComparison(dialect: Dialect): Comparison {
  const expected = schemaParts(migrations, dialect).map((part) => [part]);
  return {
    found: "schema",
    expected: "schema of this version",
    subjects: "parts",
    rows: sql`
      select column1 as subject, 0 as at, 1 as expected,
        case when column1 in (select part from (${partsPresent(dialect)}) present) then 1 else 0 end as found
      from (values ${rows(expected)}) parts`,
  };
}

const ledger: readonly Comparison[] = [
  {
    found: "ledger",
    expected: "granted",
    subjects: "subscriptions",
    rows: both(
      sql`select subscription_id as subject, 0 as at, granted as figure from credit_balance`,
      sql`select subscription_id as subject, 0 as at, delta as figure from credit_ledger`,
    ),
  },
  {
    found: "ledger's write-offs",
    expected: "written off",
    subjects: "subscriptions",
    rows: both(
      sql`select subscription_id as subject, 0 as at, written_off as figure from credit_balance`,
      sql`select subscription_id as subject, 0 as at, delta as figure from credit_ledger where kind = 'write_off'`,
    ),
  },
  {
    found: "remaining + held + used",
    expected: "granted + owed",
    subjects: "subscriptions with a meter",
    rows: sql`
      select subscription_id as subject, 0 as at, granted + debt as expected, remaining + held + used as found
      from credit_total where unlimited = 0`,
  },
  {
    found: "credits by hour",
    expected: "used",
    subjects: "subscriptions",
    rows: both(
      sql`select subscription_id as subject, 0 as at, used as figure from credit_total`,
      sql`select subscription_id as subject, 0 as at, credits as figure from usage_hourly`,
    ),
  },
  {
    found: "below zero",
    expected: "nothing",
    subjects: "subscriptions",
    rows: sql`
      select subscription_id as subject, 0 as at, 0 as expected, case
        when remaining < 0 then remaining when used < 0 then used when written_off < 0 then written_off
        else 0 end as found
      from credit_total`,
  },
  {
    found: "owed without a lease to pay it",
    expected: "nothing",
    subjects: "subscriptions",
    rows: sql`
      select subscription_id as subject, 0 as at, 0 as expected, case when held = 0 then debt else 0 end as found
      from credit_total`,
  },
  {
    found: "held by ended journals",
    expected: "nothing",
    subjects: "journals",
    rows: sql`
      select l.journal_id as subject, 0 as at, 0 as expected, cast(sum(
        case when j.state = 'open' then 0 else l.held end) as bigint) as found
      from credit_lease l left join journal j on j.journal_id = l.journal_id group by l.journal_id`,
  },
];

const sums = ["calls", "credits", "bytes"] as const;
type Sum = (typeof sums)[number];

/** A rollup against its totals over all subscriptions. */
function totals(sum: Sum, span: "hour" | "minute", table: string): Comparison {
  const figures = (from: string) =>
    sql`select api_id || ' ' || class as subject, ${name(span)} as at, ${name(sum)} as figure from ${name(from)}`;
  return {
    found: `${sum} by ${span} in all`,
    expected: `${sum} by ${span}`,
    subjects: `${span}s of an API`,
    rows: both(figures(table), figures(`${table}_total`)),
  };
}

/** Minutes are kept as long as the request log, in whole hours. */
function minutes(sum: Sum, from: number): Comparison {
  return {
    found: `${sum} by minute`,
    expected: `${sum} by hour`,
    subjects: "hours of a subscription",
    rows: both(
      sql`select subscription_id as subject, hour as at, ${name(sum)} as figure
        from usage_hourly where hour >= ${from}`,
      sql`select subscription_id as subject, minute - minute % ${hourMs} as at, ${name(sum)} as figure
        from usage_minute where minute >= ${from}`,
    ),
  };
}

/** By the log's chunks, each within one minute. */
function log(sum: Sum, from: number): Comparison {
  return {
    found: `${sum} in the log`,
    expected: `${sum} by hour`,
    subjects: "hours of a subscription",
    rows: both(
      sql`select subscription_id as subject, hour as at, ${name(sum)} as figure
        from usage_hourly where hour >= ${from}`,
      sql`select subscription_id as subject, first_at - first_at % ${hourMs} as at, ${name(sum)} as figure
        from request_caller where first_at >= ${from}`,
    ),
  };
}

/**
 * The calls in the chunks against the chunks' own sums. Reads every call, so all three figures share one
 * scan.
 */
function singleCalls(from: number): Comparison {
  const one = (sum: Sum, of: Sql) =>
    sql`select subscription_id || ' ' || ${sum} as subject, 0 as at, ${name(sum)} as figure ${of}`;
  const each = (of: Sql) =>
    sql`${one("calls", of)} union all ${one("credits", of)} union all ${one("bytes", of)}`;
  return {
    found: "single calls",
    expected: "runs in the log",
    subjects: "sums of a subscription",
    rows: both(
      each(sql`from request_caller where first_at >= ${from}`),
      sql`
        with single as materialized (
          select subscription_id, count(*) as calls, cast(sum(credits) as bigint) as credits,
            cast(sum(response_size) as bigint) as bytes
          from request_log where at >= ${from} group by subscription_id)
        ${each(sql`from single`)}`,
    ),
  };
}

/** As `usageClass`, but faults count as failed: older rollups do not distinguish them. */
const classOfStatus = sql`case
  when status between 200 and 299 or status = 304 then 'success' when status in (401, 402, 403, 429) then 'blocked'
  when status in (400, 422) or status >= 500 then 'failed' else 'other' end`;

/** Outcomes and users of the calls, which the sums of a subscription do not show. */
function kinds(from: number): readonly Comparison[] {
  const of = (outcome: Sql) =>
    sql`operation || ' ' || ${outcome} || ' of user ' || user_id as subject, 0 as at`;
  const ended = sql`case when class = 'fault' then 'failed' else class end`;
  const hours = sql`select ${of(ended)}, calls as figure from usage_hourly where hour >= ${from}`;
  const subjects = "operations, outcomes and users";
  return [
    {
      found: "kinds by minute",
      expected: "kinds by hour",
      subjects,
      rows: both(hours, sql`select ${of(ended)}, calls as figure from usage_minute where minute >= ${from}`),
    },
    {
      found: "kinds in the log",
      expected: "kinds by hour",
      subjects,
      rows: both(
        hours,
        sql`select ${of(classOfStatus)}, count(*) as figure from request_log where at >= ${from}
          group by operation, ${classOfStatus}, user_id`,
      ),
    },
  ];
}

function appliedSeqs(from: number): Comparison {
  const opened = (table: string, calls: Sql) => sql`
    select c.journal_id as subject, 0 as at, ${calls} as figure from ${name(table)} c
    left join journal j on j.journal_id = c.journal_id where j.journal_id is null or j.opened_at >= ${from}`;
  return {
    found: "calls of a journal",
    expected: "its applied seq",
    subjects: "journals",
    rows: both(
      sql`select journal_id as subject, 0 as at, applied_seq as figure from journal where opened_at >= ${from}`,
      sql`${opened("request_chunk", sql`c.calls`)} union all ${opened("usage_rejected", sql`1`)}`,
    ),
  };
}

/** Every comparison. The request log is complete from `logStart`, or wholly if undefined. */
export function comparisonsFrom(logStart: number | undefined): readonly Comparison[] {
  const minutesFrom = logStart === undefined ? 0 : floorTo(logStart, hourMs);
  const logFrom = logStart === undefined ? 0 : floorTo(logStart + hourMs - 1, hourMs);
  return [
    ...ledger,
    ...sums.map((sum) => totals(sum, "hour", "usage_hourly")),
    ...sums.map((sum) => totals(sum, "minute", "usage_minute")),
    ...sums.map((sum) => minutes(sum, minutesFrom)),
    ...sums.map((sum) => log(sum, logFrom)),
    singleCalls(logFrom),
    ...kinds(logFrom),
    appliedSeqs(logFrom),
  ];
}
