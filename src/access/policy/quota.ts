import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { ApiError } from "../../http/errors.ts";
import type { Policy } from "./policy.ts";

export type Quota = NonNullable<Policy["quota"]>;

const dayMs = 86_400_000;

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

const callsMax = (quota: Quota): number => quota.calls ?? Number.MAX_SAFE_INTEGER;
const bytesMax = (quota: Quota): number =>
  quota.bandwidth_kb === undefined ? Number.MAX_SAFE_INTEGER : quota.bandwidth_kb * 1024;

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

/** Throws 429 where the period's quota is used up. */
export async function checkQuota(
  db: Queries,
  subscriptionId: string,
  quota: Quota,
  now: number,
): Promise<void> {
  const used = await db.get<{ calls: number; bytes: number }>(sql`
    select calls, bytes from quota_use
    where subscription_id = ${subscriptionId} and period_start >= ${periodAt(quota.renewal, now).start}`);
  if (used && (used.calls >= callsMax(quota) || used.bytes >= bytesMax(quota))) throw exceeded(quota, now);
}

/**
 * Counts an answered call within the transaction that charges it, and throws 429 where others were faster
 * to the last one. A row of a later period stands: a node whose clock is behind must not begin the last
 * period anew. The call that crosses the bandwidth is the last one answered.
 */
export async function countQuota(
  tx: Queries,
  subscriptionId: string,
  quota: Quota,
  now: number,
  bytes: number,
): Promise<void> {
  const { start } = periodAt(quota.renewal, now);
  const counted = await tx.run(sql`
    insert into quota_use (subscription_id, period_start, calls, bytes)
    values (${subscriptionId}, ${start}, 1, ${bytes})
    on conflict (subscription_id) do update set
      calls = case when quota_use.period_start >= ${start} then quota_use.calls + 1 else 1 end,
      bytes = case when quota_use.period_start >= ${start} then quota_use.bytes + ${bytes} else ${bytes} end,
      period_start = case when quota_use.period_start >= ${start} then quota_use.period_start else ${start} end
    where quota_use.period_start < ${start}
      or (quota_use.calls < ${callsMax(quota)} and quota_use.bytes < ${bytesMax(quota)})`);
  if (counted === 0) throw exceeded(quota, now);
}
