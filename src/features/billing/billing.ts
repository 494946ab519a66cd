import type { AuditContext } from "../../access/audit.ts";
import { errorFields } from "../../base/log.ts";
import { systemTiming } from "../../base/timing.ts";
import type { Context } from "../../calls/context.ts";
import type { Database, Queries } from "../../database/database.ts";
import type { ChangedSubscription, Opened } from "../../running/opened.ts";
import { opened } from "../../running/opened.ts";
import { RepeatedWork } from "../../running/repeated-work.ts";
import type { Offer } from "../offers/offer.ts";
import { Offers } from "../offers/offers.ts";
import { findOffer } from "../offers/stored-offers.ts";
import { type Beginning, followSubscription } from "./plans/subscription-hook.ts";
import type { Period } from "./rows/period-rows.ts";
import type { Plan } from "./rows/plan.ts";
import { countPlans, findPlan } from "./rows/plan-rows.ts";
import { scan } from "./scan.ts";
import { billingSettings } from "./settings.ts";

const everyMs = 1000;

/** Enters the periods of plans before they start, and makes changes whose time has come. */
export class Billing implements Opened {
  readonly beginning: Beginning;
  /** How an account pays for an offer. By invoice, which operators send, unless a feature takes payments. */
  paymentOf: (tx: Queries, accountId: string, offer: Offer) => Promise<Plan["payment"]> = async () =>
    "invoice";
  /**
   * Records that the money of a due period has arrived, which pays the period. Its subscription and plan are locked.
   * Undefined while no feature takes payments: then periods are paid without one.
   */
  receivePeriod:
    | ((tx: Queries, plan: Plan, period: Period, audit: AuditContext) => Promise<unknown>)
    | undefined;
  /** Why customers cannot begin what has a price, for all of them; undefined if they can. */
  whyNotSold: (db: Queries) => Promise<string | undefined> = async () => undefined;
  /** 409 if an account cannot begin what has a price. Of operators nothing is required: they decide themselves. */
  requireSold: (tx: Queries, accountId: string) => Promise<void> = async () => {};
  /** Called before periods lapse that were not paid in time. */
  beforeLapses: (open: () => boolean) => Promise<void> = async () => {};
  readonly #database: Database;
  readonly #looking: RepeatedWork;

  constructor(context: Context) {
    const { billingTimeZone, billingLapseDays } = billingSettings.of(context.config);
    this.#database = context.database;
    this.beginning = {
      timeZone: billingTimeZone,
      lapseDays: billingLapseDays,
      paymentOf: (...asked) => this.paymentOf(...asked),
      requireSold: (...asked) => this.requireSold(...asked),
    };
    this.#looking = new RepeatedWork({
      everyMs,
      held: context.held,
      work: (open) =>
        scan(context, { ...this.beginning, beforeLapses: this.beforeLapses }, systemTiming, open),
      failed: (error) => context.log.warn("cannot renew plans; it will be retried", errorFields(error)),
    });
    opened(context, Offers).countSubscriptions = countPlans;
  }

  start(): void {
    this.#looking.start();
  }

  /** Does all that is due, once at a time. */
  look(): Promise<void> {
    return this.#looking.run();
  }

  async grantsCredits(tx: Queries, productId: string): Promise<boolean> {
    return (await findOffer(tx, productId)) !== undefined;
  }

  subscriptionChanged(tx: Queries, changed: ChangedSubscription): Promise<void> {
    return followSubscription(tx, changed, this.beginning);
  }

  stop(): Promise<void> {
    return this.#looking.stop();
  }

  async timeZoneOf(subscriptionId: string): Promise<string | undefined> {
    return (await findPlan(this.#database, subscriptionId))?.timeZone;
  }
}
