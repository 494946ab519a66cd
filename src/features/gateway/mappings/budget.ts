import { VendorRefusal } from "./vendor-mapping.ts";

/** All expressions of an answer together. */
export const budgetMs = 20;

/** The time that the expressions of one answer may take. */
export class Budget {
  readonly #now: () => number;
  readonly #end: number;

  /** `now` is in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#end = now() + budgetMs;
  }

  /** Throws `VendorRefusal` once the time is spent. */
  check(): void {
    if (this.#now() > this.#end)
      throw new VendorRefusal(
        `The expressions of its mapping took more than ${budgetMs} ms for this answer.`,
        false,
      );
  }
}
