import { dayMs } from "../../base/durations.ts";
import { errorFields } from "../../base/log.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { conflict } from "../../http/errors.ts";
import { readClock } from "../../metering/credits/grants/grant-rows.ts";
import { accountTaken, hasPaid, objectsOf } from "../../running/account-ports.ts";
import type { Opened } from "../../running/opened.ts";
import { type Gives, give } from "../../running/ports.ts";
import { RepeatedWork } from "../../running/repeated-work.ts";
import { searches } from "../../running/searches.ts";
import { type MovedSubscription, subscriptionMoves } from "../../running/subscription-ports.ts";
import type { Sample } from "../../telemetry/metrics/families.ts";
import { removeNextPeriods } from "../billing/periods/remove-periods.ts";
import { paying, type Taking } from "../billing/ports.ts";
import type { Plan } from "../billing/rows/plan.ts";
import { lockPlan, writePlans } from "../billing/rows/plan-rows.ts";
import type { Offer } from "../offers/offer.ts";
import { whyNotSold as whyNotSoldPort } from "../offers/ports.ts";
import { readBillingAccount } from "../papers/parties/buyer.ts";
import { invoicesOfText as invoicesOfTextPort, movedMoney } from "../papers/ports.ts";
import { invoicesOfText } from "./lines/invoices-of-text.ts";
import { moneyOfTime } from "./lines/moved-money.ts";
import { paymentSearchers } from "./payment-search.ts";
import type { PaymentProvider } from "./providers/provider.ts";
import { Stripe } from "./providers/stripe.ts";
import { askForDetails } from "./renewing/ask-for-details.ts";
import { lookAtPayments } from "./renewing/look.ts";
import { receivePeriod } from "./renewing/receive-period.ts";
import { RestoredMoney } from "./restored/restored-money.ts";
import { removeMethod } from "./rows/method-rows.ts";
import { removeTopUps } from "./rows/top-up-rows.ts";
import { isTaken, requireSold, takesPayments, whyNotSold } from "./selling.ts";
import { paymentSettings } from "./settings.ts";
import { endingFirst } from "./settling/end-at-provider.ts";
import { settleRestored } from "./settling/settle-restored.ts";
import { Settlement } from "./settling/settlement.ts";
import { putOffLapses, requireNotDebited } from "./settling/slow-debits.ts";
import { ProviderWatch } from "./watching/provider-watch.ts";

const everyMs = 1000;
const keptEventsMs = 400 * dayMs;

/** Takes payments: charges what is due, and brings each payment to its state at its provider. */
export class Payments implements Opened {
  readonly gives: Gives;
  readonly settlement: Settlement;
  readonly watch: ProviderWatch;
  readonly restored: RestoredMoney;
  readonly #context: Context;
  readonly #looking: RepeatedWork;

