import type { Fenced } from "../sharing/owned-journals.ts";
import type { AcquiredQuota, QuotaLease, QuotaRequest } from "./quota-rows.ts";

/** The database operations of a node's quotas. */
export interface QuotaStore {
  acquireQuotas(
    journalId: string,
    requests: readonly QuotaRequest[],
  ): Promise<readonly AcquiredQuota[] | Fenced>;
  /** The leases that other journals have requested back. */
  requestedQuotaReturns(journalId: string): Promise<QuotaLease[]>;
}
