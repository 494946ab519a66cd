// The protocol of credits and calls: leases, journals, what is applied and when, processes that end, answers that are
// lost, and a replica that takes over. docs/decisions/metering.md has the protocol in words.
import type { Model, State } from "../explore.ts";
import { openJournal } from "./accounts.ts";
import { budgets, ended, MeteringCells, type MeteringRun, noWire } from "./cells.ts";
import { checkBooks, checkQuiet, isQuiet } from "./checks.ts";
import { balanceSteps, journalSteps, replicaSteps } from "./database-steps.ts";
import { type Go, nodeSteps } from "./node-steps.ts";
import type { MeteringStep } from "./steps.ts";

export class MeteringModel implements Model<MeteringStep> {
  readonly cells: MeteringCells;
  readonly initial: State;

  constructor(run: MeteringRun) {
    const c = new MeteringCells(run);
    this.cells = c;
    this.initial = new Uint8Array(c.width);
    for (let s = 0; s < c.run.subscriptions; s++) {
      this.initial[c.remaining + s] = run.credits;
      this.initial[c.granted + s] = run.credits;
    }
    for (let node = 0; node < run.nodes; node++) {
      this.initial[c.up + node] = 1;
      openJournal(c, this.initial, node);
    }
    for (const name of budgets) this.initial[c.budget[name]] = run.budget?.[name] ?? 0;
    this.initial[c.budget.calls] = run.calls;
    c.replicate(this.initial);
  }

  check(x: State): void {
    checkBooks(this.cells, x);
    if (this.isQuiet(x)) checkQuiet(this.cells, x);
  }

  isQuiet(x: State): boolean {
    return isQuiet(this.cells, x);
  }

  steps(x0: State, emit: (step: MeteringStep, next: State) => void): void {
    const c = this.cells;
    const go: Go = (step, change) => {
      const x = x0.slice();
      if (change(x) !== false) emit(step, x);
    };
    for (let node = 0; node < c.run.nodes; node++) nodeSteps(c, x0, node, go);
    for (let journal = 0; journal < x0[c.opened]!; journal++) journalSteps(c, x0, journal, go);
    for (let s = 0; s < c.run.subscriptions; s++) balanceSteps(c, x0, s, go);
    replicaSteps(c, x0, go);
  }

  /** Numbers of operations matter only relative to those of the database and its replica. */
  reduce(x: State): void {
    const c = this.cells;
    const { subscriptions, rules, budget } = c.run;
    if (rules.noNumbers || rules.reuse) return;
    for (let j = 0; j < x[c.opened]!; j++) for (let s = 0; s < subscriptions; s++) this.#reduceLease(x, j, s);
    if (!budget.power && !rules.deleteApplied) x.fill(0, c.synced, c.synced + c.run.journals);
  }

  #reduceLease(x: State, journal: number, s: number): void {
    const c = this.cells;
    const lease = journal * c.run.subscriptions + s;
    const own = x[c.owner + journal]! * c.run.subscriptions + s;
    const isMine = c.isCurrent(x, journal);
    const op = x[c.op + lease]!;
    const isVoid = x[c.journal + journal] === ended && !c.run.rules.noGuard && !c.replica;
    if (x[c.wireKind + lease] && (x[c.wireOp + lease]! <= op || isVoid))
      for (const cells of [c.wireKind, c.wireAmount, c.wireOp]) x[cells + lease] = noWire;
    if (!(isMine && x[c.pending + own])) x[c.took + lease] = 0;
    const shift = this.#shift(x, lease, isMine);
    x[c.op + lease]! -= shift;
    x[c.wireOp + lease]! -= Math.min(shift, x[c.wireOp + lease]!);
    if (isMine) x[c.lastOp + own]! -= Math.min(shift, x[c.lastOp + own]!);
  }

  /** How much less the numbers of a lease can be. The replica's stays as far behind, or by two. */
  #shift(x: State, lease: number, isMine: boolean): number {
    const c = this.cells;
    const op = x[c.op + lease]!;
    if (!c.replica) return op;
    const copy = c.replica + c.op + lease;
    const [earlier, base] = [x[copy]!, Math.min(x[copy]!, op)];
    x[copy] = earlier - base;
    const bounded = op - base > 2 ? op - 2 : base;
    return !isMine && op >= earlier ? Math.max(bounded, op - (earlier - base)) : bounded;
  }
}
