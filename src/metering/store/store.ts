import type { Database } from "../../database/database.ts";
import { OwnedJournals } from "../sharing/owned-journals.ts";
import {
  type CreditLedger,
  type CreditLedgerOptions,
  createCreditLedger,
  creditCalls,
} from "./credit-store.ts";
import { createLimitsLedger, type LimitsLedger, limitsCalls } from "./limit-store.ts";

/** All that a node asks of the database beside its requests: for credits, rates and quotas. */
export interface Ledger extends CreditLedger, LimitsLedger {}

/** Its methods' names, for what carries their calls to another thread or process. */
export const ledgerCalls = [...creditCalls, ...limitsCalls] as const satisfies readonly (keyof Ledger)[];

/** The ledger over a database opened in this thread. */
export function createLedger(db: Database, options: CreditLedgerOptions): Ledger {
  const journals = new OwnedJournals(db);
  return { ...createCreditLedger(db, journals, options), ...createLimitsLedger(db, journals) };
}
