import { type State, Violation } from "../explore.ts";
import { closed, closing, type GrantCells, neverDue, none, open } from "./cells.ts";

/** Assigns what was used since the last time to the grants that can be spent, in order. */
export function allocate(c: GrantCells, x: State): void {
  const { allocByUsed } = c.run.rules;
  const known = allocByUsed ? x[c.granted]! - c.used(x) : x[c.remaining]! + c.heldIn(x) - x[c.debt]!;
  let used = c.leftInAll(x) - known;
  if (used < 0 && x[c.debt] === 0 && !allocByUsed)
    throw new Violation(`grants have ${-used} less than the balance`);
  for (const grant of c.order) {
    if (!c.isSpendable(x, grant) || used <= 0) continue;
    const part = Math.min(used, x[c.left + grant]!);
    x[c.left + grant]! -= part;
    used -= part;
  }
}

/** Credits enter the balance. */
function add(c: GrantCells, x: State, credits: number): void {
  x[c.remaining]! += credits;
  x[c.granted]! += credits;
}

/** A grant opens. */
export function enter(c: GrantCells, x: State, grant: number): void {
  const { how, start } = c.run.grants[grant]!;
  const made = c.sum(x, c.journaled, c.journals * c.eras) + c.sum(x, c.inFlight, c.journals * c.eras);
  if (x[c.day]! > 0) c.count(x, c.grace, made - c.used(x));
  x[c.state + grant] = open;
  x[c.left + grant] = x[c.amount + grant]!;
  x[c.born + grant] = how === "period" ? start : x[c.day]!;
  add(c, x, x[c.amount + grant]!);
}

/** What is left of overage that has expired is taken over by the one that follows: no lease is requested back. */
function takeOver(c: GrantCells, x: State, grant: number): void {
  const former = c.order.find(
    (other) =>
      other !== grant &&
      c.run.grants[other]!.source === "overage" &&
      x[c.state + other] === open &&
      c.run.grants[other]!.expires <= x[c.day]!,
  );
  if (former === undefined || x[c.left + former]! > x[c.amount + grant]!) return;
  expire(c, x, former, x[c.left + former]!);
  x[c.state + former] = closed;
}

function expire(c: GrantCells, x: State, grant: number, credits: number): void {
  x[c.left + grant]! -= credits;
  x[c.expired + grant]! += credits;
  add(c, x, -credits);
}

/** Opens what has started, the oldest first, and closes what has expired; returns whether something is closing. */
function cross(c: GrantCells, x: State): boolean {
  const { rules, grants } = c.run;
  const now = x[c.day]!;
  if (!rules.noAllocFirst) allocate(c, x);
  const started = c.order
    .filter((one) => grants[one]!.how === "period" && x[c.state + one] === none && grants[one]!.start <= now)
    .sort((a, b) => grants[a]!.start - grants[b]!.start);
  for (const grant of started) {
    if (rules.onlyLatest && grants[grant]!.start < grants[started.at(-1)!]!.start) {
      x[c.state + grant] = closed;
      x[c.skipped + grant] = 1;
      continue;
    }
    enter(c, x, grant);
    if (grants[grant]!.source === "overage" && !rules.overageCloses) takeOver(c, x, grant);
    if (grants[grant]!.expires <= now) c.count(x, c.grace, c.heldIn(x));
  }
  let isClosing = false;
  for (const [grant, { expires }] of grants.entries())
    if (x[c.state + grant] === open && expires <= now) {
      x[c.state + grant] = closing;
      isClosing = true;
    }
  return isClosing;
}

/** Requests the return of all leases that hold credits, but of one journal. */
export function requestReturns(c: GrantCells, x: State, but = -1): void {
  for (let j = 0; j < c.journals; j++) if (j !== but && x[c.held + j]! > 0) x[c.requested + j] = 1;
}

/** What remains pays the debt. If no lease is left that could pay the rest, it is written off. */
function payDebt(c: GrantCells, x: State): void {
  const paid = Math.min(x[c.remaining]!, x[c.debt]!);
  x[c.remaining]! -= paid;
  x[c.debt]! -= paid;
  if (x[c.debt] === 0 || c.heldIn(x) > 0) return;
  x[c.granted]! += x[c.debt]!;
  x[c.writtenOff]! += x[c.debt]!;
  x[c.debt] = 0;
}

/** What an expiry must leave: leases may have spent it before. */
function keptBy(c: GrantCells, x: State): number {
  const { takeLeased, stateless } = c.run.rules;
  if (takeLeased) return 0;
  let kept = 0;
  for (let j = 0; j < c.journals; j++) if (stateless || x[c.requested + j]) kept += x[c.held + j]!;
  return kept;
}

/** Takes what is left of closing grants; returns whether leases hold a part of it that were acquired since. */
function take(c: GrantCells, x: State): boolean {
  const { expiryIsDebt, closeEarly, noAskAgain } = c.run.rules;
  if (!c.hasClosing(x)) return false;
  allocate(c, x);
  let kept = keptBy(c, x);
  let isLeased = false;
  for (const grant of c.order) {
    if (x[c.state + grant] !== closing) continue;
    const left = x[c.left + grant]!;
    const own = Math.min(left, kept);
    kept -= own;
    if (expiryIsDebt) {
      const missing = Math.max(0, left - x[c.remaining]!);
      x[c.remaining]! += missing;
      expire(c, x, grant, left);
      x[c.debt]! += missing;
    } else expire(c, x, grant, Math.min(left - own, x[c.remaining]!));
    if (x[c.left + grant] === 0 || closeEarly) x[c.state + grant] = closed;
    else if (x[c.left + grant]! > own) isLeased = true;
  }
  return isLeased && !noAskAgain;
}

