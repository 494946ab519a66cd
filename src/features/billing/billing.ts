import { errorFields } from "../../base/log.ts";
import { systemTiming } from "../../base/timing.ts";
import type { Context } from "../../calls/context.ts";
import { accountMoney } from "../../running/account-ports.ts";
import type { Opened } from "../../running/opened.ts";
import { type Gives, give, given } from "../../running/ports.ts";
import { RepeatedWork } from "../../running/repeated-work.ts";
import { grantsCredits, subscriptionChanged, timeZoneOf } from "../../running/subscription-ports.ts";
import { plansByVersion } from "../offers/ports.ts";
import { findOffer } from "../offers/stored-offers.ts";
import { moneyOfAccounts } from "./account-money.ts";
import { type Beginning, followSubscription } from "./plans/subscription-hook.ts";
import { paying, plans } from "./ports.ts";
import { countPlans, findPlan } from "./rows/plan-rows.ts";
import { scan } from "./scan.ts";
import { billingSettings } from "./settings.ts";

const everyMs = 1000;

/** Enters the periods of plans before they start, and makes changes whose time has come. */
export class Billing implements Opened {
  readonly beginning: Beginning;
  readonly gives: Gives;
  readonly #looking: RepeatedWork;

  constructor(context: Context) {
    const { billingTimeZone, billingLapseDays } = billingSettings.of(context.config);
    const paid = () => given(context.running, paying);
    this.beginning = {
      timeZone: billingTimeZone,
      lapseDays: billingLapseDays,
      paymentOf: async (tx, ...asked) =>
        (await (await paid()?.taking(tx))?.paymentOf(tx, ...asked)) ?? "invoice",
      requireSold: async (...asked) => paid()?.requireSold(...asked),
    };
    this.#looking = new RepeatedWork({
      everyMs,
      held: context.held,
      work: (open) =>
        scan(
          context,
          {
            ...this.beginning,
            beforeLapses: async (open) => (await paid()?.taking(context.database))?.beforeLapses(open),
          },
          systemTiming,
          open,
        ),
      failed: (error) => context.log.warn("cannot renew plans; it will be retried", errorFields(error)),
    });
    this.gives = new Map([
      give(plans, this.beginning),
      give(plansByVersion, countPlans),
      give(accountMoney, moneyOfAccounts),
      give(grantsCredits, async (tx, productId) => (await findOffer(tx, productId)) !== undefined),
      give(subscriptionChanged, (tx, changed) => followSubscription(tx, changed, this.beginning)),
      give(timeZoneOf, async (id) => (await findPlan(context.database, id))?.timeZone),
    ]);
  }

  start(): void {
    this.#looking.start();
  }

  /** Does all that is due, once at a time. */
  doDue(): Promise<void> {
    return this.#looking.run();
  }

  stop(): Promise<void> {
    return this.#looking.stop();
  }
}
