import { dayMs } from "../../../base/durations.ts";
import type { CallLog } from "../../../metering/requests/call-log.ts";

/** The distinct VINs of the newest calls. They are only held in memory. */
export interface RecentVins {
  /** In upper case, in no order. */
  readonly vins: ReadonlySet<string>;
  /** Whether a bound ended the reading before the start of the week. */
  readonly bounded: boolean;
}

export interface RecentBounds {
  readonly vinsMax: number;
  readonly callsMax: number;
}

const weekMs = 7 * dayMs;
/** A few megabytes of VINs, and some seconds of reading. */
export const recentBounds: RecentBounds = { vinsMax: 100_000, callsMax: 1_000_000 };

/** A VIN as a segment of a path or the value of a parameter. */
const vinInUrl = /(?<=[/=])[A-HJ-NPR-Z0-9]{17}(?=[/?&#;]|$)/gi;

class Enough extends Error {}

/** Reads the distinct VINs of the calls of the last seven days, the newest first, from the request log. */
export async function readRecentVins(
  log: Pick<CallLog, "readMatching">,
  now: number,
  { vinsMax, callsMax } = recentBounds,
): Promise<RecentVins> {
  const vins = new Set<string>();
  let calls = 0;
  const range = { from: now - weekMs, to: now + 1 };
  try {
    await log.readMatching({ userIds: [] }, {}, range, (some) => {
      for (const { url } of some) {
        if (calls === callsMax) throw new Enough();
        calls += 1;
        for (const [vin] of url.matchAll(vinInUrl)) {
          if (vins.size === vinsMax && !vins.has(vin.toUpperCase())) throw new Enough();
          // A part of the URL would keep all of it in memory.
          vins.add(Buffer.from(vin.toUpperCase()).toString());
        }
      }
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    return { vins, bounded: true };
  }
  return { vins, bounded: false };
}
