import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type ChainedRow, headAfter, type LedgerEnd } from "../../../metering/credits/grants/ledger-chain.ts";
import { dayLine, moveLine } from "../format/lines.ts";
import { GrowingTree, leafOf } from "../format/tree.ts";
import { monthOf } from "./calendar.ts";
import { DayCalls, mergedUsage, type UsageSum } from "./day-trees.ts";
import { beginLogs } from "./epochs.ts";
import {
  type DayRow,
  firstLog,
  joinHashes,
  type LogRow,
  type MonthRow,
  proofDays,
  proofLogs,
  proofMonths,
  readDay,
  readLogs,
  readMonths,
  splitHashes,
} from "./leaf-rows.ts";
import { readState } from "./proof-state.ts";
import { bridgeOf, bridgeRow, isReturn, tenureCredits } from "./tenure-credits.ts";
import { epochOf, type Tenure } from "./tenures.ts";

/** The calls of a moved subscription in a day. */
export class TenureCalls {
  /** By the key of their log. */
  readonly logs = new Map<string, DayCalls>();
  /** The credits of each tenure. */
  readonly credits = new Map<number, number>();

  add({ number, log }: Tenure, call: Parameters<DayCalls["add"]>[0]): void {
    const own = this.logs.get(log) ?? new DayCalls();
    this.logs.set(log, own);
    own.add(call);
    this.credits.set(number, (this.credits.get(number) ?? 0) + call.credits);
  }
}

/** Makes the leaves of a day of all logs of a moved subscription, unless they are made. */
export async function addTenureLeaves(
  tx: Queries,
  day: string,
  tenures: readonly Tenure[],
  calls: TenureCalls,
): Promise<void> {
  const { subscriptionId } = tenures[0]!;
  const cuts = await readCuts(tx, subscriptionId, day);
  const keys = [...new Set(tenures.map(({ log }) => log))].filter(
    (log) => calls.logs.has(log) || tenures.some((one) => one.log === log && cuts.has(one.number)),
  );
  const known = await readDay(tx, day, keys);
  if ([...known.values()].some(({ number }) => typeof number === "number")) return;
  const month = monthOf(day);
  const before = await tenureCredits(tx, tenures, month);
  const credits = before.map((sum, number) => sum + (calls.credits.get(number) ?? 0));
  for (const [number, sum] of calls.credits)
    await tx.run(sql`
      insert into proof_tenure_day (subscription_id, number, day, ledger_rows, credits)
      values (${subscriptionId}, ${number}, ${day}, null, ${sum})
      on conflict (subscription_id, number, day) do update set credits = excluded.credits`);
  const logs = await readLogs(
    tx,
    tenures.map(({ log }) => log),
  );
  const months = await readMonths(tx, month, keys);
  const rows: DayRow[] = [];
  const openings: MonthRow[] = [];
  for (const key of keys) {
    const log = logs.get(key) ?? (await beginLog(tx, tenures, key, logs));
    const end = await ledgerOf(tx, tenures, log, cuts, credits);
    const own = calls.logs.get(key) ?? new DayCalls();
    const row: DayRow = {
      day,
      subscriptionId: key,
      number: log.size,
      calls: own.tree.size,
      credits: own.credits,
      callRoot: own.tree.root.toString("base64"),
      ...end,
    };
    const grown = new GrowingTree(log.size, splitHashes(log.subtrees));
    grown.add(leafOf(dayLine(subscriptionId, row)));
    const { month: _, ...opening } = log;
    const of: MonthRow = months.get(key) ?? { ...opening, month, usage: "[]" };
    const sums = mergedUsage([...(JSON.parse(of.usage) as UsageSum[]), ...own.usage]);
    rows.push(row);
    openings.push({ ...of, usage: JSON.stringify(sums) });
    logs.set(key, { ...log, ...end, size: grown.size, subtrees: joinHashes(grown.subtrees), month });
  }
  await proofDays.put(tx, rows);
  await proofLogs.put(
    tx,
    keys.map((key) => logs.get(key)!),
  );
  await proofMonths.put(tx, openings);
}

