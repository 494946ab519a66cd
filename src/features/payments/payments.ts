import { dayMs } from "../../base/durations.ts";
import { errorFields } from "../../base/log.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { ApiError } from "../../http/errors.ts";
import type { Opened } from "../../running/opened.ts";
import { opened } from "../../running/opened.ts";
import { RepeatedWork } from "../../running/repeated-work.ts";
import { Billing } from "../billing/billing.ts";
import type { Plan } from "../billing/rows/plan.ts";
import type { Offer } from "../offers/offer.ts";
import { readBillingAccount } from "../papers/parties/buyer.ts";
import type { PaymentProvider } from "./providers/provider.ts";
import { Stripe } from "./providers/stripe.ts";
import { lookAtPayments } from "./renewing/look.ts";
import { removeMethod } from "./rows/method-rows.ts";
import { removeTopUps } from "./rows/top-up-rows.ts";
import { paymentSettings } from "./settings.ts";
import { settleRestored } from "./settling/settle-restored.ts";
import { Settlement } from "./settling/settlement.ts";

const everyMs = 1000;
const keptEventsMs = 400 * dayMs;

/** Takes payments: charges what is due, and brings each payment to its state at its provider. */
export class Payments implements Opened {
  readonly settlement: Settlement;
  readonly #context: Context;
  readonly #looking: RepeatedWork;

  constructor(context: Context, cards = stripeOf(context)) {
    const { payments } = paymentSettings.of(context.config);
    this.#context = context;
    this.settlement = new Settlement(context, cards, payments !== "off");
    this.#looking = new RepeatedWork({
      everyMs,
      held: context.held,
      work: (open) => lookAtPayments(context, this.settlement, open),
      failed: (error) => context.log.warn("cannot look at payments; it will be retried", errorFields(error)),
    });
    if (!this.settlement.isOn) return;
    const billing = opened(context, Billing);
    billing.paymentOf = (tx, accountId, offer) => this.#paymentOf(tx, accountId, offer);
    billing.beforeLapses = (open) => settleRestored(context, this.settlement, open);
  }

  start(): void {
    if (this.settlement.isOn) this.#looking.start();
  }

  /** Does all that is due, once at a time. */
  look(): Promise<void> {
    return this.#looking.run();
  }

  async #paymentOf(tx: Queries, accountId: string, offer: Offer): Promise<Plan["payment"]> {
    const isAllowed = offer.invoice_allowed && (await readBillingAccount(tx, accountId)).invoiceAllowed;
    return isAllowed ? "invoice" : "prepaid";
  }

  /** Cards are forgotten; payments stay, as papers do. */
  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await removeMethod(tx, userId);
    await removeTopUps(tx, sql`subscription_id in (select id from subscription where owner_id = ${userId})`);
  }

  /** The new account is not charged by the consent of the former one. */
  async subscriptionMoves(tx: Queries, subscriptionId: string): Promise<void> {
    const open = await tx.get<{ id: string }>(sql`
      select id from payment where subscription_id = ${subscriptionId} and state in ('requested', 'pending') limit 1`);
    if (open)
      throw new ApiError(
        "conflict",
        `Payment ${open.id} of the subscription is open. Pay or cancel it first. Nothing was changed.`,
      );
    await removeTopUps(tx, sql`subscription_id = ${subscriptionId}`);
  }

  objectsOf(userId: string): Sql {
    return sql`select '/payments/' || id as path from payment where account_id = ${userId}`;
  }

  tidyUp(now: number): Promise<unknown> {
    return this.#context.database.run(sql`delete from payment_event where at < ${now - keptEventsMs}`);
  }

  stop(): Promise<void> {
    return this.#looking.stop();
  }
}

function stripeOf({ config }: Context): PaymentProvider | undefined {
  const { payments, stripeKey, stripeSecrets, stripeUrl } = paymentSettings.of(config);
  if (payments !== "stripe") return undefined;
  if (stripeKey === undefined)
    throw new Error("VINGATE_PAYMENTS=stripe needs VINGATE_STRIPE_KEY and VINGATE_STRIPE_WEBHOOK_SECRETS.");
  return new Stripe({ url: stripeUrl, key: stripeKey, secrets: stripeSecrets, own: config });
}