/** Late calls, by their days, are paid by what expiries after them took. */
function giveBack(c: GrantCells, x: State, days: readonly number[]): void {
  const { noGiveBack, giveBackWaits, giveBackOverage, giveBackBorn, giveBackAlways } = c.run.rules;
  if (noGiveBack) return;
  const { grants } = c.run;
  for (const day of days) {
    const isAfter = (grant: number) => day < grants[grant]!.expires;
    const waits = c.order.some((one) => x[c.state + one] === closing && x[c.left + one]! > 0 && isAfter(one));
    if (giveBackWaits && waits) continue;
    const payer = c.order.find(
      (grant) =>
        x[c.expired + grant]! > 0 &&
        (giveBackOverage || grants[grant]!.source !== "overage") &&
        (!giveBackBorn || x[c.born + grant]! <= day) &&
        (giveBackAlways || isAfter(grant)),
    );
    if (payer === undefined || x[c.debt] === 0) continue;
    if (x[c.born + payer]! > day) c.count(x, c.grace);
    x[c.expired + payer]! -= 1;
    x[c.granted]! += 1;
    x[c.debt]! -= 1;
  }
}

/** When the next grant opens or expires. */
export function dueOf(c: GrantCells, x: State): number {
  let due: number = neverDue;
  for (const [grant, { how, start, expires }] of c.run.grants.entries()) {
    if (how === "period" && x[c.state + grant] === none) due = Math.min(due, start);
    else if (x[c.state + grant] === open) due = Math.min(due, expires);
  }
  return due;
}

interface Change {
  /** Comes after the boundary and before debts are paid. */
  readonly work?: () => void;
  /** The days of calls that no lease paid, which are debts. */
  readonly late?: readonly number[];
  /** Whether the boundary is crossed, and closing grants are settled. */
  readonly crosses?: boolean;
  readonly takes?: boolean;
}

/** Opens and closes grants, pays debts, and takes what expired. */
export function change(
  c: GrantCells,
  x: State,
  { work, late, crosses = true, takes = true }: Change = {},
): void {
  const { rules } = c.run;
  if (late) giveBack(c, x, late);
  if (rules.writeOffFirst) payDebt(c, x);
  const isClosing = crosses && cross(c, x);
  work?.();
  if ((isClosing && !rules.noAsk) || x[c.debt]! > x[c.remaining]!) requestReturns(c, x);
  payDebt(c, x);
  if (takes && take(c, x)) {
    requestReturns(c, x);
    take(c, x);
  }
  x[c.due] = dueOf(c, x);
}

/** As `change`, if something is due, owed or closing. */
export function settle(c: GrantCells, x: State, late?: readonly number[], isRelease = false): void {
  const { lazyBoundary, noTakeOnRelease } = c.run.rules;
  if (x[c.debt] === 0 && !c.hasClosing(x) && !c.isDue(x)) return;
  change(c, x, {
    ...(late && { late }),
    crosses: !lazyBoundary,
    takes: !(isRelease && noTakeOnRelease),
  });
}

/** Removes credits of the balance, and of the grants in the order in which they are spent. */
export function remove(c: GrantCells, x: State, credits: number, forgets = false): void {
  add(c, x, -credits);
  let rest = forgets ? 0 : credits;
  for (const grant of c.order) {
    if (!c.isSpendable(x, grant)) continue;
    const part = Math.min(rest, x[c.left + grant]!);
    x[c.left + grant]! -= part;
    x[c.removed + grant]! += part;
    rest -= part;
  }
}

/** Applies calls of a journal, by their days: its lease pays them, or they are a debt. */
export function applyCalls(c: GrantCells, x: State, journal: number, days: readonly number[]): void {
  for (const day of days) x[c.applied + journal * c.eras + day]! += 1;
  const held = c.held + journal;
  const credits = days.length;
  const has = x[c.gone + journal] === 0;
  const suffices = x[held]! >= credits;
  if (has && !x[c.unpaid + journal] && !x[c.requested + journal] && (suffices || x[c.unlimited])) {
    if (suffices) x[held]! -= credits;
    return;
  }
  const covered = has && !x[c.unlimited] ? Math.min(x[held]!, credits) : 0;
  x[held]! -= covered;
  const late = x[c.unlimited] ? [] : days.slice(0, credits - covered);
  x[c.debt]! += late.length;
  if (c.run.records > 0) x[c.unpaid + journal] = Number(late.length > 0);
  settle(c, x, late);
}

/** What a journal has leased returns to the balance. */
export function endJournal(c: GrantCells, x: State, journal: number): void {
  x[c.gone + journal] = 1;
  x[c.remaining]! += x[c.held + journal]!;
  for (const cells of [c.held, c.requested]) x[cells + journal] = 0;
  settle(c, x);
}