/** The rows of the subscription's ledger at which a day is cut, by tenure. */
async function readCuts(tx: Queries, subscriptionId: string, day: string): Promise<Map<number, number>> {
  const rows = await tx.all<{ number: number; rows: number }>(sql`
    select number, ledger_rows as rows from proof_tenure_day
    where subscription_id = ${subscriptionId} and day = ${day} and ledger_rows is not null`);
  return new Map(rows.map(({ number, rows: cut }) => [number, cut]));
}

/** A log without a day. One that a move began has a leaf that names the log of the account before. */
async function beginLog(
  tx: Queries,
  tenures: readonly Tenure[],
  key: string,
  logs: ReadonlyMap<string, LogRow>,
): Promise<LogRow> {
  const first = tenures.find(({ log }) => log === key)!;
  const { subscriptionId, number, ledgerRows, ledgerHead } = first;
  if (number === 0) {
    await beginLogs(tx, [subscriptionId]);
    return firstLog(subscriptionId);
  }
  const { log: formerKey } = tenures[number - 1]!;
  const former = logs.get(formerKey);
  const tree = former ? new GrowingTree(former.size, splitHashes(former.subtrees)) : new GrowingTree();
  const epoch = epochOf(key, (await readState(tx))!.epoch);
  const leaf = {
    epoch,
    formerEpoch: await epochOfLog(tx, subscriptionId, formerKey),
    size: tree.size,
    root: tree.root.toString("base64"),
  };
  await tx.run(sql`
    update proof_tenure set epoch = ${epoch}, former_epoch = ${leaf.formerEpoch}, former_size = ${leaf.size},
      former_root = ${leaf.root}
    where subscription_id = ${subscriptionId} and number = ${number}`);
  const begun = new GrowingTree();
  begun.add(leafOf(moveLine(subscriptionId, leaf)));
  return {
    ...firstLog(key),
    size: begun.size,
    subtrees: joinHashes(begun.subtrees),
    ledgerRows,
    ledgerHead,
  };
}

/** The epoch of a log as it is now. It can have begun on the same day. */
async function epochOfLog(tx: Queries, subscriptionId: string, key: string): Promise<number> {
  const row = await tx.get<{ last: number | null; first: number | null }>(sql`
    select (select max(e.epoch) from proof_epoch e where e.subscription_id = ${key}) as last, (
      select max(t.epoch) from proof_tenure t where t.subscription_id = ${subscriptionId} and t.log = ${key}) as first`);
  return row?.last ?? row?.first ?? 0;
}

/** The ledger of a log with what a day has of each tenure. */
async function ledgerOf(
  tx: Queries,
  tenures: readonly Tenure[],
  { subscriptionId: key, ledgerRows, ledgerHead }: LogRow,
  cuts: ReadonlyMap<number, number>,
  credits: readonly number[],
): Promise<LedgerEnd> {
  let end: LedgerEnd = { ledgerRows, ledgerHead };
  for (const one of tenures) {
    const cut = cuts.get(one.number);
    if (one.log !== key || cut === undefined) continue;
    let { ownRows } = one;
    if (ownRows === null) {
      const delta = await bridgeOf(tx, tenures, one.number, credits);
      end = { ledgerRows: end.ledgerRows + 1, ledgerHead: headAfter(end.ledgerHead, bridgeRow(one, delta)) };
      ownRows = end.ledgerRows;
      await tx.run(sql`
        update proof_tenure set own_rows = ${end.ledgerRows}, own_head = ${end.ledgerHead}, bridge = ${delta}
        where subscription_id = ${one.subscriptionId} and number = ${one.number}`);
    }
    const after = one.ledgerRows + end.ledgerRows - ownRows;
    for (const row of await readRows(tx, one.subscriptionId, after, cut))
      end = {
        ledgerRows: end.ledgerRows + 1,
        // The chain of a log that was continued lacks the rows of other accounts.
        ledgerHead: isReturn(one) ? headAfter(end.ledgerHead, row) : row.head,
      };
  }
  return end;
}

/** The rows of a ledger after a number, up to another one. */
export const readRows = (
  tx: Queries,
  subscriptionId: string,
  after: number,
  to: number,
): Promise<(ChainedRow & { head: string })[]> =>
  tx.all(sql`
    select id, at, kind, delta, coalesce(grant_id, '') as "grantId", head from credit_ledger
    where subscription_id = ${subscriptionId} and number > ${after} and number <= ${to} order by number`);
