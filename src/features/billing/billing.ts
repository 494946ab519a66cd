import { errorFields } from "../../base/log.ts";
import { systemTiming } from "../../base/timing.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import type { ChangedSubscription, Opened } from "../../running/opened.ts";
import { opened } from "../../running/opened.ts";
import { RepeatedWork } from "../../running/repeated-work.ts";
import { Offers } from "../offers/offers.ts";
import { findOffer } from "../offers/stored-offers.ts";
import { type Beginning, followSubscription } from "./plans/subscription-hook.ts";
import { countPlans } from "./rows/plan-rows.ts";
import { scan } from "./scan.ts";
import { billingSettings } from "./settings.ts";

const everyMs = 1000;

/** Enters the periods of plans before they start, and makes changes whose time has come. */
export class Billing implements Opened {
  readonly beginning: Beginning;
  readonly #looking: RepeatedWork;

  constructor(context: Context) {
    const { billingTimeZone, billingLapseDays } = billingSettings.of(context.config);
    this.beginning = { timeZone: billingTimeZone, lapseDays: billingLapseDays };
    this.#looking = new RepeatedWork({
      everyMs,
      work: (open) => scan(context, this.beginning, systemTiming, open),
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
}
