import type { Database } from "../../database/database.ts";
import {
  askedQuotas,
  type QuotaAsk,
  type QuotaPart,
  type QuotaTaken,
  takeQuotas,
} from "../quotas/quota-rows.ts";
import { askedRates, beatRates, type HeldRate, heldRates } from "../rates/beat-rates.ts";
import { type RateReturn, type RateReturned, returnRates } from "../rates/return-rates.ts";
import { type AtClock, type RateAsk, type RateTaken, takeRates } from "../rates/take-rates.ts";
import { type Fenced, OwnedJournals } from "../sharing/owned-journals.ts";

/** What a node asks of the database for its limits. `reading` is its reading of the clock of limits. */
export interface LimitsLedger {
  takeRates(
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
  beatRates(holder: string, reading: number, purge: boolean): Promise<AtClock<null>>;
  heldRates(holder: string, reading: number): Promise<AtClock<readonly HeldRate[]>>;
  takeQuotas(journalId: string, asks: readonly QuotaAsk[]): Promise<readonly QuotaTaken[] | Fenced>;
  askedQuotas(journalId: string): Promise<QuotaPart[]>;
}

/** Its methods' names, for what carries their calls to another thread or process. */
export const limitsCalls = [
  "takeRates",
  "returnRates",
  "askedRates",
  "beatRates",
  "heldRates",
  "takeQuotas",
  "askedQuotas",
] as const satisfies readonly (keyof LimitsLedger)[];

/** The limits' part of the ledger, over a database opened in this thread. */
export function createLimitsLedger(db: Database, journals = new OwnedJournals(db)): LimitsLedger {
  return {
    takeRates: (...asked) => takeRates(db, ...asked),
    returnRates: (...asked) => returnRates(db, ...asked),
    askedRates: (holder) => askedRates(db, holder),
    beatRates: (...asked) => beatRates(db, ...asked),
    heldRates: (...asked) => heldRates(db, ...asked),
    takeQuotas: (...asked) => takeQuotas(journals, ...asked),
    askedQuotas: (journalId) => askedQuotas(db, journalId),
  };
}
