import { counted, dayIn } from "../../../base/format/words.ts";
import type { InvoiceRequest, PaperLine } from "../../papers/issue.ts";
import type { Payment } from "../rows/payment.ts";

/** The line of the invoice of a payment. */
function invoiceLine({ kind, terms, netMinor, credits, subscriptionId }: Payment): PaperLine {
  const { text, to, used, priceMinor, per } = terms;
  if (kind === "overage")
    return {
      text,
      detail: `subscription ${subscriptionId}`,
      quantity: used!,
      unit: "credits",
      priceMinor: priceMinor!,
      per: per!,
      netMinor,
    };
  const isPackage = kind === "package" || kind === "automatic";
  const until = isPackage && to != null ? `, valid until ${dayIn(to, terms.timeZone)}` : "";
  return {
    text,
    detail:
      credits === 0
        ? `subscription ${subscriptionId}`
        : `${counted(credits, "credit")}${until}, subscription ${subscriptionId}`,
    quantity: 1,
    unit: "piece",
    priceMinor: netMinor,
    per: 1,
    netMinor,
  };
}

/** The invoice of a payment, without how it is paid. */
export const invoiceOf = (payment: Payment, now: number): Omit<InvoiceRequest, "paid" | "dueAt"> => {
  const { accountId, subscriptionId, currency, terms, id } = payment;
  return {
    accountId,
    subscriptionId,
    currency,
    lines: [invoiceLine(payment)],
    suppliedFrom: terms.from ?? now,
    suppliedTo: terms.to ?? null,
    timeZone: terms.timeZone,
    paymentId: id,
    tax: terms.tax,
    now,
  };
};
