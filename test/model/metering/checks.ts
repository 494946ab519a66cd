import { type State, Violation } from "../explore.ts";
import { type MeteringCells, none } from "./cells.ts";

/** The calls of a subscription: how often they are in the reports, and the credits of those that were answered. */
function callsOf(c: MeteringCells, x: State, s: number): { reported: number; answered: number } {
  const { journals, records, cost } = c.run;
  let [reported, answered] = [0, 0];
  for (let at = 0; at < journals * records; at++) {
    const record = x[c.record + at]!;
    if (record === 0 || (record - 1) >> 1 !== s) continue;
    reported += x[c.reported + at]!;
    if ((record - 1) & 1) answered += cost;
  }
  return { reported, answered };
}

/** Throws `Violation` if the books do not agree, or more was served than there is. */
export function checkBooks(c: MeteringCells, x: State): void {
  const { subscriptions, cost, rules, budget } = c.run;
  const canLose = Boolean(budget.expire || budget.failOver || budget.power || rules.foreign);
  if (x.subarray(c.reported, c.databaseWidth).some((times) => times > 1))
    throw new Violation("a call is in the reports twice");
  for (let s = 0; s < subscriptions; s++) {
    const { reported, answered } = callsOf(c, x, s);
    const [granted, used] = [x[c.granted + s]!, x[c.used + s]!];
    if (granted + x[c.debt + s]! !== x[c.remaining + s]! + c.heldOf(x, s) + used)
      throw new Violation("the ledger is not what remains, is leased and is used");
    if (!budget.power && !rules.reuse && used !== reported * cost)
      throw new Violation("the balance and the reports differ");
    if (!canLose && x[c.writtenOff + s]! + x[c.debt + s]! > 0)
      throw new Violation("credits are written off, and no lease was lost");
    if (!canLose && answered > granted) throw new Violation(`${answered} served of ${granted}`);
  }
}

/** Whether all is applied and nothing is leased, in flight or due. */
export function isQuiet(c: MeteringCells, x: State): boolean {
  const { nodes, subscriptions, rules, neverBack, budget } = c.run;
  if (x[c.budget.calls]) return false;
  const mayStayAway = neverBack && budget.expire && x[c.budget.expire] === 0;
  const leases = nodes * subscriptions;
  const isEmpty = (from: number, count: number) => x.subarray(from, from + count).every((cell) => cell === 0);
  if (!mayStayAway && x.subarray(c.up, c.up + nodes).some((up) => up === 0)) return false;
  if (!isEmpty(c.pending, leases) || !isEmpty(c.free, leases) || !isEmpty(c.waiting, leases)) return false;
  for (let j = 0; j < x[c.opened]!; j++) {
    if ((c.isAlive(x, j) || !neverBack) && x[c.applied + j]! < c.length(x, j)) return false;
    if (!isEmpty(c.inFlight + j * subscriptions, subscriptions)) return false;
    if (!rules.ignoreStranded && !isEmpty(c.held + j * subscriptions, subscriptions)) return false;
  }
  return isEmpty(c.frozen, subscriptions);
}

/** Throws `Violation` if a call was lost, or too few were served. */
export function checkQuiet(c: MeteringCells, x: State): void {
  const { subscriptions, records, cost, calls, credits, exact, neverBack } = c.run;
  const served = x.subarray(c.record, c.record + c.run.journals * records).filter((cell) => cell > 0).length;
  const most = Math.min(calls, Math.floor(credits / cost));
  if (exact && served !== most) throw new Violation(`${served} calls served, not ${most}`);
  for (let j = 0; j < x[c.opened]!; j++)
    for (let at = 0; at < records; at++) {
      const isRecord = x[c.record + j * records + at]! > 0;
      const mayBeAway = neverBack && !c.isAlive(x, j);
      if (isRecord && x[c.reported + j * records + at] !== 1 && !mayBeAway)
        throw new Violation("a served call is not charged");
    }
  for (let s = 0; s < subscriptions; s++)
    if (!neverBack && callsOf(c, x, s).answered > x[c.granted + s]!)
      throw new Violation("more was served than was granted and written off");
}

/** Throws `Violation` if a call is refused while credits are free. */
export function checkRefusal(c: MeteringCells, x: State, node: number, s: number, isStrict: boolean): void {
  const { nodes, subscriptions, cost, budget } = c.run;
  let free = x[c.remaining + s]! + x[c.free + node * subscriptions + s]! - x[c.debt + s]!;
  for (let other = 0; other < nodes; other++) {
    const journal = x[c.current + other]!;
    const isFenced = budget.failOver && c.isBehind(x, other, journal);
    if (other !== node && x[c.up + other] && x[c.journal + journal] === 1 && !isFenced)
      free += x[c.free + other * subscriptions + s]!;
  }
  // What a journal that ended gives back is in no lease.
  if (isStrict)
    for (let j = 0; j < x[c.opened]!; j++)
      if (x[c.journal + j] === 1) free += x[c.inFlight + j * subscriptions + s]!;
  if (free >= cost && !x[c.frozen + s])
    throw new Violation(`a call is refused while ${free} credits are free`);
}

/** Throws `Violation` if a balance is set that calls acknowledged before can still change. */
export function checkSet(c: MeteringCells, x: State, s: number): void {
  const { records, rules } = c.run;
  for (let j = 0; j < x[c.opened]!; j++) {
    if (x[c.journal + j] === none || x[c.journal + j] !== 1) continue;
    for (let at = x[c.applied + j]!; at < c.length(x, j); at++) {
      const record = x[c.record + j * records + at]!;
      if ((record - 1) >> 1 === s && (record - 1) & 1)
        throw new Violation("a balance is set before a call that was acknowledged earlier");
    }
  }
  const held = c.heldOf(x, s);
  if (rules.naiveSet && held > 0) throw new Violation(`a balance is set while ${held} are leased`);
}
