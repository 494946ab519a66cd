// Grants over leases: credits with a source, a start and an expiry, of which leases may have spent what expires. Lost
// answers, numbers of operations and fencing are subjects of the model of metering. One credit a call.
import type { Model, State } from "../explore.ts";
import { balanceSteps, initialState } from "./balance-steps.ts";
import { GrantCells, type GrantRun } from "./cells.ts";
import { checkBooks, checkQuiet, isQuiet } from "./checks.ts";
import { type Go, journalSteps } from "./node-steps.ts";
import type { GrantStep } from "./steps.ts";

export class GrantsModel implements Model<GrantStep> {
  readonly cells: GrantCells;
  readonly initial: State;

  constructor(run: GrantRun) {
    this.cells = new GrantCells(run);
    this.initial = initialState(this.cells);
  }

  check(x: State): void {
    checkBooks(this.cells, x);
    if (this.isQuiet(x)) checkQuiet(this.cells, x);
  }

  isQuiet(x: State): boolean {
    return isQuiet(this.cells, x);
  }

  steps(x0: State, emit: (step: GrantStep, next: State) => void): void {
    const c = this.cells;
    const go: Go = (step, change) => {
      const x = x0.slice();
      if (change(x) !== false) emit(step, x);
    };
    for (let journal = 0; journal < c.journals; journal++) journalSteps(c, x0, journal, go);
    balanceSteps(c, x0, go);
  }
}
