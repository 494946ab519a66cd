// Proof days. Journals are files whose records carry the day of their clock. The database applies them, cuts them once a
// day, makes one leaf per day, and signs checkpoints that customers keep. It may lose its last commits, be restored, or
// be replayed on the other database.
import { type Model, type State, Violation } from "../explore.ts";
import { type ProofBudget, ProofCells, type ProofRun } from "./proof-cells.ts";
import { ProofSteps } from "./proof-steps.ts";
import type { ProofStep } from "./steps.ts";

/** The calls in the content of a leaf, as `JOURNAL/CALL`. */
export const callsOf = (content: string): string[] => content.split("|")[0]!.split(" ").filter(Boolean);

export class ProofModel implements Model<ProofStep> {
  readonly cells: ProofCells;
  readonly initial: State;

  constructor(run: ProofRun) {
    const c = new ProofCells(run);
    this.cells = c;
    this.initial = new Uint8Array(c.width);
    this.initial.fill(1, c.up, c.up + c.run.journals);
    for (const [name, count] of Object.entries(run.budget ?? {}))
      this.initial[c.budget[name as ProofBudget]] = count;
    this.initial[c.budget.calls] = run.calls;
    this.initial[c.budget.backup] = run.budget?.restore ?? 0;
    this.initial.copyWithin(c.replica, 0, c.databaseWidth);
  }

  check(x: State): void {
    this.#checkCuts(x);
    for (let day = 0; day < this.cells.run.days; day++) if (x[this.cells.leaf + day]) this.#checkLeaf(x, day);
  }

  #checkCuts(x: State): void {
    const c = this.cells;
    for (let j = 0; j < c.run.journals; j++) {
      let last = 0;
      for (let day = 0; day < c.run.days; day++) {
        if (!x[c.cut + day * c.run.journals + j]) continue;
        if (c.to(x, day, j) < last && !c.run.rules.byTime) throw new Violation("a cut goes back");
        last = Math.max(last, c.to(x, day, j));
      }
      if (last !== x[c.proved + j]) throw new Violation("the proved seq is not the last cut");
      if (last > x[c.applied + j]!) throw new Violation("a call is proved that is not applied");
    }
  }

  #checkLeaf(x: State, day: number): void {
    const c = this.cells;
    const { journals, rules } = c.run;
    const now = c.contentOf(x, day);
    if (c.numberOf(now) !== x[c.leaf + day] && !now.includes("?"))
      throw new Violation("a proved day has changed");
    const own = callsOf(c.contents[x[c.leaf + day]! - 1]!);
    if (rules.markOnly) {
      const all: string[] = [];
      for (let e = 0; e <= day; e++) if (x[c.leaf + e]) all.push(...callsOf(c.contents[x[c.leaf + e]! - 1]!));
      if (new Set(all).size !== all.length) throw new Violation("a call is in two days");
    } else if (!rules.byTime) {
      let count = 0;
      for (let j = 0; j < journals; j++) count += c.to(x, day, j) - c.from(x, day, j);
      if (own.includes("?")) throw new Violation("a call was removed before its leaf was made");
      if (own.length !== count) throw new Violation(`a day has ${count} calls, its leaf ${own.length}`);
    }
  }

  isQuiet(x: State): boolean {
    const c = this.cells;
    if (x[c.now] !== c.run.days) return false;
    for (let day = 0; day < c.run.days; day++)
      if (!x[c.leaf + day] || !x[c.signed + x[c.epoch]! * c.run.days + day]) return false;
    for (let j = 0; j < c.run.journals; j++)
      if (!x[c.up + j] || x[c.applied + j] !== c.length(x, j)) return false;
    return true;
  }

  steps(x0: State, emit: (step: ProofStep, next: State) => void): void {
    const c = this.cells;
    const { rules, budget } = c.run;
    const go = (step: ProofStep, change: (x: State) => void) => {
      const x = x0.slice();
      change(x);
      if (!budget.failOver && !rules.signAtOnce) x.copyWithin(c.replica, 0, c.databaseWidth);
      emit(step, x);
    };
    new ProofSteps(c, x0, go).all();
  }
}