  constructor(context: Context, cards = stripeOf(context)) {
    const { config } = context;
    this.#context = context;
    this.settlement = new Settlement(context, cards);
    this.watch = new ProviderWatch(context, this.settlement);
    this.restored = new RestoredMoney(context, this.settlement);
    this.#looking = new RepeatedWork({
      everyMs,
      held: context.held,
      work: (open) => this.#look(open),
      failed: (error) => context.log.warn("cannot look at payments; it will be retried", errorFields(error)),
    });
    const { settlement } = this;
    const taking: Taking = {
      paymentOf,
      receivePeriod: (tx, ...received) => receivePeriod(tx, settlement, ...received),
      endingPage: (work) => endingFirst(settlement, work),
      requireLapsable: requireNotDebited,
      beforeLapses: async (open) => {
        await settleRestored(context, settlement, open);
        await putOffLapses(context.database);
        await askForDetails(context.database, open);
      },
    };
    this.gives = new Map([
      give(whyNotSoldPort, (db) => whyNotSold(db, config)),
      give(paying, {
        requireSold: (tx, accountId) => requireSold(tx, config, accountId),
        taking: async (db) => ((await takesPayments(db, config)) ? taking : undefined),
      }),
      give(hasPaid, hasPayment),
      give(
        objectsOf,
        (userId) => sql`select '/payments/' || id as path from payment where account_id = ${userId}`,
      ),
      // Whoever takes an account is not charged by the consent of who made it, and does not pay with that card.
      give(accountTaken, (tx, accountId) => this.userDeleted(tx, accountId)),
      give(searches, paymentSearchers),
      give(movedMoney, moneyOfTime),
      give(invoicesOfTextPort, invoicesOfText),
      give(subscriptionMoves, (tx, moved) => this.#move(tx, moved)),
    ]);
  }

  start(): void {
    const { payments } = paymentSettings.of(this.#context.config);
    // Without a setting an operator can turn payments on at any time.
    if (payments === undefined || isTaken(payments)) this.#looking.start();
    // Also without a provider: payments of one that was switched off can be open.
    this.watch.start();
    this.restored.start();
  }

  samples(): Sample[] {
    return this.watch.samples();
  }

  sharedSamples(): Promise<Sample[]> {
    return this.watch.sharedSamples();
  }

  /** Does all that is due, once at a time. */
  look(): Promise<void> {
    return this.#looking.run();
  }

  /** Nothing is charged before it is known what was. */
  async #look(open: () => boolean): Promise<void> {
    if (!(await takesPayments(this.#context.database, this.#context.config))) return;
    if (this.settlement.cards && !(await this.restored.isListed())) return;
    await lookAtPayments(this.#context, this.settlement, open);
  }

  /** Cards are forgotten; payments stay, as papers do. */
  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await removeMethod(tx, userId);
    const own = sql`subscription_id in (select id from subscription where owner_id = ${userId})`;
    await removeTopUps(tx, own);
    await tx.run(sql`delete from payment_asked where ${own}`);
  }

  /** The new account is not charged by the consent of the former one, and pays by invoice only if it may. */
  async #move(tx: Queries, { subscriptionId, to }: MovedSubscription): Promise<void> {
    const open = await tx.get<{ id: string }>(sql`
      select id from payment where subscription_id = ${subscriptionId} and state in ('requested', 'pending') limit 1`);
    if (open)
      throw conflict(
        `Payment ${open.id} of the subscription is open. Pay or cancel it first. Nothing was changed.`,
      );
    await removeTopUps(tx, sql`subscription_id = ${subscriptionId}`);
    // The new account has to enter its own details.
    await tx.run(sql`delete from payment_asked where subscription_id = ${subscriptionId}`);
    if (!(await takesPayments(tx, this.#context.config))) return;
    if (!(await readBillingAccount(tx, to)).invoiceAllowed) await endInvoices(tx, subscriptionId);
  }

  tidyUp(now: number): Promise<unknown> {
    return this.#context.database.run(sql`delete from payment_event where at < ${now - keptEventsMs}`);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#looking.stop(), this.watch.stop(), this.restored.stop()]);
  }
}

async function paymentOf(tx: Queries, accountId: string, offer: Offer): Promise<Plan["payment"]> {
  const isAllowed = offer.invoice_allowed && (await readBillingAccount(tx, accountId)).invoiceAllowed;
  return isAllowed ? "invoice" : "prepaid";
}

async function hasPayment(db: Queries, accountId: string): Promise<boolean> {
  const found = await db.get(sql`
    select 1 as found from payment
    where account_id = ${accountId} and (paid_at is not null or state in ('requested', 'pending')) limit 1`);
  return found !== undefined;
}

/** Has the next periods of a plan be paid before their credits are granted. */
async function endInvoices(tx: Queries, subscriptionId: string): Promise<void> {
  const plan = await lockPlan(tx, subscriptionId);
  if (plan?.payment !== "invoice") return;
  const kept = await removeNextPeriods(tx, plan, await readClock(tx));
  await writePlans(tx, [{ ...kept, payment: "prepaid" }]);
}

function stripeOf({ config }: Context): PaymentProvider | undefined {
  const { payments, stripeKey, stripeSecrets, stripeUrl } = paymentSettings.of(config);
  if (payments !== "stripe") return undefined;
  if (stripeKey === undefined)
    throw new Error("VINGATE_PAYMENTS=stripe needs VINGATE_STRIPE_KEY and VINGATE_STRIPE_WEBHOOK_SECRETS.");
  return new Stripe({ url: stripeUrl, key: stripeKey, secrets: stripeSecrets, own: config });
}
