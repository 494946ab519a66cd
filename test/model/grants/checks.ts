import { type State, Violation } from "../explore.ts";
import { allocate } from "./accounts.ts";
import { closed, dead, type GrantCells, none, up } from "./cells.ts";

/** Throws `Violation` if the books do not agree. */
export function checkBooks(c: GrantCells, x: State): void {
  const { grants } = c.run;
  const [remaining, held, debt] = [x[c.remaining]!, c.heldIn(x), x[c.debt]!];
  if (!x[c.unlimited]) {
    if (x[c.granted] !== remaining + held + c.used(x) - debt)
      throw new Violation("what was granted is not what remains, is leased and is used");
    if (c.leftInAll(x) < remaining + held - debt) throw new Violation("grants have less than the balance");
    checkClosing(c, x);
  }
  let entered = x[c.writtenOff]! + x[c.covered]!;
  for (const [grant, { how }] of grants.entries()) {
    if (x[c.state + grant] === none || x[c.skipped + grant]) continue;
    const [amount, expired, removed] = [x[c.amount + grant]!, x[c.expired + grant]!, x[c.removed + grant]!];
    entered += amount - expired - removed;
    if (x[c.left + grant]! + expired + removed > amount)
      throw new Violation(`grant ${grant}, ${how}, has more than its amount`);
  }
  if (entered !== x[c.granted]) throw new Violation(`granted ${x[c.granted]}, and by the grants ${entered}`);
}

/** While a grant is closing, a lease must be able to settle it. */
function checkClosing(c: GrantCells, x: State): void {
  if (!c.hasClosing(x) || x[c.debt]! > 0) return;
  for (let j = 0; j < c.journals; j++) if (x[c.requested + j] && x[c.held + j]! > 0) return;
  throw new Violation("a grant is closing, and no lease is left that has not answered");
}

interface Oracle {
  /** Calls that no grant could pay. */
  readonly unpaid: number;
  readonly overage: number;
  /** What is left of grants that are paid before, without what was spent beyond them. */
  readonly net: number;
}

/** Pays each call at its own moment, by the grants that are open then. */
function oracle(c: GrantCells, x: State): Oracle {
  const { grants } = c.run;
  const now = x[c.day]!;
  const left = grants.map(({ how, start }, grant) =>
    x[c.state + grant] !== none || (how === "period" && start <= now) ? x[c.amount + grant]! : 0,
  );
  const born = grants.map(({ how, start }, grant) => (how === "period" ? start : x[c.born + grant]!));
  let [unpaid, overage] = [0, 0];
  for (let day = 0; day <= now; day++) {
    let calls = 0;
    for (let j = 0; j < c.journals; j++) calls += x[c.journaled + j * c.eras + day]!;
    for (const grant of c.rightOrder) {
      if (born[grant]! > day || day >= grants[grant]!.expires) continue;
      const part = Math.min(calls, left[grant]!);
      left[grant]! -= part;
      calls -= part;
      if (grants[grant]!.source === "overage") overage += part;
    }
    unpaid += calls;
    for (const [grant, { expires }] of grants.entries()) if (expires <= day + 1 && day < now) left[grant] = 0;
  }
  const kept = left.reduce((sum, rest, grant) => sum + (grants[grant]!.source === "overage" ? 0 : rest), 0);
  return { unpaid, overage, net: kept - overage };
}

/** Whether all is applied and nothing is leased, in flight or due. */
export function isQuiet(c: GrantCells, x: State): boolean {
  for (let j = 0; j < c.journals; j++) {
    if (x[c.node + j] === dead && !(c.run.neverBack && x[c.gone + j])) return false;
    if (x[c.held + j] || x[c.free + j] || x[c.fenced + j]) return false;
    const { inFlight, journaled, applied } = c.callsOf(x, j);
    if (inFlight > 0 || (x[c.node + j]! >= up && journaled !== applied)) return false;
  }
  return x[c.debt] === 0 && !c.isDue(x) && !c.hasClosing(x);
}

/** Throws `Violation` if the customer lost or got credits. */
export function checkQuiet(c: GrantCells, x0: State): void {
  const { budget, neverBack, booksOnly, grants, writesOff } = c.run;
  const x = x0.slice();
  allocate(c, x);
  if (!x[c.unlimited] && c.leftInAll(x) !== x[c.remaining])
    throw new Violation(`grants have ${c.leftInAll(x)} left, the balance ${x[c.remaining]}`);
  for (const grant of grants.keys())
    if (x[c.state + grant] === closed && x[c.left + grant]! > 0)
      throw new Violation(`grant ${grant} is closed and has credits left`);
  if (budget.limit || budget.remove || budget.set || neverBack || booksOnly) return;
  let [overage, net] = [0, 0];
  for (const [grant, { source }] of grants.entries()) {
    if (source !== "overage") net += x[c.left + grant]!;
    else if (x[c.state + grant] !== none)
      overage += x[c.amount + grant]! - x[c.left + grant]! - x[c.expired + grant]!;
  }
  net -= overage;
  const right = oracle(c, x);
  const [lag, grace] = [x[c.lag]!, x[c.grace]!];
  if (net < right.net - lag - right.unpaid)
    throw new Violation(`the customer lost ${right.net - net} credits`);
  if (net > right.net + grace + (writesOff ? x[c.writtenOff]! : 0))
    throw new Violation(`the customer got ${net - right.net} credits`);
  if (!writesOff && x[c.writtenOff]! > right.unpaid)
    throw new Violation(`${x[c.writtenOff]} written off, and grants could pay all but ${right.unpaid}`);
  if (overage > right.overage + lag + right.unpaid)
    throw new Violation(`${overage} spent beyond the credits, not ${right.overage}`);
}
