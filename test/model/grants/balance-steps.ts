import type { State } from "../explore.ts";
import { change, dueOf, enter, remove, settle } from "./accounts.ts";
import { type GrantCells, none, open, unopened, up } from "./cells.ts";
import type { Go } from "./node-steps.ts";

/** What time, the scanner and operators can do. */
export function balanceSteps(c: GrantCells, x0: State, go: Go): void {
  const { days, settled, grants } = c.run;
  const isSettled = !c.isDue(x0) && !c.isOverdue(x0);
  if (x0[c.day]! < days && (isSettled || !settled))
    go({ what: "a day passes" }, (x) => {
      x[c.day]! += 1;
    });
  if (c.isDue(x0) || c.hasClosing(x0))
    go({ what: "scan" }, (x) => {
      if (c.isDue(x)) change(c, x);
      if (c.hasClosing(x)) change(c, x);
    });
  for (const grant of grants.keys()) grantSteps(c, x0, grant, go);
  operatorSteps(c, x0, go);
  if (x0[c.budget.limit]) limitStep(c, x0, go);
  replicaSteps(c, x0, go);
}

function grantSteps(c: GrantCells, x0: State, grant: number, go: Go): void {
  const { how, source, expires, amount } = c.run.grants[grant]!;
  const { rules, records } = c.run;
  const state = x0[c.state + grant]!;
  if (how === "later" && state === none && expires > x0[c.day]!)
    go({ what: "add the grant", grant }, (x) => change(c, x, { work: () => enter(c, x, grant) }));
  if (how === "period" && x0[c.budget.repeat] && (records > 0 || (rules.unkeyed && state !== none)))
    go({ what: "enter the period again", grant }, (x) => {
      x[c.budget.repeat]! -= 1;
      if (!rules.unkeyed) return;
      for (const cell of [c.left + grant, c.remaining, c.granted]) x[cell]! += amount;
    });
  if (x0[c.budget.raise] && source === "overage" && state === open)
    go({ what: "raise the grant by 1", grant }, (x) => {
      x[c.budget.raise]! -= 1;
      const more = rules.capMinted ? x[c.amount + grant]! + 1 : 1;
      const raise = () => {
        if (x[c.state + grant] !== open) return;
        x[c.amount + grant]! += 1;
        for (const cell of [c.left + grant, c.remaining, c.granted]) x[cell]! += more;
      };
      change(c, x, { work: raise });
    });
}

function operatorSteps(c: GrantCells, x0: State, go: Go): void {
  const { rules, records } = c.run;
  if (x0[c.budget.remove] && x0[c.remaining])
    go({ what: "remove 1" }, (x) => {
      x[c.budget.remove]! -= 1;
      settle(c, x);
      if (x[c.remaining]! > 0) change(c, x, { work: () => remove(c, x, 1, rules.removeForgets) });
    });
  if (!x0[c.budget.set]) return;
  if (c.heldIn(x0) === 0 && x0[c.debt] === 0)
    go({ what: "set to 0" }, (x) => {
      x[c.budget.set]! -= 1;
      settle(c, x);
      change(c, x, { work: () => remove(c, x, x[c.remaining]!, rules.setForgets) });
    });
  else if (records > 0) go({ what: "set to 0 while credits are leased" }, (x) => settle(c, x));
}

/** The plan changes, and all leases are requested back. In a history no call is on its way then. */
function limitStep(c: GrantCells, x0: State, go: Go): void {
  if (c.run.records > 0)
    for (let j = 0; j < c.journals; j++) {
      const { inFlight, journaled, applied } = c.callsOf(x0, j);
      // A call that was unlimited is not in what a node has in memory.
      const isKnown = !x0[c.unlimited] || x0[c.node + j] !== up || journaled === applied;
      if (inFlight > 0 || !isKnown) return;
    }
  go({ what: x0[c.unlimited] ? "become metered" : "become unlimited" }, (x) => {
    x[c.budget.limit]! -= 1;
    for (let j = 0; j < c.journals; j++)
      if (!x[c.gone + j] && x[c.node + j] !== unopened) x[c.requested + j] = 1;
    if (!x[c.unlimited]) {
      x[c.unlimited] = 1;
      return;
    }
    x[c.unlimited] = 0;
    const missing = c.used(x) + x[c.remaining]! + c.heldIn(x) - x[c.debt]! - x[c.granted]!;
    const cover = () => {
      x[c.granted]! += missing;
      x[c.covered]! += missing;
    };
    change(c, x, { work: cover });
  });
}

function replicaSteps(c: GrantCells, x0: State, go: Go): void {
  if (!c.replica || !x0[c.budget.failOver]) return;
  go({ what: "the replica catches up" }, (x) => c.replicate(x));
  go({ what: "the replica takes over" }, (x) => {
    x[c.budget.failOver]! -= 1;
    x.copyWithin(0, c.replica, c.replica + c.databaseWidth);
    const calls = c.journals * c.eras;
    c.count(x, c.grace, c.sum(x, c.journaled, calls) + c.sum(x, c.inFlight, calls) - c.used(x));
    for (let j = 0; j < c.journals; j++) {
      if (x[c.node + j] !== up) continue;
      x[c.fenced + j] = 1;
      x[c.free + j] = 0;
    }
  });
}

/** The state at the beginning of a run. */
export function initialState(c: GrantCells): State {
  const { nodes, grants, budget } = c.run;
  const x: State = new Uint8Array(c.width);
  x.fill(unopened, c.node, c.node + c.journals);
  x.fill(up, c.node, c.node + nodes);
  for (const [grant, { how, amount }] of grants.entries()) {
    x[c.amount + grant] = amount;
    if (how === "initial") enter(c, x, grant);
  }
  for (const [name, cell] of Object.entries(c.budget)) x[cell] = budget[name as keyof typeof budget] ?? 0;
  x[c.budget.calls] = c.run.calls;
  x[c.due] = dueOf(c, x);
  // What starts at once is open.
  if (c.run.records > 0) change(c, x);
  c.replicate(x);
  return x;
}
