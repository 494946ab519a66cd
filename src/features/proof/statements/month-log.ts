import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { UsageSum } from "../days/day-trees.ts";
import {
  firstLog,
  type LogRow,
  proofMonths,
  readFirstBalances,
  readLogs,
  splitHashes,
} from "../days/leaf-rows.ts";
import { readTenures, subscriptionOf, type Tenure } from "../days/tenures.ts";
import { dayLine, epochLine } from "../format/lines.ts";
import { GrowingTree, leafOf } from "../format/tree.ts";
import { dayLeafOf, isDay, type StatementDay, type StatementLeaf } from "./statement.ts";

/** The log of a subscription before a month. */
type MonthOpening = Omit<LogRow, "subscriptionId" | "month">;

/** What the log of a subscription has of a month. */
export interface MonthLog {
  readonly opening: MonthOpening;
  /** Those that can be signed, in their order. */
  readonly leaves: readonly StatementLeaf[];
  /** The log with them. */
  readonly tree: GrowingTree;
  readonly epoch: number;
  /** The usage of all leaves that are made, also of those that cannot be signed yet. */
  readonly usage: readonly UsageSum[];
  /** Calls of leaves that cannot be signed yet. */
  readonly unsigned: { readonly calls: number; readonly credits: number };
}

export const lineOf = (subscriptionId: string, leaf: StatementLeaf): string =>
  isDay(leaf) ? dayLine(subscriptionId, dayLeafOf(leaf)) : epochLine(subscriptionId, leaf);

/** Reads the part of a log by its key. `signedDay`: the last day that is signed. */
export async function readMonthLog(
  db: Queries,
  key: string,
  month: string,
  signedDay: string,
): Promise<MonthLog> {
  const [next] = await proofMonths.select(
    db,
    sql`where subscription_id = ${key} and month >= ${month} order by month limit 1`,
  );
  let opening = next ?? (await readEnd(db, key));
  const isUsed = next?.month === month;
  const all = isUsed ? await readLeaves(db, key, month) : [];
  const unsignedAt = all.findIndex((leaf) => isDay(leaf) && leaf.day > signedDay);
  const leaves = unsignedAt < 0 ? all : all.slice(0, unsignedAt);
  // The first leaf of a log that a move began is made with that of its first day, and signed with it.
  const isUnsigned = subscriptionOf(key) !== key && opening.size === 1 && unsignedAt === 0;
  if (isUnsigned) opening = { ...opening, size: 0, subtrees: "" };
  const later = all.slice(leaves.length).filter(isDay);
  const tree = new GrowingTree(opening.size, splitHashes(opening.subtrees));
  for (const leaf of leaves) tree.add(leafOf(lineOf(subscriptionOf(key), leaf)));
  const last = await db.get<{ epoch: number | null }>(sql`
    select max(epoch) as epoch from proof_epoch
    where subscription_id = ${key} and number < ${tree.size}`);
  return {
    opening,
    leaves,
    tree,
    epoch: last?.epoch ?? (await findStart(db, key))?.epoch ?? 0,
    usage: isUsed ? (JSON.parse(next.usage) as UsageSum[]) : [],
    unsigned: sumOf(later),
  };
}

export function sumOf(days: readonly Pick<StatementDay, "calls" | "credits">[]) {
  return days.reduce((sum, day) => ({ calls: sum.calls + day.calls, credits: sum.credits + day.credits }), {
    calls: 0,
    credits: 0,
  });
}

/** The end of a log, also of one without leaves. */
async function readEnd(db: Queries, key: string): Promise<LogRow> {
  const log = (await readLogs(db, [key])).get(key);
  if (log) return log;
  const start = await findStart(db, key);
  const first = firstLog(key, (await readFirstBalances(db, [key])).get(key));
  return start ? { ...first, ledgerRows: start.ledgerRows, ledgerHead: start.ledgerHead } : first;
}

/** The first tenure of a log that a move began. */
const findStart = async (db: Queries, key: string): Promise<Tenure | undefined> =>
  (await readTenures(db, sql`t.subscription_id = ${subscriptionOf(key)} and t.log = ${key}`))[0];

async function readLeaves(db: Queries, key: string, month: string): Promise<StatementLeaf[]> {
  const days = Array.from({ length: 31 }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`);
  const rows: { number: number; leaf: StatementLeaf }[] = [];
  for (const day of days) {
    const row = await db.get<StatementDay & { number: number }>(sql`
      select number, day, calls, credits, call_root, ledger_rows, ledger_head from proof_day
      where day = ${day} and subscription_id = ${key} and number is not null`);
    if (row) rows.push(numbered(row));
  }
  const epochs = await db.all<{
    number: number;
    epoch: number;
    size: number;
    root: string;
    reason: string;
  }>(sql`
    select number, epoch, size, root, reason from proof_epoch
    where subscription_id = ${key} and month = ${month}`);
  rows.push(...epochs.map(numbered));
  return rows.sort((a, b) => a.number - b.number).map(({ leaf }) => leaf);
}

function numbered({ number, ...leaf }: StatementLeaf & { readonly number: number }) {
  return { number, leaf };
}
