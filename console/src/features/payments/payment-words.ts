import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import type { Payment } from "./payment-queries.ts";

const failures: Readonly<Record<string, string>> = {
  authentication_required: t("your bank asks you to confirm it"),
  cancelled: "cancelled",
  card_declined: t("the bank refused the card"),
  checkout_expired: t("the payment page has expired"),
  do_not_honor: t("the bank refused the card"),
  expired_card: t("card expired"),
  fraudulent: t("the bank refused the card"),
  generic_decline: t("the bank refused the card"),
  incorrect_cvc: t("the card's security code is wrong"),
  incorrect_number: t("the card's number is wrong"),
  insufficient_funds: t("not enough money on the card"),
  lost_card: t("the bank refused the card"),
  no_card: t("no card is saved"),
  no_details: t("the country or the address of the buyer is missing"),
  not_due: t("the period is not due any more"),
  not_received: t("the transfer has not arrived"),
  package_not_on_sale: t("the package is not on sale any more"),
  pickup_card: t("the bank refused the card"),
  processing_error: t("the bank could not process it"),
  provider_refused: t("the payment provider refused the request, not the card"),
  requires_action: t("your bank asks you to confirm it"),
  requires_payment_method: t("the bank refused the card"),
  stolen_card: t("the bank refused the card"),
  subscription_ended: t("the subscription has ended"),
};

/** Why a payment failed, in words; the provider has more reasons than these. */
export const failureText = (failure: string): string => failures[failure] ?? failure.replaceAll("_", " ");

/** Whether money may still arrive. */
export const isOpen = ({ state }: Payment): boolean => state === "requested" || state === "pending";

/** Whether it waits for its day: the saved card is charged then. */
export const isPlanned = ({ state, kind, failure }: Payment): boolean =>
  state === "requested" && failure === null && (kind === "renewal" || kind === "overage");

/** Whether a bank debits it, which takes days. */
export const isDebited = ({ debit_at }: Payment): boolean => debit_at !== null;

/** Whether its result comes from the provider within moments, without the customer. */
export const isDeciding = (payment: Payment): boolean =>
  isOpen(payment) &&
  !isDebited(payment) &&
  payment.provider === "stripe" &&
  payment.failure === null &&
  !isPlanned(payment);

/**
 * Whether an operator can record money of it. What a period or its use makes due can arrive by transfer although a card
 * was to pay it, unless the card is being charged.
 */
export function canReceive(payment: Payment): boolean {
  const { provider, kind, state, problem, checkout_url } = payment;
  if (provider === "manual") return isOpen(payment);
  if ((kind !== "renewal" && kind !== "overage") || problem) return false;
  return state === "requested" || state === "failed" || (state === "pending" && checkout_url !== null);
}

export const sumOf = ({ minor, currency }: Payment): string => price(minor, currency);

/** What has not arrived yet, in minor units. */
export const dueOf = ({ minor, received_minor }: Payment): number => Math.max(0, minor - received_minor);

/** Whether the failure of a payment is a refusal of what its customer pays with. */
export const isDeclined = (failure: string | null): boolean =>
  failure !== "checkout_expired" && failure !== "provider_refused";

/** The state of a payment with its shape. */
export function stateOf(
  payment: Payment,
): readonly [outcome: "ok" | "other" | "blocked" | "failed", text: string] {
  const { state, failure, provider, currency, refunded_minor, received_minor } = payment;
  const reason = failure ? `, ${failureText(failure)}` : "";
  switch (state) {
    case "paid":
      return ["ok", t("Paid")];
    case "part_refunded":
      return ["other", t("{price} refunded", { price: price(refunded_minor, currency) })];
    case "refunded":
      return ["other", t("Refunded")];
    case "disputed":
      return ["failed", t("Disputed")];
    case "reversed":
      return ["failed", t("Dispute lost")];
    case "cancelled":
      return ["other", t("Cancelled")];
    case "failed":
      return ["failed", isDeclined(failure) ? t("Declined{reason}", { reason }) : t("Not paid")];
    default:
      if (received_minor > 0)
        return ["blocked", t("{price} received", { price: price(received_minor, currency) })];
      if (isDebited(payment)) return ["other", t("Being debited. Nothing to do")];
      if (provider === "manual") return ["other", t("Waiting for the transfer")];
      if (failure === "no_card") return ["blocked", t("Due, no card is saved")];
      if (failure) return ["failed", t("Declined{reason}", { reason })];
      return ["other", isPlanned(payment) ? t("Planned") : t("Pending")];
  }
}

/** How it is or was paid. */
export const methodText = ({ method, provider }: Payment): string =>
  (method === "Transfer" ? null : method) ?? (provider === "manual" ? t("Transfer") : t("Card"));
