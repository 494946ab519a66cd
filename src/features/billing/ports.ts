import type { AuditContext } from "../../access/audit.ts";
import type { Queries } from "../../database/database.ts";
import { onePort, optionalPort } from "../../running/ports.ts";
import type { Offer } from "../offers/offer.ts";
import type { Beginning } from "./plans/subscription-hook.ts";
import type { Period } from "./rows/period-rows.ts";
import type { Plan } from "./rows/plan.ts";

/** How plans begin. */
export const plans = onePort<Beginning>("plans");

/** How plans are paid. Without it, operators send invoices, and periods are paid without a payment. */
export interface Paying {
  /** 409 if an account cannot begin what has a price. Nothing is required of operators: they decide themselves. */
  requireSold(tx: Queries, accountId: string): Promise<void>;
  /** Undefined if no payments are taken now. */
  taking(db: Queries): Promise<Taking | undefined>;
}

/** How payments are taken. */
export interface Taking {
  /** How an account pays for an offer. */
  paymentOf(tx: Queries, accountId: string, offer: Offer): Promise<Plan["payment"]>;
  /** Records that the money of a due period has arrived, which pays it. Its subscription and plan are locked. */
  receivePeriod(
    tx: Queries,
    plan: Plan,
    period: Period,
    audit: AuditContext,
    ended?: string,
  ): Promise<unknown>;
  /** Calls work that receives a period, again with the page that its provider had to end first. Throws 409 and 503. */
  endingPage<T>(work: (ended?: string) => Promise<T>): Promise<T>;
  /** 409 if a due period must not lapse now, since money for it is on its way. Its subscription and plan are locked. */
  requireLapsable(tx: Queries, period: Period): Promise<void>;
  /** Called before periods lapse that were not paid in time. */
  beforeLapses(open: () => boolean): Promise<void>;
}

export const paying = optionalPort<Paying>("payment of plans");
