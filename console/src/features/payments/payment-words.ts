import { price } from "../../base/money.ts";
import type { Payment } from "./payment-queries.ts";

const failures: Readonly<Record<string, string>> = {
  authentication_required: "your bank asks you to confirm it",
  cancelled: "cancelled",
  card_declined: "the bank refused the card",
  checkout_expired: "the payment page has expired",
  do_not_honor: "the bank refused the card",
  expired_card: "card expired",
  fraudulent: "the bank refused the card",
  generic_decline: "the bank refused the card",
  incorrect_cvc: "the card's security code is wrong",
  incorrect_number: "the card's number is wrong",
  insufficient_funds: "not enough money on the card",
  lost_card: "the bank refused the card",
  no_card: "no card is saved",
  not_due: "the period is not due any more",
  not_received: "the transfer has not arrived",
  package_not_on_sale: "the package is not on sale any more",
  pickup_card: "the bank refused the card",
  processing_error: "the bank could not process it",
  requires_action: "your bank asks you to confirm it",
  requires_payment_method: "the bank refused the card",
  stolen_card: "the bank refused the card",
};

/** Why a payment failed, in words; the provider has more reasons than these. */
export const failureText = (failure: string): string => failures[failure] ?? failure.replaceAll("_", " ");

export const kindTexts = {
  plan: "Plan",
  renewal: "Renewal",
  package: "Package",
  automatic: "Automatic",
  overage: "Beyond credits",
} as const satisfies Record<Payment["kind"], string>;

/** Whether money may still arrive. */
export const isOpen = ({ state }: Payment): boolean => state === "requested" || state === "pending";

/** Whether it waits for its day: the saved card is charged then. */
export const isPlanned = ({ state, kind, failure }: Payment): boolean =>
  state === "requested" && failure === null && (kind === "renewal" || kind === "overage");

/** Whether its result comes from the provider without the customer. */
export const isDeciding = (payment: Payment): boolean =>
  isOpen(payment) && payment.provider === "stripe" && payment.failure === null && !isPlanned(payment);

export const sumOf = ({ minor, currency }: Payment): string => price(minor, currency);

/** What has not arrived yet, in minor units. */
export const dueOf = ({ minor, received_minor }: Payment): number => Math.max(0, minor - received_minor);

/** The state of a payment with its shape. */
export function stateOf(
  payment: Payment,
): readonly [outcome: "ok" | "other" | "blocked" | "failed", text: string] {
  const { state, failure, provider, currency, refunded_minor, received_minor } = payment;
  const reason = failure ? `, ${failureText(failure)}` : "";
  switch (state) {
    case "paid":
      return ["ok", "Paid"];
    case "part_refunded":
      return ["other", `${price(refunded_minor, currency)} refunded`];
    case "refunded":
      return ["other", "Refunded"];
    case "disputed":
      return ["failed", "Disputed"];
    case "reversed":
      return ["failed", "Dispute lost"];
    case "cancelled":
      return ["other", "Cancelled"];
    case "failed":
      return ["failed", failure === "checkout_expired" ? "Not paid" : `Declined${reason}`];
    default:
      if (received_minor > 0) return ["blocked", `${price(received_minor, currency)} received`];
      if (provider === "manual") return ["other", "Waiting for the transfer"];
      if (failure === "no_card") return ["blocked", "Due, no card is saved"];
      if (failure) return ["failed", `Declined${reason}`];
      return ["other", isPlanned(payment) ? "Planned" : "Pending"];
  }
}

/** How it is or was paid. */
export const methodText = ({ method, provider }: Payment): string =>
  method ?? (provider === "manual" ? "Transfer" : "Card");
