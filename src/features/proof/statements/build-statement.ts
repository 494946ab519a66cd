import { never } from "../../../base/clock.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { readGrants } from "../../../metering/credits/grants/read-grants.ts";
import type { MonthMoney } from "../../../running/opened.ts";
import { dayAfter, monthOf, monthRange } from "../days/calendar.ts";
import { findUncut } from "../days/cut.ts";
import { DayCalls, mergedUsage, type UsageSum } from "../days/day-trees.ts";
import { splitHashes } from "../days/leaf-rows.ts";
import { provedCalls } from "../days/proved-calls.ts";
import { checkpointOf, originOf, type ProofKey, signatureOf } from "../format/notes.ts";
import type { Proof } from "../proof.ts";
import { type MonthLog, readMonthLog, sumOf } from "./month-log.ts";
import type { Statement, StatementGrant, StatementRow, SubscriptionStatement } from "./statement.ts";

interface Owned {
  readonly id: string;
  readonly productId: string | null;
  readonly unlimited: number;
}

/** The month in which the first day after the signed ones is: there is a provisional statement of it. */
export const openMonth = (signedDay: string): string => monthOf(dayAfter(signedDay));

/** Whether a month has ended and all its days are signed. */
export const isFinal = (month: string, signedDay: string): boolean => openMonth(signedDay) > month;

/** Makes and signs the statement of an account and month. `signedDay` is in the month, or the last day before it. */
export async function buildStatement(
  context: Context,
  proof: Proof,
  account: { readonly id: string; readonly name: string },
  month: string,
  signedDay: string,
): Promise<Statement> {
  const { database, clock } = context;
  const keys = await proof.keys();
  const final = isFinal(month, signedDay);
  const owned = await database.all<Owned>(sql`
    select s.id, s.product_id as "productId", coalesce(b.unlimited, 0) as unlimited
    from subscription s left join credit_balance b on b.subscription_id = s.id
      left join proof_log l on l.subscription_id = s.id
    where s.owner_id = ${account.id} and s.created_at < ${monthRange(month).to}
      and (l.subscription_id is not null or s.deleted_at is null)
    order by s.id`);
  const subscriptions: SubscriptionStatement[] = [];
  for (const one of owned) {
    const log = await readMonthLog(database, one.id, month, signedDay);
    const open = final ? noUsage : await openUsage(context, one.id, account.id, month);
    subscriptions.push(await statementOf(database, one, { month, final, log, open, keys, host: proof.host }));
  }
  const unsigned: Omit<Statement, "signature"> = {
    format: "vingate-statement/v1",
    service: proof.host,
    account,
    month,
    time_zone: "UTC",
    state: final ? "final" : "provisional",
    issued_at: clock(),
    key: keys[0]!.line,
    subscriptions,
    money: await moneyOf(context, account.id, month),
  };
  return { ...unsigned, signature: signatureOf(unsigned, keys) };
}

/** Of the feature that charges, if there is one. */
async function moneyOf({ running }: Context, userId: string, month: string): Promise<MonthMoney | null> {
  for (const one of running) {
    const money = await one.moneyOf?.(userId, month);
    if (money) return money;
  }
  return null;
}

interface Part {
  readonly month: string;
  readonly final: boolean;
  readonly log: MonthLog;
  /** Of calls that no day has yet. */
  readonly open: OpenUsage;
  readonly keys: readonly ProofKey[];
  readonly host: string;
}

async function statementOf(
  db: Queries,
  { id, productId, unlimited }: Owned,
  { month, final, log, open, keys, host }: Part,
): Promise<SubscriptionStatement> {
  const { opening, leaves, tree, epoch, unsigned } = log;
  const proved = sumOf(leaves.filter((leaf) => "day" in leaf));
  const ledger = await readLedger(db, id, month, final, log);
  const unproved = { calls: unsigned.calls + open.calls, credits: unsigned.credits + open.credits };
  const balance =
    opening.balance + ledger.reduce((sum, { delta }) => sum + delta, 0) - proved.credits - unproved.credits;
  const usage = mergedUsage([...log.usage, ...open.usage]);
  const shown = (credits: number) => (unlimited === 1 ? null : credits);
  return {
    id,
    product_id: productId,
    epoch,
    opening: {
      balance: shown(opening.balance),
      ledger_rows: opening.ledgerRows,
      ledger_head: opening.ledgerHead,
    },
    closing: {
      balance: shown(balance),
      ledger_rows: opening.ledgerRows + ledger.length,
      ledger_head: ledger.at(-1)?.head ?? opening.ledgerHead,
    },
    ledger,
    usage: usage.map(([operation, callClass, calls, credits]) => ({
      operation,
      class: callClass,
      calls,
      credits,
    })),
    grants: await grantsOf(db, id, month),
    earlier: {
      size: opening.size,
      hashes: splitHashes(opening.subtrees).map((hash) => hash.toString("base64")),
    },
    days: leaves,
    checkpoint: tree.size === 0 ? null : checkpointOf(originOf(host, id, epoch), tree.size, tree.root, keys),
    unproved,
  };
}

async function readLedger(
  db: Queries,
  id: string,
  month: string,
  final: boolean,
  { opening, leaves }: MonthLog,
): Promise<StatementRow[]> {
  const last = leaves.findLast((leaf) => "day" in leaf)?.ledger_rows ?? opening.ledgerRows;
  const rows = await db.all<StatementRow>(sql`
    select id, at, kind, delta, case when grant_id = '' then null else grant_id end as grant_id, head
    from credit_ledger where subscription_id = ${id} and number > ${opening.ledgerRows}
      and (number <= ${last} or ${final ? 0 : 1} = 1 and at < ${monthRange(month).to})
    order by number`);
  return rows.map((row) => ({ ...row }));
}

/** Those of the month as they are now: the grants that closed before it, and those that start after it, are left out. */
async function grantsOf(db: Queries, id: string, month: string): Promise<StatementGrant[]> {
  const { from, to } = monthRange(month);
  const grants = await readGrants(db, id);
  return grants
    .filter(({ startsAt, expiresAt, state, source }) => {
      const isOver = state === "closed" && expiresAt < from;
      return startsAt < to && !isOver && source !== "write_off";
    })
    .map((grant) => ({
      id: grant.id,
      source: grant.source,
      amount: grant.amount,
      spent: grant.spent,
      expired: grant.expired,
      removed: grant.removed,
      starts_at: grant.startsAt,
      expires_at: grant.expiresAt >= never ? null : grant.expiresAt,
      state: grant.state,
    }));
}

interface OpenUsage {
  readonly calls: number;
  readonly credits: number;
  readonly usage: readonly UsageSum[];
}

const noUsage: OpenUsage = { calls: 0, credits: 0, usage: [] };

/** The calls of a subscription that no day has yet, but for those after the month. */
async function openUsage(
  { database, requestLog }: Context,
  subscriptionId: string,
  userId: string,
  month: string,
): Promise<OpenUsage> {
  const { to: end } = monthRange(month);
  const spans = await findUncut(database);
  const open = new DayCalls();
  for await (const calls of provedCalls(database, requestLog, spans, { subscriptionId, userId }))
    for (const call of calls) if (call.at < end) open.add(call);
  return { calls: open.tree.size, credits: open.credits, usage: open.usage };
}
