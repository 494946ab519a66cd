import { dayMs } from "../base/durations.ts";
import { ApiError } from "../http/errors.ts";
import type { Policy } from "./policy.ts";

export type Quota = NonNullable<Policy["quota"]>;

/** A calendar period in UTC; one that never ends has no end. */
export interface Period {
  readonly start: number;
  readonly end: number | undefined;
}

/** The period of a renewal that a moment lies in. Weeks begin on Monday. */
export function periodAt(renewal: Quota["renewal"], now: number): Period {
  const today = Math.floor(now / dayMs) * dayMs;
  switch (renewal) {
    case "day":
      return { start: today, end: today + dayMs };
    case "week": {
      // 1970 began on a Thursday, three days after a Monday.
      const start = today - ((today / dayMs + 3) % 7) * dayMs;
      return { start, end: start + 7 * dayMs };
    }
    case "month": {
      const date = new Date(now);
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
    }
    case "lifetime":
      return { start: 0, end: undefined };
  }
}

/** The 429 of a quota that is used up. */
export function exceeded(quota: Quota, now: number): ApiError {
  const { end } = periodAt(quota.renewal, now);
  if (end === undefined)
    return new ApiError("quota_exceeded", "The quota of this subscription is used up. It is not renewed.");
  return new ApiError(
    "quota_exceeded",
    `The quota of this subscription is used up until ${new Date(end).toISOString()}.`,
    { headers: { "retry-after": String(Math.max(1, Math.ceil((end - now) / 1000))) } },
  );
}
