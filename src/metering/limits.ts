import { randomUUID } from "node:crypto";
import type { Log } from "../base/log.ts";
import { systemTiming, type Timing } from "../base/timing.ts";
import { type QuotaJournal, SharedQuotas } from "./quotas/shared-quotas.ts";
import { SharedRates } from "./rates/shared-rates.ts";
import type { LimitStore } from "./store/limit-store.ts";

/** The services that limits use. */
export interface LimitsOptions {
  readonly store: LimitStore;
  readonly journal: QuotaJournal;
  readonly log: Log;
  readonly timing?: Timing;
}

/** The limits of all subscriptions, which this node shares with the others. */
export interface Limits {
  readonly rates: SharedRates;
  readonly quotas: SharedQuotas;
  /** Releases this node's leases. To be called before its journal is closed. */
  close(): Promise<void>;
}

export function createLimits({ store, journal, log, timing = systemTiming }: LimitsOptions): Limits {
  const rates = new SharedRates({ store, holder: randomUUID(), timing, log });
  const quotas = new SharedQuotas({ store, journal, timing, log });
  return {
    rates,
    quotas,
    close() {
      quotas.close();
      return rates.close();
    },
  };
}
