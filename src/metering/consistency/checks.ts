import { never } from "../../base/clock.ts";
import { partsPresent } from "../../database/schema-parts.ts";
import { type Dialect, rows, type Sql, sql } from "../../database/sql.ts";
import type { Compared } from "./comparison.ts";

/** Two sets of figures that one statement compares. */
export interface Comparison extends Compared {
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

/** The parts of the schema: tables, keys, indexes, triggers and views. Without a trigger, credits that leases have paid are lost. */
export function schemaComparison(dialect: Dialect, schema: readonly string[]): Comparison {
  const expected = schema.map((part) => [part]);
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

/** Balances, leases and their ledger. */
export const ledgerComparisons: readonly Comparison[] = [
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
  {
    found: "granted by grants",
    expected: "granted",
    subjects: "subscriptions",
    rows: both(
      sql`select subscription_id as subject, 0 as at, granted as figure from credit_balance`,
      // A node of the former version removes credits of no grant.
      sql`
        select subscription_id as subject, 0 as at, amount - expired - removed as figure from credit_grant
        where state <> 'waiting'
        union all
        select subscription_id, 0, delta from credit_ledger where grant_id is null and delta < 0`,
    ),
  },
  {
    found: "ledger of a grant",
    expected: "amount not expired",
    subjects: "grants",
    rows: both(
      sql`select id as subject, 0 as at, amount - expired as figure from credit_grant where state <> 'waiting'`,
      sql`select grant_id as subject, 0 as at, delta as figure from credit_ledger where grant_id <> ''`,
    ),
  },
  {
    found: "removed by the ledger",
    expected: "removed from grants",
    subjects: "subscriptions",
    rows: both(
      sql`select subscription_id as subject, 0 as at, removed as figure from credit_grant`,
      sql`select subscription_id as subject, 0 as at, -delta as figure from credit_ledger where grant_id = ''`,
    ),
  },
  {
    found: "credits without a grant",
    expected: "nothing",
    subjects: "subscriptions with a meter",
    rows: sql`
      select b.subscription_id as subject, 0 as at, 0 as expected, case
        when b.remaining + b.held - b.debt > coalesce(g.rest, 0)
        then b.remaining + b.held - b.debt - coalesce(g.rest, 0) else 0 end as found
      from credit_total b left join (
        select subscription_id, cast(sum(amount - spent - expired - removed) as bigint) as rest from credit_grant
        where state in ('open', 'closing') group by subscription_id) g on g.subscription_id = b.subscription_id
      where b.unlimited = 0`,
  },
  {
    found: "closing grants",
    expected: "closing",
    subjects: "subscriptions",
    rows: both(
      sql`select subscription_id as subject, 0 as at, closing as figure from credit_balance`,
      sql`select subscription_id as subject, 0 as at, 1 as figure from credit_grant where state = 'closing'`,
    ),
  },
  {
    found: "closing without a lease to await",
    expected: "nothing",
    subjects: "subscriptions",
    rows: sql`
      select b.subscription_id as subject, 0 as at, 0 as expected, case
        when b.debt = 0 and not exists (select 1 from credit_lease l
          where l.subscription_id = b.subscription_id and l.return_requested = 1 and l.held > 0)
        then b.closing else 0 end as found
      from credit_balance b where b.closing > 0`,
  },
  {
    found: "due at",
    expected: "next start or expiry",
    subjects: "subscriptions",
    rows: sql`
      select b.subscription_id as subject, 0 as at, coalesce(g.due_at, ${never}) as expected, b.due_at as found
      from credit_balance b left join (
        select subscription_id, min(case state when 'waiting' then starts_at else expires_at end) as due_at
        from credit_grant where state in ('waiting', 'open') group by subscription_id) g
        on g.subscription_id = b.subscription_id`,
  },
];
