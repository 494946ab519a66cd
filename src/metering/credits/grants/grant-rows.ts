import { databaseClock } from "../../../database/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { raw, sql } from "../../../database/sql.ts";
import { keptIn } from "../../../database/transaction.ts";
import { type Balance, dueOf, type Grant, type GrantEntry, grantSources } from "./grant.ts";
import type { LedgerEnd } from "./ledger-chain.ts";

/**
 * A condition of upserts that only update. They keep the rows in lock order, which a join would not, and find them by
 * their key: a join read the whole table after it had grown since it was last analyzed.
 */
export const balanceKnown = "(select 1 from credit_balance b where b.subscription_id = v.column1) = 1";

const columns = `g.id, g.subscription_id as "subscriptionId", g.source, g.period, g.amount, g.spent, g.expired, g.removed,
  g.starts_at as "startsAt", g.expires_at as "expiresAt", g.state, g.created_at as "createdAt"`;

const findLive = new RowsStatement<Grant>(
  `select ${columns} from :rows join credit_grant g on g.subscription_id = v.column1 and g.state <> 'closed'`,
  ["text"],
);

const findExpired = new RowsStatement<Grant>(
  `select ${columns} from :rows join credit_grant g on g.subscription_id = v.column1
  where g.expired > 0 and g.expires_at > v.column2 and g.source <> 'overage'`,
  ["text", "bigint"],
);

export const findClosedGrants = (db: Queries, subscriptionId: string): Promise<Grant[]> =>
  db.all<Grant>(sql`
    select ${raw(columns)} from credit_grant g where g.subscription_id = ${subscriptionId} and g.state = 'closed'`);

/** The grants that are not closed, by subscription. */
export async function findLiveGrants(tx: Queries, ids: readonly string[]): Promise<Map<string, Grant[]>> {
  return Map.groupBy(await findLive.all(tx, [ids]), ({ subscriptionId }) => subscriptionId);
}

/** Grants of which an expiry after a moment took credits. */
export async function findExpiredAfter(
  tx: Queries,
  moments: readonly (readonly [subscriptionId: string, moment: number])[],
): Promise<Map<string, Grant[]>> {
  const rows = await findExpired.all(tx, [moments.map(([id]) => id), moments.map(([, moment]) => moment)]);
  return Map.groupBy(rows, ({ subscriptionId }) => subscriptionId);
}

type BalanceRow = Omit<Balance, "unlimited" | "end"> & LedgerEnd & { readonly unlimited: number };

const inLeases = (column: string) =>
  `(select cast(coalesce(sum(${column}), 0) as bigint) from credit_lease l where l.subscription_id = b.subscription_id)`;

const findBalances = new RowsStatement<BalanceRow>(
  `select b.subscription_id as "subscriptionId", b.unlimited, b.granted, b.remaining, b.debt,
    b.written_off as "writtenOff", b.used + ${inLeases("l.used")} as used, ${inLeases("l.held")} as held,
    ${inLeases("case when l.return_requested = 1 then l.held else 0 end")} as asked,
    b.ledger_rows as "ledgerRows", b.ledger_head as "ledgerHead"
  from :rows join credit_balance b on b.subscription_id = v.column1`,
  ["text"],
);

/** Locked balances with what their leases hold. */
export async function readBalances(tx: Queries, ids: readonly string[]): Promise<Balance[]> {
  const rows = await findBalances.all(tx, [ids]);
  return rows.map(({ ledgerRows, ledgerHead, ...row }) => ({
    ...row,
    unlimited: row.unlimited === 1,
    end: { ledgerRows, ledgerHead },
  }));
}

const lockedBalances = {};

/** Locks a balance, once in a transaction; false if there is none. */
export async function lockBalance(tx: Queries, subscriptionId: string): Promise<boolean> {
  const locked = keptIn(tx, lockedBalances, () => new Set<string>());
  if (locked?.has(subscriptionId)) return true;
  // Changes nothing: it takes the lock.
  const found = await tx.run(
    sql`update credit_balance set taken = taken where subscription_id = ${subscriptionId}`,
  );
  if (found > 0) locked?.add(subscriptionId);
  return found > 0;
}

/** The database's time, milliseconds UTC: by it grants open and expire. */
export async function readClock(tx: Queries): Promise<number> {
  return (await tx.get<{ now: number }>(sql`select ${databaseClock(tx)} as now`))!.now;
}

const noPeriod = -1;

const putGrants = new RowsStatement<never>(
  `insert into credit_grant (id, subscription_id, source, rank, period, amount, spent, expired, removed, starts_at,
    expires_at, state, created_at)
  select v.column1, v.column2, v.column3, v.column4, nullif(v.column5, ${noPeriod}), v.column6, v.column7, v.column8,
    v.column9, v.column10, v.column11, v.column12, v.column13 from :rows where true
  on conflict (id) do update set amount = excluded.amount, spent = excluded.spent, expired = excluded.expired,
    removed = excluded.removed, state = excluded.state`,
  [
    "text",
    "text",
    "text",
    "bigint",
    "bigint",
    "bigint",
    "bigint",
    "bigint",
    "bigint",
    "bigint",
    "bigint",
    "text",
    "bigint",
  ],
);

