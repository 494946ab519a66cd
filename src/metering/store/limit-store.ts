import type { Database } from "../../database/database.ts";
import { acquireQuotas, requestedQuotaReturns } from "../quotas/quota-rows.ts";
import type { QuotaStore } from "../quotas/quota-store.ts";
import { acquireRates } from "../rates/acquire-rates.ts";
import { heartbeatRates, heldRates } from "../rates/heartbeat-rates.ts";
import { requestedRateReturns } from "../rates/holder-rows.ts";
import type { RateStore } from "../rates/rate-store.ts";
import { releaseRates } from "../rates/release-rates.ts";
import { OwnedJournals } from "../sharing/owned-journals.ts";

/** The database interface of rate limits and quotas. */
export interface LimitStore extends RateStore, QuotaStore {}

/** The method names, used to forward calls to another thread or process. */
export const limitCalls = [
  "acquireRates",
  "releaseRates",
  "requestedRateReturns",
  "heartbeatRates",
  "heldRates",
  "acquireQuotas",
  "requestedQuotaReturns",
] as const satisfies readonly (keyof LimitStore)[];

/** The limit store over a database opened in this thread. */
export function createLimitStore(db: Database, journals = new OwnedJournals(db)): LimitStore {
  return {
    acquireRates: (...args) => acquireRates(db, ...args),
    releaseRates: (...args) => releaseRates(db, ...args),
    requestedRateReturns: (holder) => requestedRateReturns(db, holder),
    heartbeatRates: (...args) => heartbeatRates(db, ...args),
    heldRates: (...args) => heldRates(db, ...args),
    acquireQuotas: (...args) => acquireQuotas(journals, ...args),
    requestedQuotaReturns: (journalId) => requestedQuotaReturns(db, journalId),
  };
}
