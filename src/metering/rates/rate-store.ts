import type { AcquiredRates, AtClock, RateRequest } from "./acquire-rates.ts";
import type { HeldRate } from "./heartbeat-rates.ts";
import type { RateRelease, ReleasedRate } from "./release-rates.ts";

/** The database operations of a node's rate limits. `reading` is the node's reading of the clock of limits. */
export interface RateStore {
  acquireRates(holder: string, reading: number, requests: readonly RateRequest[]): Promise<AcquiredRates>;
  releaseRates(
    holder: string,
    reading: number,
    releases: readonly RateRelease[],
  ): Promise<AtClock<readonly ReleasedRate[]>>;
  /** Names of the windows whose calls other holders have requested back. */
  requestedRateReturns(holder: string): Promise<string[]>;
  heartbeatRates(holder: string, reading: number, purge: boolean): Promise<AtClock<readonly string[]>>;
  heldRates(holder: string, reading: number): Promise<AtClock<readonly HeldRate[]>>;
}