/** Writes grants as they are now, new ones too. Their balances must be locked. */
export async function writeGrants(tx: Queries, grants: readonly Grant[]): Promise<void> {
  if (grants.length === 0) return;
  const column = <T extends string | number>(of: (grant: Grant) => T): T[] => grants.map(of);
  await putGrants.run(tx, [
    column(({ id }) => id),
    column(({ subscriptionId }) => subscriptionId),
    column(({ source }) => source),
    column(({ source }) => grantSources.indexOf(source)),
    column(({ period }) => period ?? noPeriod),
    column(({ amount }) => amount),
    column(({ spent }) => spent),
    column(({ expired }) => expired),
    column(({ removed }) => removed),
    column(({ startsAt }) => startsAt),
    column(({ expiresAt }) => expiresAt),
    column(({ state }) => state),
    column(({ createdAt }) => createdAt),
  ]);
}

const putBalances = new RowsStatement<never>(
  `insert into credit_balance (subscription_id, granted, remaining, debt, written_off, due_at, closing, ledger_rows,
    ledger_head)
  select v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7, v.column8, v.column9
  from :rows where ${balanceKnown}
  on conflict (subscription_id) do update set granted = excluded.granted, remaining = excluded.remaining,
    debt = excluded.debt, written_off = excluded.written_off, due_at = excluded.due_at, closing = excluded.closing,
    ledger_rows = excluded.ledger_rows, ledger_head = excluded.ledger_head`,
  ["text", "bigint", "bigint", "bigint", "bigint", "bigint", "bigint", "bigint", "text"],
);

/** A balance, and its grants that are not closed. */
export interface BalanceState {
  readonly balance: Balance;
  readonly grants: readonly Grant[];
}

/** Writes locked balances as they are now. */
export async function writeBalances(tx: Queries, states: readonly BalanceState[]): Promise<void> {
  if (states.length === 0) return;
  const column = (of: (balance: Balance) => number) => states.map(({ balance }) => of(balance));
  await putBalances.run(tx, [
    states.map(({ balance }) => balance.subscriptionId),
    column(({ granted }) => granted),
    column(({ remaining }) => remaining),
    column(({ debt }) => debt),
    column(({ writtenOff }) => writtenOff),
    states.map(({ grants }) => dueOf(grants)),
    states.map(({ grants }) => grants.filter(({ state }) => state === "closing").length),
    column(({ end }) => end.ledgerRows),
    states.map(({ balance }) => balance.end.ledgerHead),
  ]);
}

const putEntries = new RowsStatement<never>(
  `insert into credit_ledger (id, subscription_id, at, delta, kind, remaining_after, grant_id, reason, actor,
    journal_id, idempotency_key, number, head)
  select v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7, nullif(v.column8, ''),
    nullif(v.column9, ''), nullif(v.column10, ''), nullif(v.column11, ''), v.column12, v.column13 from :rows where true`,
  [
    "text",
    "text",
    "bigint",
    "bigint",
    "text",
    "bigint",
    "text",
    "text",
    "text",
    "text",
    "text",
    "bigint",
    "text",
  ],
);

/** Writes ledger entries. */
export async function writeEntries(tx: Queries, entries: readonly GrantEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const text = (of: (entry: GrantEntry) => string | null | undefined) =>
    entries.map((entry) => of(entry) ?? "");
  await putEntries.run(tx, [
    text(({ id }) => id),
    text(({ subscriptionId }) => subscriptionId),
    entries.map(({ at }) => at),
    entries.map(({ delta }) => delta),
    text(({ kind }) => kind),
    entries.map(({ left }) => left),
    text(({ grantId }) => grantId),
    text(({ reason }) => reason),
    text(({ actor }) => actor),
    text(({ journalId }) => journalId),
    text(({ idempotencyKey }) => idempotencyKey),
    entries.map(({ end }) => end.ledgerRows),
    text(({ end }) => end.ledgerHead),
  ]);
}

/**
 * Requests the return of leases `l` that meet a condition. An upsert locks them in the order in which applying locks
 * them, which an UPDATE does not; no row is ever inserted.
 */
export const returnRequest = (condition: string): RowsStatement<never> =>
  new RowsStatement(
    `insert into credit_lease (subscription_id, journal_id, held)
    select l.subscription_id, l.journal_id, 0 from :rows join credit_lease l on l.subscription_id = v.column1
    where ${condition} order by l.subscription_id, l.journal_id
    on conflict (subscription_id, journal_id) do update set return_requested = 1`,
    ["text"],
  );

const ask = returnRequest("l.held > 0");

/** Requests the return of all leases that hold credits. */
export async function requestLeases(tx: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await ask.run(tx, [ids]);
}

/** Credits leased to all journals. The balance must be locked. */
export async function heldInAll(tx: Queries, subscriptionId: string): Promise<number> {
  const row = await tx.get<{ held: number }>(sql`
    select cast(coalesce(sum(held), 0) as bigint) as held from credit_lease
    where subscription_id = ${subscriptionId}`);
  return row?.held ?? 0;
}
