import { tooManyCalls } from "../../../http/errors.ts";
import type { ValidationIssue } from "../../../http/validation/issues.ts";
import { CheckBudget } from "./check-budget.ts";
import { CheckThread } from "./check-thread.ts";
import type { CheckedCall } from "./checks.ts";

/** Longer bodies are checked in a thread of their own: to parse one of 10 MiB takes a tenth of a second. */
const shortBytesMax = 64 * 1024;

/** Checks calls by the documents of their APIs, in two threads, with a budget of time for each payer and API. */
export class CallChecks {
  readonly #short: CheckThread;
  readonly #long: CheckThread;
  readonly #budget = new CheckBudget();

  /** `failed` is called with what a thread could not do. */
  constructor(failed: (error: unknown) => void) {
    this.#short = new CheckThread(failed, true);
    this.#long = new CheckThread(failed, false);
  }

  /** Checks the calls of an API by its document from now on. */
  load(id: string, contract: string, operations: string): void {
    this.#short.load(id, contract, operations);
    this.#long.load(id, contract, operations);
  }

  unload(id: string): void {
    this.#short.unload(id);
    this.#long.unload(id);
  }

  /** What does not fit. Throws 429 for a payer whose calls took too much time, and 503 if it cannot be known in time. */
  async check(
    payer: string,
    id: string,
    index: number,
    call: CheckedCall,
  ): Promise<readonly ValidationIssue[]> {
    const account = `${payer} ${id}`;
    const waitMs = this.#budget.waitMs(account, performance.now());
    if (waitMs > 0)
      throw tooManyCalls(
        "Your calls take too long to check by this API's document. Nothing was charged.",
        waitMs / 1000,
      );
    // One whose checks take long delays only others of its kind.
    const isShort = (call.body?.length ?? 0) <= shortBytesMax && !this.#budget.isSlow(account);
    const thread = isShort ? this.#short : this.#long;
    return await thread.check(account, id, index, call, (ms) =>
      this.#budget.spend(account, ms, performance.now()),
    );
  }

  close(): void {
    this.#short.close();
    this.#long.close();
  }
}
