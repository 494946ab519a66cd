import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { integer, text } from "../../../entities/stored.ts";
import { type Row, type RowOf, Table } from "../../../entities/table.ts";
import { firstHead } from "../../../metering/credits/grants/ledger-chain.ts";
import { hashBytes } from "../format/tree.ts";

const members = {
  subscriptionId: text,
  size: integer,
  subtrees: text,
  /** Granted and not used, with the calls and ledger rows of all leaves. */
  balance: integer,
  ledgerRows: integer,
  ledgerHead: text,
  month: text,
};

/** The log of a subscription, and the content of its last leaf. */
export type LogRow = RowOf<typeof members>;

export const proofLogs = new Table({ name: "proof_log", as: "l", key: ["subscriptionId"], members });

/** The log before a month, and the usage in it, JSON. */
export type MonthRow = Row<typeof proofMonths>;

export const proofMonths = new Table({
  name: "proof_month",
  as: "m",
  key: ["subscriptionId", "month"],
  members: { ...members, usage: text },
  fixed: ["size", "subtrees", "balance", "ledgerRows", "ledgerHead"],
});

/** A day of a log. It is known before its leaf is made, without number and root. */
export type DayRow = Row<typeof proofDays>;

export const proofDays = new Table({
  name: "proof_day",
  as: "d",
  key: ["day", "subscriptionId"],
  members: {
    day: text,
    subscriptionId: text,
    number: integer,
    calls: integer,
    credits: integer,
    callRoot: text,
    ledgerRows: integer,
    ledgerHead: text,
  },
  fixed: ["ledgerRows", "ledgerHead"],
});

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

/** The leaf of a log that began again; with the number -1 the epoch in which a log began, which has no leaf. */
export type EpochRow = Row<typeof proofEpochs>;

export const proofEpochs = new Table({
  name: "proof_epoch",
  as: "e",
  key: ["subscriptionId", "epoch"],
  members: {
    subscriptionId: text,
    epoch: integer,
    month: text,
    number: integer,
    size: integer,
    root: text,
    reason: text,
  },
});

/** Hashes as one text. */
export const joinHashes = (hashes: readonly Uint8Array[]): string => Buffer.concat(hashes).toString("base64");

export function splitHashes(text: string): Buffer[] {
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: bytes.length / hashBytes }, (_, index) =>
    bytes.subarray(index * hashBytes, (index + 1) * hashBytes),
  );
}

const byKey = <Row extends { readonly subscriptionId: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.subscriptionId, row]));

export async function readLogs(db: Queries, ids: readonly string[]): Promise<Map<string, LogRow>> {
  const keys = ids.map((id) => [id]);
  return byKey(await proofLogs.findAll(db, keys));
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

/** What is known of a day before its leaves are made. */
export async function readDay(
  db: Queries,
  day: string,
  ids: readonly string[],
): Promise<Map<string, LedgerOfDay>> {
  const keys = ids.map((id) => [day, id]);
  return byKey(await proofDays.findAll(db, keys));
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

export async function readMonths(
  db: Queries,
  month: string,
  ids: readonly string[],
): Promise<Map<string, MonthRow>> {
  const keys = ids.map((id) => [id, month]);
  return byKey(await proofMonths.findAll(db, keys));
}
