import { never } from "../../../base/clock.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { wireOf } from "../../../entities/wire.ts";
import { readGrants } from "../../../metering/credits/grants/read-grants.ts";
import { moneyOf } from "../../../running/account-ports.ts";
import { given } from "../../../running/ports.ts";
import { dayAfter, monthOf, monthRange } from "../days/calendar.ts";
import { findUncut } from "../days/cut.ts";
import { DayCalls, mergedUsage, type UsageSum } from "../days/day-trees.ts";
import { splitHashes } from "../days/leaf-rows.ts";
import { provedCalls } from "../days/proved-calls.ts";
import { TenureIndex } from "../days/tenures.ts";
import { checkpointOf, originOf, type ProofKey, signatureOf } from "../format/notes.ts";
import type { Proof } from "../proof.ts";
import { type MonthLog, readMonthLog, sumOf } from "./month-log.ts";
import { findOwned, type OwnedLog } from "./owned-logs.ts";
import type { Statement, StatementGrant, StatementRow, SubscriptionStatement } from "./statement.ts";
import { readTenureLedger, type TenureLedger } from "./tenure-month.ts";

/** After all days that are cut. */
const lastDay = "9999-12-31";

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
  const subscriptions: SubscriptionStatement[] = [];
  for (const one of await findOwned(database, account.id, month)) {
    const log = await readMonthLog(database, one.key, month, signedDay);
    const open = final ? noUsage : await openUsage(context, one, account.id, month);
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
    money: (await given(context.running, moneyOf)?.(account.id, month)) ?? null,
  };
  return { ...unsigned, signature: signatureOf(unsigned, keys) };
}

interface Part {
  readonly month: string;
  readonly final: boolean;
  readonly log: MonthLog;
  /** The usage of calls that no day has yet. */
  readonly open: OpenUsage;
  readonly keys: readonly ProofKey[];
  readonly host: string;
}

async function statementOf(
  db: Queries,
  owned: OwnedLog,
  { month, final, log, open, keys, host }: Part,
): Promise<SubscriptionStatement> {
  const { id, productId, unlimited } = owned;
  const { opening, leaves, tree, epoch, unsigned } = log;
  const proved = sumOf(leaves.filter((leaf) => "day" in leaf));
  const unproved = { calls: unsigned.calls + open.calls, credits: unsigned.credits + open.credits };
  const used = proved.credits + unproved.credits;
  const { ledger, balance } = await ledgerOf(db, owned, { month, final, log, open, used });
  const added = ledger.reduce((sum, { delta }) => sum + delta, 0);
  const usage = mergedUsage([...log.usage, ...open.usage]);
  const shown = (credits: number) => (unlimited === 1 ? null : credits);
  return {
    id,
    product_id: productId,
    epoch,
    opening: {
      balance: shown(balance - added + used),
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
    grants: await grantsOf(db, owned, month),
    earlier: {
      size: opening.size,
      hashes: splitHashes(opening.subtrees).map((hash) => hash.toString("base64")),
    },
    days: leaves,
    checkpoint: tree.size === 0 ? null : checkpointOf(originOf(host, id, epoch), tree.size, tree.root, keys),
    unproved,
  };
}

/** The ledger rows of a log, and the balance after them and the calls. */
async function ledgerOf(
  db: Queries,
  { id, tenures, last }: OwnedLog,
  of: Pick<Part, "month" | "final" | "log" | "open"> & { readonly used: number },
): Promise<TenureLedger> {
  const { month, final, log, open, used } = of;
  if (tenures && last) return readTenureLedger(db, { tenures, last, month, final, log, open: open.tenures });
  const ledger = await readLedger(db, id, month, final, log);
  const balance = ledger.reduce((sum, { delta }) => sum + delta, log.opening.balance) - used;
  return { ledger, balance };
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

/**
 * Those of the month as they are now, or as the account left them: the grants that closed before it, and those that start
 * after it, are left out.
 */
async function grantsOf(db: Queries, { id, last, left }: OwnedLog, month: string): Promise<StatementGrant[]> {
  const { from, to } = monthRange(month);
  const grants = left ?? (await readGrants(db, id));
  return grants
    .filter(({ startsAt, expiresAt, state, source }) => {
      const isOver = state === "closed" && expiresAt < Math.max(from, last?.since ?? 0);
      return startsAt < to && !isOver && source !== "write_off";
    })
    .map((grant) => ({
      ...wireOf(grant, "id", "source", "amount", "spent", "expired", "removed", "startsAt"),
      expires_at: grant.expiresAt >= never ? null : grant.expiresAt,
      state: grant.state,
    }));
}

interface OpenUsage {
  readonly calls: number;
  readonly credits: number;
  readonly usage: readonly UsageSum[];
  /** The credits of all calls by tenure, also of those of other accounts. */
  readonly tenures: readonly number[];
}

const noUsage: OpenUsage = { calls: 0, credits: 0, usage: [], tenures: [] };

/** The calls of a log that no day has yet, but for those after the month. */
async function openUsage(
  { database, requestLog }: Context,
  { id: subscriptionId, key, tenures }: OwnedLog,
  userId: string,
  month: string,
): Promise<OpenUsage> {
  const { to: end } = monthRange(month);
  const spans = await findUncut(database);
  const open = new DayCalls();
  const index = new TenureIndex(tenures ?? []);
  const credits: number[] = [];
  for (const account of new Set(tenures?.map((one) => one.userId) ?? [userId])) {
    const caller = { subscriptionId, userId: account };
    for await (const calls of provedCalls(database, requestLog, spans, caller))
      for (const call of calls) {
        if (call.at >= end || (tenures && call.userId !== account)) continue;
        const { log, number } = index.of(call, lastDay) ?? { log: key, number: 0 };
        credits[number] = (credits[number] ?? 0) + call.credits;
        if (log === key) open.add(call);
      }
  }
  return { calls: open.tree.size, credits: open.credits, usage: open.usage, tenures: credits };
}
