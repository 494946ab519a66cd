import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { epochLine } from "../format/lines.ts";
import { GrowingTree, leafOf } from "../format/tree.ts";
import { type EpochRow, joinHashes, type LogRow, proofEpochs, proofLogs, splitHashes } from "./leaf-rows.ts";
import { ClaimLost, claim, readState } from "./proof-state.ts";
import { epochOf, subscriptionOf } from "./tenures.ts";

const logsAtOnce = 256;

export interface NewEpoch {
  readonly epoch: number;
  /** One line, for people. */
  readonly reason: string;
  /** The backup that the database was restored from; null if it lost its last commits. */
  readonly restored: string | null;
  readonly process: string;
  readonly now: () => number;
}

/**
 * Begins a new epoch of all logs: each gets a leaf that names the log of before. It continues where it was interrupted.
 */
export async function beginEpoch(
  db: Database,
  { epoch, reason, restored, process, now }: NewEpoch,
): Promise<void> {
  for (let last = ""; ; ) {
    const ids = await db.transaction(
      async (tx) => {
        if (!(await claim(tx, process, now()))) throw new ClaimLost();
        const logs = await readFrom(tx, last);
        await addEpochs(
          tx,
          logs.filter(({ subscriptionId, last: known }) => known !== epochOf(subscriptionId, epoch)),
          epoch,
          reason,
        );
        return logs.map(({ subscriptionId }) => subscriptionId);
      },
      { repeatable: true },
    );
    if (ids.length < logsAtOnce) break;
    last = ids.at(-1)!;
  }
  await db.run(sql`
    update proof_state set epoch = ${epoch}, restored = coalesce(cast(${restored} as text), restored)
    where id = 1 and epoch < ${epoch}`);
}

/**
 * Lets logs without leaves begin in the database's epoch, without a line: the database can have lost a log of the same
 * subscription, of which customers have checkpoints. Such a row is before the first leaf, in no month.
 */
export async function beginLogs(tx: Queries, ids: readonly string[]): Promise<void> {
  const { epoch } = ids.length === 0 ? { epoch: 0 } : (await readState(tx))!;
  if (epoch === 0) return;
  const before = { epoch, month: "", number: -1, size: 0, root: "", reason: "" };
  await proofEpochs.insert(tx, ...ids.map((subscriptionId) => ({ ...before, subscriptionId })));
}

/** Logs with the last epoch that each has a line of. */
const readFrom = (tx: Queries, after: string): Promise<(LogRow & { last: number | null })[]> =>
  tx.all(sql`
    select ${proofLogs.columns}, (
      select max(e.epoch) from proof_epoch e where e.subscription_id = l.subscription_id) as last
    from proof_log l where l.subscription_id > ${after}
    order by l.subscription_id limit ${logsAtOnce}`);

async function addEpochs(
  tx: Queries,
  logs: readonly LogRow[],
  ofDatabase: number,
  reason: string,
): Promise<void> {
  const grown: LogRow[] = [];
  const epochs: EpochRow[] = [];
  for (const log of logs) {
    const tree = new GrowingTree(log.size, splitHashes(log.subtrees));
    const root = tree.root.toString("base64");
    const epoch = epochOf(log.subscriptionId, ofDatabase);
    const leaf = { epoch, size: log.size, root, reason };
    tree.add(leafOf(epochLine(subscriptionOf(log.subscriptionId), leaf)));
    epochs.push({ ...leaf, subscriptionId: log.subscriptionId, month: log.month, number: log.size });
    grown.push({ ...log, size: tree.size, subtrees: joinHashes(tree.subtrees) });
  }
  await proofEpochs.insert(tx, ...epochs);
  await proofLogs.put(tx, grown);
}
