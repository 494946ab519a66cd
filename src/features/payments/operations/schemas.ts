import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { wireOf } from "../../../entities/wire.ts";
import { findSetting, type Seller } from "../../papers/parties/seller.ts";
import type { Payment } from "../rows/payment.ts";
import { paymentKinds, paymentStates } from "../rows/payment.ts";

const moment = z.iso.datetime();
const currency = z.string().describe("The code of ISO 4217.");

const BankTransfer = z.object({
  reference: z.string().describe("What the payer writes with the transfer."),
  recipient: z
    .string()
    .nullable()
    .describe("The name of the account; null until the seller's data are entered."),
  iban: z.string().nullable().describe("Null if the seller has none."),
  bic: z.string().nullable().describe("Null if the seller has none."),
  text: z.string().nullable().describe("What else is needed; null for nothing."),
});

export const PaymentOutput = z
  .object({
    id: z.string(),
    account_id: z.string().describe("The user who pays."),
    subscription_id: z.string(),
    kind: z
      .enum(paymentKinds)
      .describe(
        "`plan`: a plan that begins with it. `renewal`: a period. `overage`: credits beyond a plan's, paid afterwards.",
      ),
    description: z.string().describe("What it pays for."),
    product_id: z.string().describe("The plan that it is bought for, or in."),
    package_id: z.string().nullable().describe("The package; null if it pays for something else."),
    period: z.int().nullable().describe("The number of the period; null without one."),
    state: z
      .enum(paymentStates)
      .describe(
        "`requested` until the provider has it, `pending` until the money has arrived. `reversed`: a dispute was lost.",
      ),
    net_minor: z.int().describe("Without tax, in minor units."),
    minor: z.int().describe("What is paid, with tax, in minor units."),
    currency,
    received_minor: z.int().describe("What has arrived."),
    refunded_minor: z.int().describe("What was returned."),
    provider: z.enum(["manual", "stripe"]).describe("`manual`: by transfer, recorded by an operator."),
    method: z.string().nullable().describe("For example Visa ending 4242; null until known."),
    debit_at: moment
      .nullable()
      .describe(
        "Since when it is being debited, which takes days: there is nothing to do. Null if it is not.",
      ),
    failure: z.string().nullable().describe("Why the last attempt failed; null if none did."),
    attempts: z.int().describe("How often it was charged, or asked for."),
    next_attempt_at: moment.nullable().describe("When it is charged again; null if it is not."),
    problem: z.string().nullable().describe("What an operator must decide; null without a problem."),
    dispute: z
      .enum(["inquiry", "open", "won", "lost"])
      .nullable()
      .describe("`inquiry`: the bank asks, and has taken nothing. Null if it was never disputed."),
    credits: z.int().describe("Credits that it pays for."),
    credits_removed: z.int().describe("Removed by refunds and lost disputes."),
    credits_owed: z.int().describe("Spent before a reversal, and not yet taken from later credits."),
    credits_set_aside: z.int().describe("Not spendable while the payment is disputed."),
    checkout_url: z.url().nullable().describe("Where a card is entered; null if there is no such page."),
    transfer: BankTransfer.nullable().describe("How it is paid by transfer; null for a card."),
    paper_id: z.string().nullable().describe("The invoice; null until it is issued."),
    created_at: moment,
    paid_at: moment.nullable().describe("When all of it had arrived; null before."),
  })
  .meta({ id: "Payment" });

export type PaymentOutput = z.output<typeof PaymentOutput>;

/** Where transfers go. */
export type Bank = Pick<Seller, "name" | "iban" | "bic" | "bank_text">;

/** A payment with the bank account to which it can be paid. */
export async function readShown(db: Queries, payment: Payment): Promise<PaymentOutput> {
  return shownPayment(payment, await findSetting<Seller>(db, "seller"));
}

