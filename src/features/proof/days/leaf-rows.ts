import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { firstHead } from "../../../metering/credits/grants/ledger-chain.ts";
import { hashBytes } from "../format/tree.ts";

/** The log of a subscription, and what its last leaf says. */
export interface LogRow {
  readonly subscriptionId: string;
  readonly size: number;
  readonly subtrees: string;
  /** Granted and not used, with the calls and ledger rows of all leaves. */
  readonly balance: number;
  readonly ledgerRows: number;
  readonly ledgerHead: string;
  readonly month: string;
}

/** The log of a subscription without leaves. `balance`: that with which its ledger's chain began. */
export const firstLog = (subscriptionId: string, balance = 0): LogRow => ({
  subscriptionId,
  size: 0,
  subtrees: "",
  balance,
  ledgerRows: 0,
  ledgerHead: firstHead(subscriptionId),
  month: "",
});

export interface DayRow {
  readonly day: string;
  readonly subscriptionId: string;
  readonly number: number;
  readonly calls: number;
  readonly credits: number;
  readonly callRoot: string;
  readonly ledgerRows: number;
  readonly ledgerHead: string;
}

/** The log before a month, and the usage in it, JSON. */
export interface MonthRow extends Omit<LogRow, "month"> {
  readonly month: string;
  readonly usage: string;
}

/** Hashes as one text. */
export const joinHashes = (hashes: readonly Uint8Array[]): string => Buffer.concat(hashes).toString("base64");

export function splitHashes(text: string): Buffer[] {
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: bytes.length / hashBytes }, (_, index) =>
    bytes.subarray(index * hashBytes, (index + 1) * hashBytes),
  );
}

/** The columns of a log `l`. */
export const logColumns = `l.subscription_id as "subscriptionId", l.size, l.subtrees, l.balance,
  l.ledger_rows as "ledgerRows", l.ledger_head as "ledgerHead", l.month`;

const findLogs = new RowsStatement<LogRow>(
  `select ${logColumns}
  from :rows join proof_log l on l.subscription_id = v.column1`,
  ["text"],
);

export async function readLogs(db: Queries, ids: readonly string[]): Promise<Map<string, LogRow>> {
  return new Map((await findLogs.all(db, [ids])).map((row) => [row.subscriptionId, row]));
}

const findFirst = new RowsStatement<{ id: string; balance: number }>(
  `select b.subscription_id as id, b.first_balance as balance
  from :rows join credit_balance b on b.subscription_id = v.column1`,
  ["text"],
);

/** The balances with which chains began. */
export async function readFirstBalances(db: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  return new Map((await findFirst.all(db, [ids])).map(({ id, balance }) => [id, balance]));
}

export type LedgerOfDay = Pick<DayRow, "subscriptionId" | "ledgerRows" | "ledgerHead"> & {
  readonly number: number | null;
};

const findDays = new RowsStatement<LedgerOfDay>(
  `select d.subscription_id as "subscriptionId", d.ledger_rows as "ledgerRows", d.ledger_head as "ledgerHead", d.number
  from :rows join proof_day d on d.day = :value and d.subscription_id = v.column1`,
  ["text"],
);

/** What is known of a day before its leaves are made. */
export async function readDay(
  db: Queries,
  day: string,
  ids: readonly string[],
): Promise<Map<string, LedgerOfDay>> {
  return new Map((await findDays.all(db, [ids], [day])).map((row) => [row.subscriptionId, row]));
}

const sumDeltas = new RowsStatement<{ id: string; delta: number }>(
  `select v.column1 as id, cast(sum(c.delta) as bigint) as delta
  from :rows join credit_ledger c on c.subscription_id = v.column1 and c.number > v.column2 and c.number <= v.column3
  group by v.column1`,
  ["text", "bigint", "bigint"],
);

