import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import type { Finding } from "../../src/metering/consistency/comparison.ts";
import { loadSink } from "../../src/metering/sink/sink.ts";
import { consistencyFindings } from "../metering/consistency-findings.ts";
import type { Callers } from "./callers.ts";
import type { Customer } from "./customers.ts";
import { filledIds } from "./fill.ts";
import type { Installation } from "./installation.ts";
import type { LogRow } from "./single-call.ts";

/** A subscription by its callers' count and as the service reports it. */
export interface Account {
  /** Credits of received 200s, and of calls that may have been under way. */
  readonly acknowledged: number;
  readonly unknown: number;
  readonly used: number;
  readonly remaining: number | null;
  readonly granted: number;
  readonly writtenOff: number;
  readonly reported: number;
  readonly logged: number;
}

/** The differences between the callers' count and the service's data. */
export interface Outcome {
  readonly sent: number;
  readonly acknowledged: number;
  readonly unknown: number;
  readonly charged: number;
  /** Answered, but missing or different in the log. */
  readonly lost: number;
  /** In the log twice; in the log but never sent; refused but charged. */
  readonly twice: number;
  readonly invented: number;
  readonly wronglyCharged: number;
  /** Timeouts, and responses with another status than 200, 402, 404 and 503. */
  readonly hung: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly accounts: Readonly<Record<string, Account>>;
  readonly findings: readonly Finding[];
}

/** A journal without a directory is closed nine tenths of a lease time (60 s) after its last commit was seen. */
export const settleMs = 150_000;

/** Waits until dead nodes' journals are recovered and applied: only live journals are open. */
export async function untilSettled(service: Installation, db: Database): Promise<void> {
  for (const begun = performance.now(); ; await Bun.sleep(100)) {
    const row = await db.get<{ open: number }>(
      sql`select count(*) as open from journal where state = 'open'`,
    );
    if (row?.open === service.journals) return;
    if (performance.now() - begun > settleMs)
      throw new Error(`${row?.open} journals are open, not ${service.journals}: ${await openJournals(db)}`);
  }
}

/** The open journals, for a message. */
export async function openJournals(db: Database): Promise<string> {
  const rows = await db.all(sql`
    select journal_id, node, place, applied_seq, commit_count, opened_at from journal where state = 'open'`);
  return JSON.stringify(rows);
}

/**
 * Restarts the nodes, so that every call is recovered and applied, however long that takes. Resolves to another
 * connection to the database, closed with its block.
 */
