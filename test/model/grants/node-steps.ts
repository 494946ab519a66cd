import { type State, Violation } from "../explore.ts";
import { applyCalls, change, endJournal, requestReturns, settle } from "./accounts.ts";
import { back, dead, type GrantCells, none, unopened, up } from "./cells.ts";
import type { GrantStep } from "./steps.ts";

/** Emits a step with its change of the state; a change that returns false is no step. */
export type Go = (step: GrantStep, change: (x: State) => unknown) => void;

/** What a node can do, and what can happen to its journal. */
export function journalSteps(c: GrantCells, x0: State, journal: number, go: Go): void {
  const state = x0[c.node + journal]!;
  if (state === unopened) {
    // Journals are opened one after the other.
    if (x0[c.budget.restart] && (journal === 0 || x0[c.node + journal - 1] !== unopened))
      restartStep(c, journal, go);
    return;
  }
  if (state === up) runningSteps(c, x0, journal, go);
  else if (state === dead) deadSteps(c, x0, journal, go);
  const { journaled, applied } = c.callsOf(x0, journal);
  if (state === back && x0[c.gone + journal] === 0 && journaled === applied)
    go({ what: "close", journal }, (x) => endJournal(c, x, journal));
  callSteps(c, x0, journal, go);
  if (state !== dead && journaled > applied) applySteps(c, x0, journal, go);
}

function restartStep(c: GrantCells, journal: number, go: Go): void {
  go({ what: "restarts", journal }, (x) => {
    x[c.budget.restart]! -= 1;
    x[c.node + journal] = up;
    if (c.isDue(x)) change(c, x);
  });
}

function deadSteps(c: GrantCells, x0: State, journal: number, go: Go): void {
  if (x0[c.gone + journal] === 0) go({ what: "reap", journal }, (x) => endJournal(c, x, journal));
  if (!c.run.neverBack)
    go({ what: "the folder comes back", journal }, (x) => {
      x[c.node + journal] = back;
    });
}

function runningSteps(c: GrantCells, x0: State, journal: number, go: Go): void {
  admissionSteps(c, x0, journal, go);
  const isFenced = x0[c.fenced + journal] === 1;
  const holds = (x0[c.requested + journal] || (x0[c.held + journal] && !x0[c.unlimited])) && !isFenced;
  if (x0[c.free + journal] || holds) go({ what: "releases", journal }, (x) => release(c, x, journal));
  if (x0[c.budget.crash])
    go({ what: "dies", journal }, (x) => {
      x[c.budget.crash]! -= 1;
      for (const cells of [c.node, c.free, c.fenced, c.unpaid]) x[cells + journal] = 0;
      x.fill(0, c.inFlight + journal * c.eras, c.inFlight + (journal + 1) * c.eras);
    });
  const { inFlight, journaled, applied } = c.callsOf(x0, journal);
  if (isFenced && inFlight === 0 && journaled === applied)
    go({ what: "closes its fenced journal", journal }, (x) => {
      x[c.remaining]! += x[c.held + journal]!;
      for (const cells of [c.held, c.requested, c.fenced, c.free]) x[cells + journal] = 0;
      settle(c, x);
    });
}

function admissionSteps(c: GrantCells, x0: State, journal: number, go: Go): void {
  const { takes, prompt, records } = c.run;
  if (x0[c.budget.calls] === 0 || x0[c.fenced + journal]) return;
  const { inFlight, journaled } = c.callsOf(x0, journal);
  if (records > 0 && inFlight + journaled >= records) return;
  const call = (x: State) => {
    x[c.budget.calls]! -= 1;
    x[c.inFlight + journal * c.eras + x[c.day]!]! += 1;
  };
  if (x0[c.unlimited]) {
    go({ what: "calls", journal }, call);
    return;
  }
  if (x0[c.free + journal] === 0)
    for (const amount of takes)
      go({ what: "acquires", journal, amount }, (x) => acquire(c, x, journal, amount));
  else if (!prompt || !c.isDue(x0))
    go({ what: "calls", journal }, (x) => {
      call(x);
      x[c.free + journal]! -= 1;
      if (c.isOverdue(x)) c.count(x, c.grace);
      if (c.isLate(x)) c.count(x, c.lag);
    });
}

function acquire(c: GrantCells, x: State, journal: number, amount: number): boolean {
  const { no402Boundary, lazyBoundary } = c.run.rules;
  if (x[c.gone + journal]) return false;
  if (!no402Boundary && !lazyBoundary && c.isDue(x)) change(c, x);
  const taken = x[c.debt] ? 0 : Math.min(amount, x[c.remaining]!);
  if (taken === 0 && c.heldIn(x) === 0 && x[c.debt] === 0) checkRefusal(c, x);
  x[c.remaining]! -= taken;
  for (const cells of [c.held, c.free]) x[cells + journal]! += taken;
  if (taken < amount) requestReturns(c, x, journal);
  return true;
}

function checkRefusal(c: GrantCells, x: State): void {
  for (const [grant, { how, start, amount }] of c.run.grants.entries())
    if (how === "period" && x[c.state + grant] === none && start <= x[c.day]! && amount > 0)
      throw new Violation("a call is refused while a period is due");
}

function release(c: GrantCells, x: State, journal: number): void {
  const [free, held] = [x[c.free + journal]!, x[c.held + journal]!];
  x[c.free + journal] = 0;
  if (x[c.gone + journal]) return;
  const { inFlight, journaled, applied } = c.callsOf(x, journal);
  const surplus = held + applied - journaled - inFlight;
  const returned = c.run.records > 0 ? free : Math.max(Math.min(free, held), surplus);
  const isWaited = c.hasClosing(x) || c.isDue(x);
  x[c.remaining]! += returned;
  x[c.held + journal]! -= returned;
  x[c.requested + journal] = Number(held > returned && isWaited && !c.run.rules.clearsInFlight);
  settle(c, x, undefined, true);
}

function callSteps(c: GrantCells, x0: State, journal: number, go: Go): void {
  for (let day = 0; day < c.eras; day++) {
    const cell = c.inFlight + journal * c.eras + day;
    if (x0[cell] === 0) continue;
    go({ what: "journals the call", journal, day }, (x) => {
      x[cell]! -= 1;
      const { journaled } = c.callsOf(x, journal);
      if (c.run.records > 0) x[c.record + journal * c.run.records + journaled] = day + 1;
      x[c.journaled + journal * c.eras + day]! += 1;
    });
    if (x0[c.budget.giveBack] === 0) continue;
    go({ what: "gives back the call", journal, day }, (x) => {
      x[c.budget.giveBack]! -= 1;
      x[cell]! -= 1;
      if (c.isOverdue(x)) c.count(x, c.grace);
      if (!x[c.fenced + journal] && !x[c.unlimited]) x[c.free + journal]! += 1;
    });
  }
}

function applySteps(c: GrantCells, x0: State, journal: number, go: Go): void {
  const { records } = c.run;
  if (records > 0) {
    const { journaled, applied } = c.callsOf(x0, journal);
    const from = c.record + journal * records + applied;
    const days = [...x0.subarray(from, from + journaled - applied)].map((day) => day - 1);
    for (let amount = 1; amount <= days.length; amount++)
      go({ what: "apply", journal, amount }, (x) => applyCalls(c, x, journal, days.slice(0, amount)));
    return;
  }
  for (let day = 0; day < c.eras; day++) {
    const at = journal * c.eras + day;
    if (x0[c.journaled + at]! > x0[c.applied + at]!)
      go({ what: "apply", journal, day }, (x) => applyCalls(c, x, journal, [day]));
  }
}
