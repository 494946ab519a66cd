import { type ApiError, unavailable } from "../../http/errors.ts";

/** Calls that got 503 because it was not known in time whether their rate limit admits them, by cause. */
export class UndecidedCalls {
  readonly counts = { held_by_others: 0, database: 0 };

  /** Others hold the rest: a 429 would be wrong. */
  heldByOthers(): ApiError {
    this.counts.held_by_others += 1;
    return unavailable("Other nodes hold the rest of the rate limit now. Nothing was charged. Retry.");
  }

  tooSlow(): ApiError {
    this.counts.database += 1;
    return unavailable("The rate limit was not read in time. Nothing was charged. Retry.");
  }
}
