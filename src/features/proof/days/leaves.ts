import { createHash } from "node:crypto";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { CallLog } from "../../../metering/requests/call-log.ts";
import { runQueued } from "../../../metering/usage/usage-read.ts";
import { dayLine } from "../format/lines.ts";
import { GrowingTree, leafOf } from "../format/tree.ts";
import { announceStatements } from "./announce-statements.ts";
import { dayAfter, monthOf } from "./calendar.ts";
import { DayCalls, mergedUsage, type UsageSum } from "./day-trees.ts";
import { beginLogs } from "./epochs.ts";
import {
  type DayRow,
  firstLog,
  joinHashes,
  type MonthRow,
  proofDays,
  proofLogs,
  proofMonths,
  readDay,
  readDeltas,
  readFirstBalances,
  readLogs,
  readMonths,
  splitHashes,
} from "./leaf-rows.ts";
import { ClaimLost, claim } from "./proof-state.ts";
import { cutsOf, provedCalls } from "./proved-calls.ts";
import { addTenureLeaves, TenureCalls } from "./tenure-leaves.ts";
import { subscriptionOf, TenureIndex } from "./tenures.ts";

/** Logs that become one leaf longer in one transaction. */
const logsAtOnce = 64;

interface Making {
  readonly process: string;
  readonly now: () => number;
  /** Whether the process still runs. */
  readonly open: () => boolean;
}

/**
 * Makes the leaves of a day that is cut: one for each subscription and account with calls or ledger rows in it. What is made stays
 * if the work is interrupted; it continues where it ended.
 */
export async function makeLeaves(db: Database, log: CallLog, day: string, making: Making): Promise<void> {
  const days = new Map<string, DayCalls>();
  const tenures = await TenureIndex.read(db);
  const moved = new Map<string, TenureCalls>();
  for (const { id } of await db.all<{ id: string }>(
    sql`select subscription_id as id from proof_day where day = ${day}`,
  ))
    if (!tenures.movedOn(subscriptionOf(id), day)) days.set(id, new DayCalls());
  for (const { id } of await db.all<{ id: string }>(
    sql`select distinct subscription_id as id from proof_tenure_day where day = ${day}`,
  ))
    moved.set(id, new TenureCalls());
  let claimedAt = making.now();
  for await (const calls of provedCalls(db, log, await cutsOf(db, day))) {
    for (const call of calls) {
      const tenure = tenures.of(call, day);
      if (tenure) {
        const calls = moved.get(call.subscriptionId) ?? new TenureCalls();
        moved.set(call.subscriptionId, calls);
        calls.add(tenure, call);
        continue;
      }
      let own = days.get(call.subscriptionId);
      if (!own) {
        own = new DayCalls();
        days.set(call.subscriptionId, own);
      }
      own.add(call);
    }
    if (!making.open()) return;
    if (making.now() - claimedAt < claimAgainMs) continue;
    claimedAt = making.now();
    if (!(await claim(db, making.process, claimedAt))) throw new ClaimLost();
  }
  const ids = [...days.keys()].sort();
  for (let from = 0; from < ids.length; from += logsAtOnce) {
    if (!making.open()) return;
    const part = ids.slice(from, from + logsAtOnce);
    await db.transaction(
      async (tx) => {
        if (!(await claim(tx, making.process, making.now()))) throw new ClaimLost();
        await addLeaves(tx, day, part, days);
      },
      { repeatable: true },
    );
  }
  for (const [id, calls] of moved) {
    if (!making.open()) return;
    await db.transaction(
      async (tx) => {
        if (!(await claim(tx, making.process, making.now()))) throw new ClaimLost();
        await addTenureLeaves(tx, day, tenures.movedOn(id, day)!, calls);
      },
      { repeatable: true },
    );
  }
  await complete(db, day, making);
}

const claimAgainMs = 10_000;

async function addLeaves(
  tx: Queries,
  day: string,
  ids: readonly string[],
  days: ReadonlyMap<string, DayCalls>,
): Promise<void> {
  const known = await readDay(tx, day, ids);
  // Made before an interruption.
  const missing = ids.filter((id) => typeof known.get(id)?.number !== "number");
  if (missing.length === 0) return;
  const month = monthOf(day);
  const [logs, firstBalances, months] = await Promise.all([
    readLogs(tx, missing),
    readFirstBalances(tx, missing),
    readMonths(tx, month, missing),
  ]);
  await beginLogs(
    tx,
    missing.filter((id) => !logs.has(id)),
  );
  const before = missing.map((id) => logs.get(id) ?? firstLog(id, firstBalances.get(id)));
  const deltas = await readDeltas(
    tx,
    before.map(({ subscriptionId: id, ledgerRows }) => [id, ledgerRows, known.get(id)?.ledgerRows ?? 0]),
  );
  const made = before.map((log) => {
    const id = log.subscriptionId;
    const { ledgerRows, ledgerHead } = known.get(id) ?? log;
    const { tree, credits, usage } = days.get(id)!;
    const row: DayRow = {
      day,
      subscriptionId: id,
      number: log.size,
      calls: tree.size,
      credits,
      callRoot: tree.root.toString("base64"),
      ledgerRows,
      ledgerHead,
    };
    const grown = new GrowingTree(log.size, splitHashes(log.subtrees));
    grown.add(leafOf(dayLine(id, row)));
    const balance = log.balance + (deltas.get(id) ?? 0) - credits;
    const { month: _, ...opening } = log;
    const of: MonthRow = months.get(id) ?? { ...opening, month, usage: "[]" };
    const sums = mergedUsage([...(JSON.parse(of.usage) as UsageSum[]), ...usage]);
    return {
      row,
      month: { ...of, usage: JSON.stringify(sums) },
      log: {
        subscriptionId: id,
        size: grown.size,
        subtrees: joinHashes(grown.subtrees),
        balance,
        ledgerRows,
        ledgerHead,
        month,
      },
    };
  });
  await Promise.all([
    proofDays.put(
      tx,
      made.map(({ row }) => row),
    ),
    proofLogs.put(
      tx,
      made.map(({ log }) => log),
    ),
    proofMonths.put(
      tx,
      made.map((one) => one.month),
    ),
  ]);
}

const rowsAtOnce = 1000;

/** The digest of a day: the hash of all its leaves, in the order of their subscriptions. */
export async function digestOf(db: Database, day: string): Promise<{ leaves: number; digest: string }> {
  const hash = createHash("sha256");
  let leaves = 0;
  for (let last: string | undefined = ""; last !== undefined; ) {
    const after: string = last;
    const rows = await runQueued(db, () =>
      proofDays.select(
        db,
        sql`where day = ${day} and subscription_id > ${after} and number is not null
        order by subscription_id limit ${rowsAtOnce}`,
      ),
    );
    for (const row of rows) hash.update(leafOf(dayLine(subscriptionOf(row.subscriptionId), row)));
    leaves += rows.length;
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1)!.subscriptionId;
  }
  return { leaves, digest: hash.digest("base64") };
}

async function complete(db: Database, day: string, { process, now }: Making): Promise<void> {
  const { leaves, digest } = await digestOf(db, day);
  await db.transaction(
    async (tx) => {
      if (!(await claim(tx, process, now()))) throw new ClaimLost();
      await tx.run(sql`update proof_state set leaf_day = ${day} where id = 1`);
      await tx.run(sql`
        insert into proof_done (day, leaves, digest, made_at) values (${day}, ${leaves}, ${digest}, ${now()})`);
      if (monthOf(dayAfter(day)) !== monthOf(day)) await announceStatements(tx, monthOf(day), now());
    },
    { repeatable: true },
  );
}
