import { dayMs } from "../../base/durations.ts";
import { ApiError } from "../../http/errors.ts";
import type { Policy } from "./policy.ts";

export type Quota = NonNullable<Policy["quota"]>;

/** A calendar period in UTC; one that never ends has no end. */
export interface Period {
  readonly start: number;
  readonly end: number | undefined;
}

/** The period of a renewal that contains a moment. Weeks begin on Monday. */
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

/** A quota in `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11): calls as "quota", bytes as "bandwidth". */
export function quotaPolicy({ calls, bandwidth_kb, renewal }: Quota, now: number): string {
  const { start, end } = periodAt(renewal, now);
  const window = end === undefined ? "" : `;w=${(end - start) / 1000}`;
  const items = [
    ...(calls === undefined ? [] : [`"quota";q=${calls}${window}`]),
    ...(bandwidth_kb === undefined
      ? []
      : [`"bandwidth";q=${bandwidth_kb * 1024};qu="content-bytes"${window}`]),
  ];
  return items.join(", ");
}

/** The 429 of an exceeded quota. */
export function exceeded(quota: Quota, now: number): ApiError {
  const { end } = periodAt(quota.renewal, now);
  const seconds = end === undefined ? undefined : String(Math.max(1, Math.ceil((end - now) / 1000)));
  const detail =
    end === undefined
      ? "Quota exceeded. It does not reset."
      : `Quota exceeded. Resets at ${new Date(end).toISOString()}.`;
  const ratelimit = nothingLeft(quota, seconds);
  return new ApiError("quota_exceeded", detail, {
    headers: { ...(seconds && { "retry-after": seconds }), ...(ratelimit && { ratelimit }) },
  });
}

/** The `RateLimit` of an exceeded quota; undefined for calls and bytes together, since it is unknown which. */
function nothingLeft({ calls, bandwidth_kb }: Quota, seconds: string | undefined): string | undefined {
  if (calls !== undefined && bandwidth_kb !== undefined) return undefined;
  return `"${calls === undefined ? "bandwidth" : "quota"}";r=0${seconds ? `;t=${seconds}` : ""}`;
}
