import { type State, Violation } from "../explore.ts";
import { ended, type MeteringCells, open } from "./cells.ts";

/** Charges credits of a journal's calls: its lease pays, then the balance, and what neither pays is a debt. */
export function charge(c: MeteringCells, x: State, journal: number, s: number, credits: number): void {
  const { subscriptions, rules } = c.run;
  const held = c.held + journal * subscriptions + s;
  if (rules.noAbsorb) {
    chargeUnbounded(c, x, journal, s, credits);
    return;
  }
  const covered = Math.min(x[held]!, credits);
  x[held]! -= covered;
  x[c.debt + s]! += credits - covered;
  x[c.used + s]! += credits;
  settleDebt(c, x, s);
}

function chargeUnbounded(c: MeteringCells, x: State, journal: number, s: number, credits: number): void {
  if (c.run.rules.noAbsorb === "skip" && x[c.journal + journal] === ended) return;
  const held = c.held + journal * c.run.subscriptions + s;
  const payer = x[held]! >= credits ? held : c.remaining + s;
  if (x[payer]! < credits) throw new Violation("a charge brings the balance below zero");
  x[payer]! -= credits;
  x[c.used + s]! += credits;
}

/** A debt is paid from what remains. If no lease is left that could pay the rest, it is written off. */
export function settleDebt(c: MeteringCells, x: State, s: number): void {
  const paid = Math.min(x[c.remaining + s]!, x[c.debt + s]!);
  x[c.remaining + s]! -= paid;
  x[c.debt + s]! -= paid;
  if (x[c.debt + s] === 0 || c.heldOf(x, s) > 0) return;
  x[c.granted + s]! += x[c.debt + s]!;
  x[c.writtenOff + s]! += x[c.debt + s]!;
  x[c.debt + s] = 0;
}

/** Applies the records after `from`, up to `to`. */
export function applyRecords(c: MeteringCells, x: State, journal: number, from: number, to: number): void {
  const { subscriptions, records, cost } = c.run;
  const credits = new Array<number>(subscriptions).fill(0);
  for (let at = from; at < to; at++) {
    const record = x[c.record + journal * records + at]!;
    if (!record) break;
    credits[(record - 1) >> 1]! += cost;
    x[c.reported + journal * records + at]! += 1;
  }
  for (const [s, sum] of credits.entries()) if (sum > 0) charge(c, x, journal, s, sum);
  x[c.applied + journal] = to;
}

/** The journal may spend no more, and its leases return to the balances. */
export function endJournal(c: MeteringCells, x: State, journal: number): void {
  const { subscriptions } = c.run;
  x[c.journal + journal] = ended;
  for (let s = 0; s < subscriptions; s++) {
    const held = c.held + journal * subscriptions + s;
    x[c.remaining + s]! += x[held]!;
    x[held] = 0;
    settleDebt(c, x, s);
  }
}

/** A statement on the wire reaches the database. */
export function execute(c: MeteringCells, x: State, lease: number, s: number, isTake: boolean): void {
  const { rules } = c.run;
  const amount = x[c.wireAmount + lease]!;
  const held = c.held + lease;
  if (isTake) {
    const left = x[c.remaining + s]!;
    const fitting = rules.exactTake ? (left >= amount ? amount : 0) : Math.min(amount, left);
    const taken = x[c.ended + s] || x[c.frozen + s] ? 0 : fitting;
    x[c.remaining + s]! -= taken;
    x[held]! += taken;
    x[c.took + lease] = taken;
  } else {
    x[c.took + lease] = 0;
    if (x[held]! >= amount) {
      x[held]! -= amount;
      x[c.remaining + s]! += amount;
      settleDebt(c, x, s);
    } else if ((rules.noGuard && !rules.noReturnCheck) || rules.noNumbers)
      throw new Violation("a release exceeds the lease");
  }
  if (!rules.noNumbers) x[c.op + lease]! += 1;
}

/** A node opens a new journal; false if there is no room for one. */
export function openJournal(c: MeteringCells, x: State, node: number): boolean {
  const { journals, subscriptions } = c.run;
  const journal = x[c.opened]!;
  if (journal >= journals) return false;
  x[c.opened]! += 1;
  x[c.journal + journal] = open;
  x[c.owner + journal] = node;
  x[c.current + node] = journal;
  forget(c, x, node);
  x.fill(0, c.lastOp + node * subscriptions, c.lastOp + (node + 1) * subscriptions);
  return true;
}

/** What a node has leased is not in its memory any more. */
export function forget(c: MeteringCells, x: State, node: number): void {
  const { subscriptions } = c.run;
  for (const cells of [c.free, c.pending])
    x.fill(0, cells + node * subscriptions, cells + (node + 1) * subscriptions);
}
