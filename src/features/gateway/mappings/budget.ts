import { VendorRefusal } from "./vendor-mapping.ts";

/** All expressions of an answer together. */
export const budgetMs = 20;

/** Clocks in milliseconds. */
export interface BudgetClocks {
  /** What passes for everybody, quick to read. */
  readonly elapsed: () => number;
  /** What this thread has computed. */
  readonly spent: () => number;
}

/** The time that the expressions of one answer may take. */
export class Budget {
  readonly #clocks: BudgetClocks;
  readonly #end: number;
  readonly #spentAtStart: number;

  constructor(clocks: BudgetClocks) {
    this.#clocks = clocks;
    this.#end = clocks.elapsed() + budgetMs;
    this.#spentAtStart = clocks.spent();
  }

  /** Throws `VendorRefusal` once the time is spent. */
  check(): void {
    const { elapsed, spent } = this.#clocks;
    // On a busy machine a thread waits for longer than it computes.
    if (elapsed() > this.#end && spent() - this.#spentAtStart > budgetMs)
      throw new VendorRefusal(
        `The expressions of its mapping took more than ${budgetMs} ms for this answer.`,
        false,
      );
  }
}
