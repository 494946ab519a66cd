import type { State } from "../explore.ts";
import { applyRecords, endJournal, execute, settleDebt } from "./accounts.ts";
import { acquires, ended, type MeteringCells, none, noWire, open } from "./cells.ts";
import { checkSet } from "./checks.ts";
import type { Go } from "./node-steps.ts";

/** What can happen in the database to one journal. */
export function journalSteps(c: MeteringCells, x0: State, journal: number, go: Go): void {
  for (let s = 0; s < c.run.subscriptions; s++) wireSteps(c, x0, journal, s, go);
  if (c.isAlive(x0, journal)) applySteps(c, x0, journal, go);
  closeSteps(c, x0, journal, go);
}

function wireSteps(c: MeteringCells, x0: State, journal: number, s: number, go: Go): void {
  const { subscriptions, rules, repeats } = c.run;
  const lease = journal * subscriptions + s;
  if (x0[c.wireKind + lease] === noWire) return;
  const isTake = x0[c.wireKind + lease] === acquires;
  const at = { journal, subscription: s };
  const isNext = x0[c.op + lease] === x0[c.wireOp + lease]! - 1;
  const isOpen = x0[c.journal + journal] === open;
  if ((rules.noNumbers || isNext) && (isOpen || rules.noGuard)) {
    go({ what: "a statement arrives", ...at }, (x) => {
      execute(c, x, lease, s, isTake);
      if (rules.noNumbers) x[c.wireKind + lease] = noWire;
    });
    if (rules.noNumbers && x0[c.budget.bump])
      go({ what: "a statement arrives, its answer is lost and it is repeated", ...at }, (x) => {
        x[c.budget.bump]! -= 1;
        execute(c, x, lease, s, isTake);
      });
  }
  if (!repeats || x0[c.wireOp + lease] === 0) return;
  if (!isOpen) go({ what: "a statement arrives after its journal ended", ...at }, () => undefined);
  else if (x0[c.op + lease] === x0[c.wireOp + lease])
    go({ what: "a statement arrives again", ...at }, () => undefined);
}

function applySteps(c: MeteringCells, x0: State, journal: number, go: Go): void {
  const { rules, repeats } = c.run;
  const [length, applied] = [c.length(x0, journal), x0[c.applied + journal]!];
  if (rules.noCompare) {
    uncomparedSteps(c, x0, journal, go);
    return;
  }
  // With this flaw, what was applied before is not in the files any more.
  const isGone = rules.deleteApplied && x0[c.synced + journal]! > applied;
  if (!isGone)
    for (let to = applied + 1; to <= length; to++)
      go({ what: "apply", journal, amount: to }, (x) => applyRecords(c, x, journal, applied, to));
  if (repeats && applied > 0) go({ what: "apply again", journal, amount: applied }, () => undefined);
}

function uncomparedSteps(c: MeteringCells, x0: State, journal: number, go: Go): void {
  const mark = c.readMark + x0[c.owner + journal]!;
  const [length, applied] = [c.length(x0, journal), x0[c.applied + journal]!];
  if (length > applied && x0[mark] === 0)
    go({ what: "read the applied seq", journal }, (x) => {
      x[mark] = applied + 1;
    });
  if (!x0[mark]) return;
  go({ what: "apply from the seq that was read", journal, amount: length }, (x) => {
    applyRecords(c, x, journal, x[mark]! - 1, length);
    x[mark] = 0;
  });
  if (x0[c.budget.failOver])
    go({ what: "apply again", journal, amount: length }, (x) => {
      x[c.budget.failOver]! -= 1;
      applyRecords(c, x, journal, x[mark]! - 1, length);
    });
}

function closeSteps(c: MeteringCells, x0: State, journal: number, go: Go): void {
  const { rules, repeats } = c.run;
  if (x0[c.journal + journal] !== open) return;
  const isAlive = c.isAlive(x0, journal);
  const isLeft = isAlive && !c.isCurrent(x0, journal);
  const isApplied = x0[c.applied + journal]! >= c.length(x0, journal);
  if (isLeft && ((isApplied && c.callsInFlight(x0, journal) === 0) || rules.closeEarly))
    go({ what: "close", journal }, (x) => endJournal(c, x, journal));
  if (repeats && isLeft && !isApplied) go({ what: "close too early", journal }, () => undefined);
  if (x0[c.budget.expire] && (!isAlive || rules.foreign)) {
    go({ what: "expire", journal }, (x) => {
      x[c.budget.expire]! -= 1;
      endJournal(c, x, journal);
    });
    if (repeats) go({ what: "expire by an earlier commit count", journal }, () => undefined);
  }
}

/** What can happen to a balance. */
export function balanceSteps(c: MeteringCells, x0: State, s: number, go: Go): void {
  const { rules, repeats } = c.run;
  const at = { subscription: s };
  if (!rules.noNumbers && x0[c.budget.bump])
    go({ what: "add 2", ...at }, (x) => {
      x[c.budget.bump]! -= 1;
      x[c.remaining + s]! += 2;
      x[c.granted + s]! += 2;
      settleDebt(c, x, s);
    });
  if (x0[c.budget.cancel] && !x0[c.ended + s])
    go({ what: "end the subscription", ...at }, (x) => {
      x[c.budget.cancel]! -= 1;
      x[c.ended + s] = 1;
    });
  if (!x0[c.budget.set]) return;
  const set = (x: State) => {
    checkSet(c, x, s);
    x[c.budget.set]! -= 1;
    settleDebt(c, x, s);
    x[c.granted + s] = x[c.granted + s]! - x[c.remaining + s]! + 2;
    x[c.remaining + s] = 2;
    x[c.frozen + s] = 0;
  };
  if (rules.naiveSet) {
    go({ what: "set to 2", ...at }, set);
    return;
  }
  if (!x0[c.frozen + s]) {
    go({ what: "freeze", ...at }, (x) => {
      x[c.frozen + s] = 1;
    });
    return;
  }
  if (c.heldOf(x0, s) === 0) go({ what: "set to 2", ...at }, set);
  else if (repeats) go({ what: "set to 2 while credits are leased", ...at }, () => undefined);
  go({ what: "unfreeze", ...at }, (x) => {
    x[c.budget.set]! -= 1;
    x[c.frozen + s] = 0;
  });
}

/** What can happen to the whole database. */
export function replicaSteps(c: MeteringCells, x0: State, go: Go): void {
  const { rules, journals, subscriptions } = c.run;
  if (!c.replica || !x0[c.budget.failOver]) return;
  go({ what: "the replica catches up" }, (x) => c.replicate(x));
  go({ what: "the replica takes over" }, (x) => {
    x[c.budget.failOver]! -= 1;
    x.copyWithin(0, c.replica, c.replica + c.databaseWidth);
    x.fill(noWire, c.wireKind, c.wireKind + journals * subscriptions);
    for (let j = 0; j < x[c.opened]!; j++) {
      if (rules.deleteApplied) x[c.synced + j] = x0[c.applied + j]!;
      // A journal that the replica lacks is inserted again.
      if (x[c.journal + j] === none) x[c.journal + j] = rules.reuse ? ended : open;
    }
  });
}