export async function settle(service: Installation): Promise<Database & AsyncDisposable> {
  await Promise.all(
    service.nodes.map(async (node) => {
      await node.end("SIGTERM");
      await node.startAgain();
    }),
  );
  const db = await openComparisons(service);
  try {
    await untilSettled(service, db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

/** Restarts the nodes, so that all is recovered, and compares all data with the callers' count. */
export async function compareFigures(
  service: Installation,
  callers: Callers,
  customers: readonly Customer[],
): Promise<Outcome> {
  await using db = await settle(service);
  return await runComparisons(service, db, callers, customers);
}

/** Another connection to a service's database, closed with its block. */
export async function openComparisons(service: Installation): Promise<Database & AsyncDisposable> {
  const db = await service.open();
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.close() });
}

/** Compares all data with the callers' count at this moment. */
export async function runComparisons(
  service: Installation,
  db: Database,
  callers: Callers,
  customers: readonly Customer[],
): Promise<Outcome> {
  const all = await (service.singleCalls?.rows() ?? readLog(db));
  const compared = new Set(customers.map(({ subscription }) => subscription));
  // Others' calls are compared by those who send them.
  const rows = all.filter(({ subscription_id }) => subscription_id === "" || compared.has(subscription_id));
  const accounts = Object.fromEntries(
    await Promise.all(
      customers.map(async ({ subscription }) => [
        subscription,
        await accountOf(service, db, callers, rows, subscription),
      ]),
    ),
  );
  const sink = service.singleCalls?.sink;
  const findings = await consistencyFindings(db, sink && (await loadSink(sink)));
  return { ...compareLog(rows, callers), accounts, findings };
}

function readLog(db: Database): Promise<LogRow[]> {
  return db.all(sql`
    select request_id, subscription_id, status, credits from request_log
    where request_id not like ${`${filledIds}%`}`);
}

function compareLog(rows: readonly LogRow[], callers: Callers) {
  const logged = new Map<string, LogRow>();
  let [twice, invented, wronglyCharged, charged] = [0, 0, 0, 0];
  for (const row of rows) {
    if (logged.has(row.request_id)) twice += 1;
    logged.set(row.request_id, row);
    if (row.credits > 0) charged += 1;
    const sent = callers.sent.get(row.request_id);
    if (!sent) invented += 1;
    else if (row.credits > 0 && sent.status !== 200 && sent.status !== 0) wronglyCharged += 1;
  }
  let [acknowledged, unknown, lost] = [0, 0, 0];
  const faults: Record<string, number> = {};
  for (const [id, { status, price, expected }] of callers.sent) {
    if (status === 0) unknown += 1;
    else if (!expected) faults[status] = (faults[status] ?? 0) + 1;
    if (status === 200) acknowledged += 1;
    const row = logged.get(id);
    if (status === 200 && (row?.status !== 200 || row.credits !== price)) lost += 1;
    if (status === 404 && (row?.status !== 404 || row.credits !== 0)) lost += 1;
  }
  const { hung } = callers;
  return {
    sent: callers.sent.size,
    acknowledged,
    unknown,
    charged,
    lost,
    twice,
    invented,
    wronglyCharged,
    hung,
    faults,
  };
}

interface Subscription {
  readonly credits: { readonly granted: number; readonly used: number; readonly remaining: number | null };
}

async function accountOf(
  service: Installation,
  db: Database,
  callers: Callers,
  rows: readonly LogRow[],
  subscription: string,
): Promise<Account> {
  const { credits } = await service.operate<Subscription>("GET", `/subscriptions/${subscription}`);
  const reports = await service.operate<{ items: { credits: number }[] }>(
    "GET",
    `/reports/byApi?subscription_id=${subscription}`,
  );
  const row = await db.get<{ written_off: number }>(sql`
    select written_off from credit_balance where subscription_id = ${subscription}`);
  const logged = rows.filter((call) => call.subscription_id === subscription);
  const own = [...callers.sent.values()].filter((sent) => sent.subscription === subscription);
  const creditsOf = (result: number) =>
    own.reduce((sum, { status, price }) => sum + (status === result ? price : 0), 0);
  return {
    acknowledged: creditsOf(200),
    unknown: creditsOf(0),
    used: credits.used,
    remaining: credits.remaining,
    granted: credits.granted,
    writtenOff: row!.written_off,
    reported: reports.items.reduce((sum, item) => sum + item.credits, 0),
    logged: logged.reduce((sum, { credits: spent }) => sum + spent, 0),
  };
}

/**
 * The broken promises; empty if none. `writesOff`: leases were lost with the database's last commits, so
 * their spending may exceed a balance.
 */
export function broken({ accounts, ...outcome }: Outcome, { writesOff = false } = {}): string[] {
  const wrong: string[] = [];
  for (const name of ["lost", "twice", "invented", "wronglyCharged", "hung"] as const)
    if (outcome[name] > 0) wrong.push(`${name}: ${outcome[name]}`);
  for (const [status, count] of Object.entries(outcome.faults)) wrong.push(`${count} answers were ${status}`);
  for (const each of outcome.findings) wrong.push(`finding: ${JSON.stringify(each)}`);
  for (const [id, { acknowledged, unknown, used, remaining, granted, ...totals }] of Object.entries(
    accounts,
  )) {
    if (used < acknowledged || used > acknowledged + unknown)
      wrong.push(`${id}: ${used} used, ${acknowledged} acknowledged and ${unknown} unknown`);
    if (totals.reported !== used || totals.logged !== used)
      wrong.push(`${id}: ${used} used, ${totals.reported} reported, ${totals.logged} logged`);
    if (totals.writtenOff > 0 && (!writesOff || remaining !== 0))
      wrong.push(`${id}: ${totals.writtenOff} written off, ${remaining} remain`);
    if (remaining !== null && (remaining < 0 || remaining + used !== granted))
      wrong.push(`${id}: ${remaining} remain of ${granted}, and ${used} were used`);
  }
  return wrong;
}
