import type { Database } from "../../database/database.ts";
import { OwnedJournals } from "../sharing/owned-journals.ts";
import { type CreditStore, type CreditStoreOptions, createCreditStore, creditCalls } from "./credit-store.ts";
import { createLimitStore, type LimitStore, limitCalls } from "./limit-store.ts";

/** A node's database interface for credits, rates and quotas. */
export interface MeteringStore extends CreditStore, LimitStore {}

/** The method names, used to forward calls to another thread or process. */
export const storeCalls = [...creditCalls, ...limitCalls] as const satisfies readonly (keyof MeteringStore)[];

/** The store over a database opened in this thread. */
export function createMeteringStore(db: Database, options: CreditStoreOptions): MeteringStore {
  const journals = new OwnedJournals(db);
  return { ...createCreditStore(db, journals, options), ...createLimitStore(db, journals) };
}
