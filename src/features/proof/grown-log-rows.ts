import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import {
  type DayRow,
  type LogRow,
  proofDays,
  proofEpochs,
  proofMonths,
  readDeltas,
  readFirstBalances,
} from "./days/leaf-rows.ts";
import { GrownLog } from "./grown-log-check.ts";

/** A leaf as it is stored. */
export interface Leaf extends Omit<DayRow, "number"> {
  /** Null until the leaf is made. */
  readonly number: number | null;
  /** The head of the ledger row that it names; null without it. */
  readonly rowHead: string | null;
}

/**
 * The logs of some rows, without their leaves and with their months and epochs. `where`: a condition on
 * `subscription_id`; `isOwn`: which of the logs that it selects are meant.
 */
export async function growLogs(
  tx: Queries,
  stored: readonly LogRow[],
  where: Sql,
  isOwn: (key: string) => boolean,
): Promise<Map<string, GrownLog>> {
  const first = await readFirstBalances(
    tx,
    stored.map(({ subscriptionId }) => subscriptionId),
  );
  const logs = new Map(
    stored.map((log) => {
      const { subscriptionId: key } = log;
      return [key, new GrownLog(key, log, first.get(key) ?? 0)];
    }),
  );
  const logOf = (key: string): GrownLog => {
    const known = logs.get(key) ?? new GrownLog(key, undefined, 0);
    logs.set(key, known);
    return known;
  };
  for (const epoch of await proofEpochs.select(tx, sql`where ${where} order by subscription_id, epoch`))
    if (isOwn(epoch.subscriptionId)) logOf(epoch.subscriptionId).addEpoch(epoch);
  for (const month of await proofMonths.select(tx, sql`where ${where} order by subscription_id, month`))
    if (isOwn(month.subscriptionId)) logOf(month.subscriptionId).months.push(month);
  return logs;
}

/** The leaves of a day that a condition on `d.subscription_id` selects, in the order of their subscriptions. */
export const readLeaves = (tx: Queries, day: string, where: Sql): Promise<Leaf[]> =>
  tx.all<Leaf>(sql`
    select ${proofDays.columns}, c.head as "rowHead" from proof_day d left join credit_ledger c
      on c.subscription_id = d.subscription_id and c.number = d.ledger_rows and c.number > 0
    where d.day = ${day} and ${where} order by d.subscription_id`);

/** Adds the leaves of a day, of subscriptions that had not moved then, to their logs. */
export async function addLeaves(
  tx: Queries,
  leaves: readonly Leaf[],
  logOf: (id: string) => GrownLog,
): Promise<void> {
  const grown = leaves.filter((leaf) => leaf.ledgerRows > logOf(leaf.subscriptionId).ledger.ledgerRows);
  const deltas =
    grown.length === 0
      ? new Map<string, number>()
      : await readDeltas(
          tx,
          grown.map(({ subscriptionId: id, ledgerRows }) => [id, logOf(id).ledger.ledgerRows, ledgerRows]),
        );
  for (const { number, rowHead, ...leaf } of leaves) {
    if (number === null) continue;
    const log = logOf(leaf.subscriptionId);
    const { ledgerRows, credits } = leaf;
    const ledgerHead = ledgerRows > log.ledger.ledgerRows ? rowHead : log.ledger.ledgerHead;
    log.add({ ...leaf, number }, (deltas.get(leaf.subscriptionId) ?? 0) - credits, {
      ledgerRows,
      ledgerHead,
    });
  }
}
