import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { floorTo, hourMs } from "../usage-fold.ts";
import { requestLogMark } from "../usage-marks.ts";

/** Two figures of the books that should be the same and are not. */
export interface Finding {
  /** Which books disagree. */
  readonly check: string;
  /** On what: a subscription, a journal, an hour. */
  readonly subject: string;
  readonly expected: number;
  readonly found: number;
}

interface Check {
  readonly name: string;
  /** Rows of `subject`, `expected` and `found` where both differ: one statement, hence one moment. */
  query(logFrom: number): Sql;
}

/** More than a person reads. */
const rowsMax = 100;

const checks: readonly Check[] = [
  {
    name: "ledger = granted",
    query: () => sql`
      select b.subscription_id as subject, b.granted as expected,
        cast(coalesce((select sum(l.delta) from credit_ledger l where l.subscription_id = b.subscription_id), 0)
          as bigint) as found
      from credit_balance b`,
  },
  {
    name: "granted = remaining + held + used",
    query: () => sql`
      select b.subscription_id as subject, b.granted as expected,
        cast(b.remaining + b.used + coalesce(
          (select sum(l.held) from credit_lease l where l.subscription_id = b.subscription_id), 0)
          as bigint) as found
      from credit_balance b where b.unlimited = 0`,
  },
  {
    name: "used = reported credits",
    query: () => sql`
      select b.subscription_id as subject, b.used as expected,
        cast(coalesce((select sum(u.credits) from usage_hourly u where u.subscription_id = b.subscription_id), 0)
          as bigint) as found
      from credit_balance b`,
  },
  {
    name: "written off = ledger's write-offs",
    query: () => sql`
      select b.subscription_id as subject, b.written_off as expected,
        cast(coalesce((select sum(l.delta) from credit_ledger l
          where l.subscription_id = b.subscription_id and l.kind = 'write_off'), 0) as bigint) as found
      from credit_balance b`,
  },
  {
    name: "nothing is negative",
    query: () => sql`
      select subscription_id as subject, 0 as expected,
        case when remaining < 0 then remaining else used end as found
      from credit_balance where remaining < 0 or used < 0`,
  },
  {
    name: "a closed journal holds no credits",
    query: () => sql`
      select l.journal_id as subject, 0 as expected, cast(sum(l.held) as bigint) as found
      from credit_lease l join journal j on j.journal_id = l.journal_id
      where j.state <> 'open' group by l.journal_id`,
  },
  {
    name: "calls by hour = totals by hour",
    query: () => sql`
      select hour || ' ' || api_id || ' ' || class as subject, cast(sum(own) as bigint) as expected,
        cast(sum(total) as bigint) as found
      from (
        select hour, api_id, class, calls + credits * 1000003 as own, 0 as total from usage_hourly
        union all
        select hour, api_id, class, 0, calls + credits * 1000003 from usage_hourly_total) both_sides
      group by hour, api_id, class`,
  },
  {
    name: "request log = calls by hour",
    query: (logFrom) => sql`
      select subscription_id as subject, cast(sum(reported) as bigint) as expected,
        cast(sum(logged) as bigint) as found
      from (
        select subscription_id, calls as reported, 0 as logged from usage_hourly where hour >= ${logFrom}
        union all
        select subscription_id, 0, 1 from request_log where at >= ${logFrom}) both_sides
      group by subscription_id`,
  },
  {
    name: "request log's credits = credits by hour",
    query: (logFrom) => sql`
      select subscription_id as subject, cast(sum(reported) as bigint) as expected,
        cast(sum(logged) as bigint) as found
      from (
        select subscription_id, credits as reported, 0 as logged from usage_hourly where hour >= ${logFrom}
        union all
        select subscription_id, 0, credits from request_log where at >= ${logFrom}) both_sides
      group by subscription_id`,
  },
  {
    name: "a journal's mark = its calls",
    query: (logFrom) => sql`
      select journal_id as subject, cast(sum(marked) as bigint) as expected,
        cast(sum(present) as bigint) as found
      from (
        select journal_id, folded_seq as marked, 0 as present from journal where opened_at >= ${logFrom}
        union all
        select r.journal_id, 0, 1 from request_log r join journal j on j.journal_id = r.journal_id
          where j.opened_at >= ${logFrom}
        union all
        select u.journal_id, 0, 1 from usage_rejected u join journal j on j.journal_id = u.journal_id
          where j.opened_at >= ${logFrom}) both_sides
      group by journal_id`,
  },
];

/**
 * Where the ledger, the balances, the roll-ups and the request log disagree; nothing where they agree. Reads
 * only, beside running nodes: each check is one statement. Calls that the log refused stand in `usage_rejected`
 * and are found here, since a person must look at them.
 */
export async function ledgerFindings(db: Queries): Promise<readonly Finding[]> {
  const mark = await requestLogMark(db);
  // Whole hours that the log still holds.
  const logFrom = mark === undefined ? 0 : floorTo(mark + hourMs - 1, hourMs);
  const findings: Finding[] = [];
  for (const { name, query } of checks) {
    const rows = await db.all<Omit<Finding, "check">>(sql`
      select subject, expected, found from (${query(logFrom)}) compared
      where expected <> found order by subject limit ${rowsMax}`);
    findings.push(...rows.map((row) => ({ check: name, ...row })));
  }
  return findings;
}
