import { list, sql } from "../../../src/database/sql.ts";
import type { State } from "../explore.ts";
import type { Expected } from "../histories/walk.ts";
import { type MeteringCells, open } from "./cells.ts";
import type { RealMetering } from "./real-metering.ts";
import type { MeteringStep } from "./steps.ts";

/** An entry of the ledger: its kind and its credits. */
export type Entry = readonly [kind: string, delta: number];

/** The entries that a step adds to a subscription's ledger. */
export function entriesOf(
  c: MeteringCells,
  { step, before, after }: Expected<MeteringStep>,
  s: number,
): Entry[] {
  const entries: Entry[] = [];
  const writtenOff = after[c.writtenOff + s]! - before[c.writtenOff + s]!;
  const granted = after[c.granted + s]! - before[c.granted + s]!;
  if (step.subscription === s && step.what === "add 2") entries.push(["bump", 2]);
  if (step.subscription === s && step.what === "set to 2") entries.push(["set", granted - writtenOff]);
  if (writtenOff > 0) entries.push(["write_off", writtenOff]);
  return entries;
}

/** What a model's state expects of the database, as text. */
export function expectedText(c: MeteringCells, x: State): string {
  const { subscriptions } = c.run;
  const balances = Array.from({ length: subscriptions }, (_, s) => [
    x[c.granted + s],
    x[c.used + s],
    x[c.remaining + s],
    x[c.debt + s],
    x[c.writtenOff + s],
  ]);
  const journals = Array.from({ length: x[c.opened]! }, (_, j) => {
    const isOpen = x[c.journal + j] === open;
    const leases = Array.from({ length: subscriptions }, (_each, s) => {
      const lease = j * subscriptions + s;
      return isOpen && x[c.op + lease]! > 0 ? [x[c.op + lease], x[c.held + lease]] : null;
    });
    return [isOpen ? "open" : "ended", x[c.applied + j], leases];
  });
  return JSON.stringify({ balances, journals });
}

/** What it expects in the memory of the nodes that run: free and reserved credits, and calls that wait. */
export function expectedMemory(c: MeteringCells, x: State): string {
  const { subscriptions, nodes } = c.run;
  const leasesOf = (node: number) =>
    Array.from({ length: subscriptions }, (_, s) => [
      x[c.free + node * subscriptions + s],
      x[c.inFlight + x[c.current + node]! * subscriptions + s],
      x[c.waiting + node * subscriptions + s],
    ]);
  return JSON.stringify(Array.from({ length: nodes }, (_, node) => (x[c.up + node] ? leasesOf(node) : null)));
}

/** The same of the program; the state names the nodes that run. */
export function foundMemory({ cells, current }: RealMetering, x: State): string {
  return JSON.stringify(
    current.map(({ leases }, node) =>
      x[cells.up + node]
        ? leases.map(({ memory }) => [memory.free, memory.inFlight, memory.waiting.length])
        : null,
    ),
  );
}

interface BalanceRow {
  readonly id: string;
  readonly granted: number;
  readonly used: number;
  readonly remaining: number;
  readonly debt: number;
  readonly written_off: number;
}

/** The state of the program's database, as text. */
export async function foundText({ db, journals, subscriptionIds }: RealMetering): Promise<string> {
  const ids = journals.map(({ id }) => id);
  const balances = await db.all<BalanceRow>(sql`
    select subscription_id as id, granted, used, remaining, debt, written_off from credit_total
    where subscription_id in (${list(subscriptionIds)}) order by subscription_id`);
  const rows = await db.all<{ id: string; state: string; applied: number }>(sql`
    select journal_id as id, state, applied_seq as applied from journal where journal_id in (${list(ids)})`);
  const leases = await db.all<{ id: string; subscription: string; op: number; held: number }>(sql`
    select journal_id as id, subscription_id as subscription, op, held from credit_lease
    where journal_id in (${list(ids)})`);
  return JSON.stringify({
    balances: balances.map((row) => [row.granted, row.used, row.remaining, row.debt, row.written_off]),
    journals: ids.map((id) => {
      const row = rows.find((one) => one.id === id);
      const own = subscriptionIds.map((subscription) => {
        const lease = leases.find((one) => one.id === id && one.subscription === subscription);
        return lease ? [lease.op, lease.held] : null;
      });
      return [row?.state === "open" ? "open" : "ended", row?.applied, own];
    }),
  });
}

/** How ledger and request log differ at the end of a history; undefined if they do not. */
export async function differenceAtEnd(
  { db, journals, subscriptionIds, cells }: RealMetering,
  x: State,
  ledgers: readonly (readonly Entry[])[],
): Promise<string | undefined> {
  for (const [s, id] of subscriptionIds.entries()) {
    const rows = await db.all<{ kind: string; delta: number }>(sql`
      select kind, delta from credit_ledger where subscription_id = ${id} order by number`);
    const found = JSON.stringify(rows.map(({ kind, delta }) => [kind, delta]));
    if (found !== JSON.stringify(ledgers[s]))
      return `the ledger: ${found}, not ${JSON.stringify(ledgers[s])}`;
  }
  for (const [j, { id, records }] of journals.entries()) {
    const rows = await db.all<{ seq: number; subscription: string; credits: number }>(sql`
      select seq, subscription_id as subscription, credits from request_log where journal_id = ${id} order by seq`);
    const expected = records.slice(0, x[cells.applied + j]).map(({ caller, credits }, index) => ({
      seq: index + 1,
      subscription: caller.subscriptionId,
      credits,
    }));
    const found = JSON.stringify(
      rows.map(({ seq, subscription, credits }) => ({ seq, subscription, credits })),
    );
    if (found !== JSON.stringify(expected))
      return `the request log of journal ${j}: ${found}, not ${JSON.stringify(expected)}`;
  }
  return undefined;
}