export function shownPayment(payment: Payment, bank: Bank | undefined): PaymentOutput {
  const { id, accountId, subscriptionId, kind, period, state, netMinor, minor, currency } = payment;
  const { receivedMinor, refundedMinor, provider, method, failure, attempts, nextAt } = payment;
  const { terms, problem, dispute, credits } = payment;
  const isOpen = state === "requested" || state === "pending";
  return {
    ...wireOf({ id, accountId, subscriptionId, kind }),
    description: terms.text,
    product_id: terms.productId,
    package_id: terms.packageId ?? null,
    ...wireOf({ period, state, netMinor, minor, currency, receivedMinor, refundedMinor, provider, method }),
    debit_at: timeOf(payment.debitAt),
    failure,
    attempts,
    next_attempt_at:
      state === "requested" && attempts > 0 && Number.isSafeInteger(nextAt + 1) ? isoTime(nextAt) : null,
    problem,
    dispute,
    credits,
    credits_removed: payment.removed,
    credits_owed: payment.owed - payment.collected,
    credits_set_aside: payment.setAside,
    checkout_url: isOpen ? payment.checkoutUrl : null,
    transfer: provider === "manual" && isOpen ? transferOf(payment, bank) : null,
    paper_id: payment.paperId,
    created_at: isoTime(payment.createdAt),
    paid_at: timeOf(payment.paidAt),
  };
}

const timeOf = (at: number | null): string | null => (at === null ? null : isoTime(at));

const transferOf = ({ reference }: Payment, bank: Bank | undefined) => ({
  reference,
  recipient: bank?.name ?? null,
  iban: bank?.iban ?? null,
  bic: bank?.bic ?? null,
  text: bank?.bank_text ?? null,
});

export const QuoteOutput = z
  .object({
    subscription_id: z.string(),
    kind: z.enum(["plan", "package", "renewal"]).describe("As it was requested."),
    text: z.string().describe("What is bought."),
    product_id: z.string(),
    offer_version: z.int().describe("The version of the product's offer."),
    currency,
    net_minor: z.int().describe("Without tax."),
    tax: z
      .object({
        rate: z.int().describe("In hundredths of a percent: 1900 is 19 %."),
        category: z.string().describe("Of EN 16931: S, Z, E, AE, G or O."),
        reason: z.string().describe("Why; empty for the usual rate."),
        minor: z.int().describe("The amount of the tax."),
      })
      .describe("As an invoice of today would have it."),
    minor: z.int().describe("What is paid now, with tax."),
    credits: z.int().describe("Credits that it pays for."),
    starts_at: moment.describe("When what is bought begins."),
    expires_at: moment.nullable().describe("When the credits expire; null if they do not."),
    methods: z
      .array(z.enum(["saved", "card", "transfer"]))
      .describe("How it can be paid: `saved` is the saved card."),
    saved_method: z.string().nullable().describe("For example Visa ending 4242."),
    details_needed: z
      .boolean()
      .describe(
        "Whether the account's billing details lack the country, the address or the city: until they are entered it cannot be paid, and the tax is that of the seller's country.",
      ),
  })
  .meta({ id: "PaymentQuote" });

export const RefundPreview = z
  .object({
    minor: z.int().describe("What is returned with this refund."),
    minor_max: z.int().describe("What can be returned at most."),
    credits_left: z.int().describe("Left of the credits that were paid for."),
    credits_removed: z.int().describe("Removed by this refund."),
    credits_owed: z.int().describe("Spent already, and owed after it."),
    corrects: z.string().nullable().describe("The invoice that the credit note corrects."),
    by: z
      .enum(["provider", "transfer"])
      .describe("Who returns it, if nothing else is requested. `transfer`: an operator sends it."),
    account: z
      .string()
      .nullable()
      .describe("The account that paid by transfer, as the bank names it; null if it is not known."),
    recipient: z.string().describe("Whose bank account it is; empty if it is not known."),
  })
  .meta({ id: "RefundPreview" });

export const TopUpOutput = z
  .object({
    subscription_id: z.string(),
    enabled: z.boolean().describe("Whether packages are bought."),
    threshold: z.int().describe("Credits below which a package is bought."),
    package_id: z.string().describe("What is bought."),
    month_limit_minor: z.int().describe("At most per calendar month (UTC), without tax."),
    month_minor: z.int().describe("Bought this month, without tax."),
    failures: z.int().describe("Failed payments in a row; after three it is turned off."),
    stopped: z.string().nullable().describe("Why it was turned off; null if it was not."),
  })
  .meta({ id: "AutomaticTopUp" });

export const MethodOutput = z
  .object({
    account_id: z.string().describe("The user whose card it is."),
    label: z.string().nullable().describe("For example Visa ending 4242; null without a saved card."),
    saved_at: moment.nullable().describe("When it was used last for a purchase; null without one."),
  })
  .meta({ id: "SavedMethod" });
