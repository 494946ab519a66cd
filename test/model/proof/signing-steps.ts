import { type State, Violation } from "../explore.ts";
import type { ProofCells } from "./proof-cells.ts";
import type { ProofStep } from "./steps.ts";

export type Go = (step: ProofStep, change: (x: State) => void) => void;

/** How days are signed, and how a log begins again. */
export class SigningSteps {
  readonly #c: ProofCells;
  readonly #x: State;
  readonly #go: Go;

  constructor(cells: ProofCells, state: State, go: Go) {
    this.#c = cells;
    this.#x = state;
    this.#go = go;
  }

  /** Where the signed days of the present epoch begin. */
  get #signed(): number {
    return this.#c.signed + this.#x[this.#c.epoch]! * this.#c.run.days;
  }

  /** Whether a day of the present epoch was signed with other calls, or is lost. */
  #differs(day: number): boolean {
    const [c, x0] = [this.#c, this.#x];
    const signed = x0[this.#signed + day]!;
    return signed > 0 && signed !== x0[c.leaf + day];
  }

  /** Whether the signer keeps what it has signed, and the database lacks a part of it. */
  get #isLost(): boolean {
    const { rules, days } = this.#c.run;
    return (
      rules.memory === true && Array.from({ length: days }, (_, one) => one).some((one) => this.#differs(one))
    );
  }

  /** A day is signed only if its leaf is known to be kept: the replica has it. */
  #isKept(day: number): boolean {
    const [c, x0] = [this.#c, this.#x];
    const leaf = x0[c.leaf + day]!;
    return leaf > 0 && (c.run.rules.signAtOnce === true || x0[c.replica + c.leaf + day] === leaf);
  }

  sign(day: number): void {
    const c = this.#c;
    const { rules, days } = c.run;
    const [x0, go] = [this.#x, this.#go];
    const isKept = Array.from({ length: day + 1 }, (_, one) => one).every((one) => this.#isKept(one));
    if (this.#isLost && day === 0) this.#beginLog();
    if (isKept && !this.#isLost && !x0[this.#signed + day])
      go({ what: "sign", day }, (x) => this.#signUpTo(x, day));
    if (!rules.memory && day < days && x0[c.leaf + day] && this.#differs(day))
      throw new Violation("a day differs from the one that was signed");
  }

  signAll(): void {
    const { days } = this.#c.run;
    let last = -1;
    while (last + 1 < days && this.#isKept(last + 1)) last += 1;
    if (this.#isLost) this.#beginLog();
    this.#go({ what: "sign" }, (x) => {
      if (last >= 0 && !this.#isLost) this.#signUpTo(x, last);
    });
  }

  #signUpTo(x: State, day: number): void {
    const c = this.#c;
    const begun = c.signedBegun + x[c.epoch]!;
    if (x[begun] && x[begun] !== x[c.begun]! + 1) throw new Violation("two logs have one epoch");
    x[begun] = x[c.begun]! + 1;
    for (let one = 0; one <= day; one++) {
      if (this.#differs(one)) throw new Violation("two signed checkpoints of a log differ");
      x[this.#signed + one] = x[c.leaf + one]!;
    }
  }

  #beginLog(): void {
    this.#go({ what: "begin a log" }, (x) => this.begin(x, x[this.#c.epoch]!));
  }

  /** Begins an epoch above all that were signed. */
  begin(x: State, known: number): void {
    const c = this.#c;
    const signed = Array.from({ length: c.epochs }, (_, epoch) => epoch).filter(
      (epoch) => x[c.signedBegun + epoch]! > 0,
    );
    x[c.epoch] = 1 + (c.run.rules.epochAgain ? known : Math.max(known, ...signed));
    const days = Array.from({ length: c.run.days }, (_, day) => day);
    x[c.begun] = days.filter((day) => x[c.leaf + day]! > 0).length;
  }
}
