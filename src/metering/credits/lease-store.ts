import type { Fenced } from "../sharing/owned-journals.ts";
import type { AcquiredCredits, CreditRequests } from "./acquire.ts";
import type { CreditRelease, ReleasedCredits } from "./release.ts";

/** A journal's directory, as the store opens it. */
export interface StoreJournal {
  readonly id: string;
  readonly path: string;
  readonly place: string;
}

/** The lease operations of one node. Every call may be repeated with the same operation numbers. */
export interface LeaseStore {
  open(journal: StoreJournal, node: string): Promise<void>;
  /**
   * Shows that the journal's process is alive, and that all its calls that began before `clearAt` (milliseconds UTC) are
   * applied; resolves to the number of open journals.
   */
  heartbeat(journalId: string, clearAt: number): Promise<number | Fenced>;
  /** The subscriptions whose leased credits other journals have requested back. */
  requestedReturns(journalId: string): Promise<string[]>;
  acquireCredits(journalId: string, group: CreditRequests): Promise<readonly AcquiredCredits[] | Fenced>;
  releaseCredits(
    journalId: string,
    releases: readonly CreditRelease[],
  ): Promise<readonly ReleasedCredits[] | Fenced>;
}
