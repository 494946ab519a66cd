import { errorFields } from "../../base/log.ts";
import { systemTiming } from "../../base/timing.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import type { ChangedSubscription, Opened } from "../../running/opened.ts";
import { opened } from "../../running/opened.ts";
import { Offers } from "../offers/offers.ts";
import { findOffer } from "../offers/stored-offers.ts";
import { type Beginning, followSubscription } from "./plans/subscription-hook.ts";
import { countPlans } from "./rows/plan-rows.ts";
import { scan } from "./scan.ts";
import { billingSettings } from "./settings.ts";

const everyMsDefault = 1000;

/** Enters the periods of plans before they start, and makes changes whose time has come. */
export class Billing implements Opened {
  readonly beginning: Beginning;
  readonly #context: Context;
  readonly #everyMs: number;
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(context: Context, everyMs = everyMsDefault) {
    this.#context = context;
    this.#everyMs = everyMs;
    const { billingTimeZone, billingLapseDays } = billingSettings.of(context.config);
    this.beginning = { timeZone: billingTimeZone, lapseDays: billingLapseDays };
    opened(context, Offers).countSubscriptions = countPlans;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), this.#everyMs);
  }

  /** Does all that is due, once at a time. */
  look(): Promise<void> {
    this.#running ??= scan(this.#context, this.beginning, systemTiming, () => !this.#isStopped)
      .catch((error: unknown) => {
        if (!this.#isStopped)
          this.#context.log.warn("cannot renew plans; it will be retried", errorFields(error));
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async grantsCredits(tx: Queries, productId: string): Promise<boolean> {
    return (await findOffer(tx, productId)) !== undefined;
  }

  subscriptionChanged(tx: Queries, changed: ChangedSubscription): Promise<void> {
    return followSubscription(tx, changed, this.beginning);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
