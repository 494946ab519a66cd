import type { InvoiceRequest, PaperLine } from "../../papers/issue.ts";
import type { Payment } from "../rows/payment.ts";
import type { LineWording } from "./line-texts.ts";

/** The line of the invoice of a payment. */
function invoiceLine(
  { kind, terms, netMinor, credits, subscriptionId }: Payment,
  { say, counted, dayIn }: LineWording,
): PaperLine {
  const { text, to, used, priceMinor, per } = terms;
  const subscription = say("subscription {id}", { id: subscriptionId });
  if (kind === "overage")
    return {
      text,
      detail: subscription,
      quantity: used!,
      unit: "credits",
      priceMinor: priceMinor!,
      per: per!,
      netMinor,
    };
  const isPackage = kind === "package" || kind === "automatic";
  const until = isPackage && to != null ? [say("valid until {day}", { day: dayIn(to, terms.timeZone) })] : [];
  return {
    text,
    detail: credits === 0 ? subscription : [counted(credits, "credit"), ...until, subscription].join(", "),
    quantity: 1,
    unit: "piece",
    priceMinor: netMinor,
    per: 1,
    netMinor,
  };
}

/** The invoice of a payment in the words of its account, without how it is paid. */
export const invoiceOf = (
  payment: Payment,
  now: number,
  words: LineWording,
): Omit<InvoiceRequest, "paid" | "dueAt"> => {
  const { accountId, subscriptionId, currency, terms, id } = payment;
  return {
    accountId,
    subscriptionId,
    currency,
    lines: [invoiceLine(payment, words)],
    suppliedFrom: terms.from ?? now,
    suppliedTo: terms.to ?? null,
    timeZone: terms.timeZone,
    paymentId: id,
    tax: terms.tax,
    now,
  };
};