/** The sums of ledger rows after a number, up to another one. */
export async function readDeltas(
  db: Queries,
  spans: readonly (readonly [id: string, after: number, to: number])[],
): Promise<Map<string, number>> {
  const rows = await sumDeltas.all(db, [
    spans.map(([id]) => id),
    spans.map(([, after]) => after),
    spans.map(([, , to]) => to),
  ]);
  return new Map(rows.map(({ id, delta }) => [id, delta]));
}

const findMonths = new RowsStatement<MonthRow>(
  `select m.subscription_id as "subscriptionId", m.month, m.size, m.subtrees, m.balance, m.ledger_rows as "ledgerRows",
    m.ledger_head as "ledgerHead", m.usage
  from :rows join proof_month m on m.subscription_id = v.column1 and m.month = :value`,
  ["text"],
);

export async function readMonths(
  db: Queries,
  month: string,
  ids: readonly string[],
): Promise<Map<string, MonthRow>> {
  return new Map((await findMonths.all(db, [ids], [month])).map((row) => [row.subscriptionId, row]));
}

const putDays = new RowsStatement<never>(
  `insert into proof_day (day, subscription_id, number, calls, credits, call_root, ledger_rows, ledger_head)
  select v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7, v.column8 from :rows where true
  on conflict (day, subscription_id) do update set number = excluded.number, calls = excluded.calls,
    credits = excluded.credits, call_root = excluded.call_root`,
  ["text", "text", "bigint", "bigint", "bigint", "text", "bigint", "text"],
);

export async function writeDays(tx: Queries, rows: readonly DayRow[]): Promise<void> {
  if (rows.length === 0) return;
  await putDays.run(tx, [
    rows.map(({ day }) => day),
    rows.map(({ subscriptionId }) => subscriptionId),
    rows.map(({ number }) => number),
    rows.map(({ calls }) => calls),
    rows.map(({ credits }) => credits),
    rows.map(({ callRoot }) => callRoot),
    rows.map(({ ledgerRows }) => ledgerRows),
    rows.map(({ ledgerHead }) => ledgerHead),
  ]);
}

const putLogs = new RowsStatement<never>(
  `insert into proof_log (subscription_id, size, subtrees, balance, ledger_rows, ledger_head, month)
  select v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7 from :rows where true
  on conflict (subscription_id) do update set size = excluded.size, subtrees = excluded.subtrees,
    balance = excluded.balance, ledger_rows = excluded.ledger_rows, ledger_head = excluded.ledger_head,
    month = excluded.month`,
  ["text", "bigint", "text", "bigint", "bigint", "text", "text"],
);

export async function writeLogs(tx: Queries, rows: readonly LogRow[]): Promise<void> {
  if (rows.length === 0) return;
  await putLogs.run(tx, [
    rows.map(({ subscriptionId }) => subscriptionId),
    rows.map(({ size }) => size),
    rows.map(({ subtrees }) => subtrees),
    rows.map(({ balance }) => balance),
    rows.map(({ ledgerRows }) => ledgerRows),
    rows.map(({ ledgerHead }) => ledgerHead),
    rows.map(({ month }) => month),
  ]);
}

const putMonths = new RowsStatement<never>(
  `insert into proof_month (subscription_id, month, size, subtrees, balance, ledger_rows, ledger_head, usage)
  select v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7, v.column8 from :rows where true
  on conflict (subscription_id, month) do update set usage = excluded.usage`,
  ["text", "text", "bigint", "text", "bigint", "bigint", "text", "text"],
);

export async function writeMonths(tx: Queries, rows: readonly MonthRow[]): Promise<void> {
  if (rows.length === 0) return;
  await putMonths.run(tx, [
    rows.map(({ subscriptionId }) => subscriptionId),
    rows.map(({ month }) => month),
    rows.map(({ size }) => size),
    rows.map(({ subtrees }) => subtrees),
    rows.map(({ balance }) => balance),
    rows.map(({ ledgerRows }) => ledgerRows),
    rows.map(({ ledgerHead }) => ledgerHead),
    rows.map(({ usage }) => usage),
  ]);
}
