import { dayMs } from "../../../base/durations.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { chainRows } from "../../../metering/credits/grants/chain-rows.ts";
import type { CallLog } from "../../../metering/requests/call-log.ts";
import type { JournalSpan } from "../../../metering/requests/journal-calls.ts";
import { endOf } from "./calendar.ts";
import { cutTenures } from "./cut-tenures.ts";
import { ClaimLost, claim } from "./proof-state.ts";

/** The clock of a node can be set back so far. */
export const clockBackMs = 2 * dayMs;

/**
 * The earliest time of a journal's calls after its last cut: it was opened then, and cut at the end of a day. What comes
 * days late, in parts, is older than the day of a part: `firstAt` is the time of the first of these calls, if the database
 * has it.
 */
function earliestOf(openedAt: number, lastDay: string | null, firstAt: number | null): number {
  const afterCut = Math.max(openedAt, lastDay === null ? 0 : endOf(lastDay));
  return Math.min(afterCut, firstAt ?? afterCut) - clockBackMs;
}

const firstUncut = sql`(
  select c.first_at from request_chunk c where c.journal_id = j.journal_id and c.first_seq > j.proved_seq
  order by c.first_seq limit 1)`;

/**
 * Decides which calls a day has: of each journal those after its former cut, up to its first call of the next day. Only
 * what is in database and request log is counted; the rest belongs to a later day. What a journal was cut at never
 * changes. The day must have ended, and the leaves of the day before must be complete.
 */
export async function cutDay(
  db: Database,
  log: CallLog,
  day: string,
  { process, now }: { readonly process: string; readonly now: () => number },
): Promise<void> {
  await chainRows(db);
  const cuts: JournalSpan[] = [];
  for (const span of await findUncut(db)) {
    const to = await log.lastSeqBefore({ ...span, since: endOf(day) });
    if (to > span.after) cuts.push({ ...span, to });
  }
  await db.transaction(
    async (tx) => {
      if (!(await claim(tx, process, now()))) throw new ClaimLost();
      const moved = await tx.run(sql`
        update proof_state set cut_day = ${day} where id = 1 and cut_day < ${day} and leaf_day = cut_day`);
      if (moved === 0) return;
      await cutLedger(tx, day);
      await cutTenures(tx, day);
      for (const { journalId, after, to, since } of cuts) {
        const marked = await tx.run(sql`
          update journal set proved_seq = ${to} where journal_id = ${journalId} and applied_seq >= ${to}`);
        // The database has lost its last commits: these calls are applied again, and belong to a later day.
        if (marked === 0) continue;
        await tx.run(sql`
          insert into proof_cut (day, journal_id, from_seq, to_seq, since)
          values (${day}, ${journalId}, ${after}, ${to}, ${since})`);
      }
    },
    { repeatable: true },
  );
}

interface Begun {
  readonly openedAt: number;
  readonly lastDay: string | null;
  readonly firstAt: number | null;
}

/** The calls of each journal that no day has, as far as they can be cut. */
export async function findUncut(db: Queries): Promise<JournalSpan[]> {
  const rows = await db.all<Omit<JournalSpan, "since"> & Begun>(sql`
    select * from (
      select j.journal_id as "journalId", j.opened_at as "openedAt",
        case when j.logged_seq < j.applied_seq then j.logged_seq else j.applied_seq end as "to",
        case when c.to_seq > j.proved_seq then c.to_seq else j.proved_seq end as "after", c.day as "lastDay",
        ${firstUncut} as "firstAt"
      from journal j left join (
        select journal_id, max(to_seq) as to_seq, max(day) as day from proof_cut group by journal_id) c
        on c.journal_id = j.journal_id
      where j.applied_seq > j.proved_seq) marks
    where "to" > "after" order by "journalId"`);
  return rows.map(({ openedAt, lastDay, firstAt, ...span }) => ({
    ...span,
    since: earliestOf(openedAt, lastDay, firstAt),
  }));
}

/** Counts the ledger rows of a day, of subscriptions that never moved: those before the first one that was written after its end. */
async function cutLedger(tx: Queries, day: string): Promise<void> {
  await tx.run(sql`
    insert into proof_day (day, subscription_id, calls, credits, ledger_rows, ledger_head)
    select cast(${day} as text), ended.subscription_id, 0, 0, ended.rows, c.head from (
      select b.subscription_id, coalesce(l.ledger_rows, 0) as before, coalesce((
        select min(n.number) - 1 from credit_ledger n
        where n.subscription_id = b.subscription_id and n.number > coalesce(l.ledger_rows, 0) and n.at >= ${endOf(day)}
      ), b.ledger_rows) as rows
      from credit_balance b left join proof_log l on l.subscription_id = b.subscription_id
      where b.ledger_rows > coalesce(l.ledger_rows, 0) and not exists (
        select 1 from proof_tenure t where t.subscription_id = b.subscription_id)) ended
    join credit_ledger c on c.subscription_id = ended.subscription_id and c.number = ended.rows and c.number > 0
    where ended.rows > ended.before`);
}

/**
 * The earliest time that a call without a leaf can have, milliseconds UTC; undefined if all calls have theirs. No call is
 * read for it.
 */
export async function oldestUnproved(db: Queries): Promise<number | undefined> {
  const rows = await db.all<Begun & { since: number | null }>(sql`
    select opened_at as "openedAt", last_day as "lastDay", first_at as "firstAt", since from (
      select j.opened_at, j.applied_seq, j.proved_seq, ${firstUncut} as first_at,
        (select min(c.since) from proof_cut c where c.journal_id = j.journal_id and c.day > s.leaf_day) as since,
        (select max(c.day) from proof_cut c where c.journal_id = j.journal_id and c.day <= s.leaf_day) as last_day,
        (select min(c.day) from proof_cut c where c.journal_id = j.journal_id and c.day > s.leaf_day) as open_day
      from journal j, proof_state s where s.id = 1 and j.applied_seq > 0) marks
    where applied_seq > proved_seq or open_day is not null`);
  if (rows.length === 0) return undefined;
  return Math.min(
    ...rows.map(({ openedAt, lastDay, firstAt, since }) => {
      const earliest = earliestOf(openedAt, lastDay, firstAt);
      return Math.min(earliest, since ?? earliest);
    }),
  );
}
