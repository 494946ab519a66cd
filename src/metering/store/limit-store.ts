import type { Database } from "../../database/database.ts";
import {
  acquireQuotas,
  askedQuotas,
  type QuotaAsk,
  type QuotaLease,
  type QuotaTaken,
} from "../quotas/quota-rows.ts";
import { type AtClock, acquireRates, type RateAsk, type RateTaken } from "../rates/acquire-rates.ts";
import { askedRates, type HeldRate, heartbeatRates, heldRates } from "../rates/heartbeat-rates.ts";
import { type RateReturn, type RateReturned, returnRates } from "../rates/release-rates.ts";
import { type Fenced, OwnedJournals } from "../sharing/owned-journals.ts";

/** What a node asks of the database for its limits. `reading` is its reading of the clock of limits. */
export interface LimitStore {
  acquireRates(
    holder: string,
    reading: number,
    asks: readonly RateAsk[],
  ): Promise<AtClock<readonly RateTaken[]>>;
  returnRates(
    holder: string,
    reading: number,
    returns: readonly RateReturn[],
  ): Promise<AtClock<readonly RateReturned[]>>;
  askedRates(holder: string): Promise<string[]>;
  heartbeatRates(holder: string, reading: number, purge: boolean): Promise<AtClock<null>>;
  heldRates(holder: string, reading: number): Promise<AtClock<readonly HeldRate[]>>;
  acquireQuotas(journalId: string, asks: readonly QuotaAsk[]): Promise<readonly QuotaTaken[] | Fenced>;
  askedQuotas(journalId: string): Promise<QuotaLease[]>;
}

/** Its methods' names, for what carries their calls to another thread or process. */
export const limitCalls = [
  "acquireRates",
  "returnRates",
  "askedRates",
  "heartbeatRates",
  "heldRates",
  "acquireQuotas",
  "askedQuotas",
] as const satisfies readonly (keyof LimitStore)[];

/** The limits' part of the ledger, over a database opened in this thread. */
export function createLimitStore(db: Database, journals = new OwnedJournals(db)): LimitStore {
  return {
    acquireRates: (...asked) => acquireRates(db, ...asked),
    returnRates: (...asked) => returnRates(db, ...asked),
    askedRates: (holder) => askedRates(db, holder),
    heartbeatRates: (...asked) => heartbeatRates(db, ...asked),
    heldRates: (...asked) => heldRates(db, ...asked),
    acquireQuotas: (...asked) => acquireQuotas(journals, ...asked),
    askedQuotas: (journalId) => askedQuotas(db, journalId),
  };
}
