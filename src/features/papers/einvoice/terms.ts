import { digitsOf } from "../../../base/format/currencies.ts";
import { amountOf, decimalOf, decimalText } from "../../../base/format/money.ts";
import { plainAccount } from "../../../base/reading/bank-accounts.ts";
import { type BodyLine, cardOf, type PaperBody } from "../paper-body.ts";
import type { Party } from "./party.ts";
import { einvoiceWordings } from "./words.ts";
import { writable } from "./xml.ts";

type Breakdown = PaperBody["vat_breakdown"][number];

/** How a paper is or was paid (BG-16). */
export interface PaymentMeans {
  /** A code of UNTDID 4461. */
  readonly code: string;
  readonly text: string | null;
  readonly account: { readonly iban: string; readonly bic: string | null } | null;
  /** The last digits of its number. */
  readonly card: { readonly digits: string; readonly network: string } | null;
}

/** An amount of a paper, in its currency. */
export const amountIn = ({ currency }: PaperBody, minor: number): string => decimalText(minor, currency);

/**
 * The price of a line (BT-146) and of how many units it is (BT-149). Rules compare their product with the line's amount to
 * 0.02: where amounts have no decimals and this one is rounded, the price is that of the whole line.
 */
export function priceOf(body: PaperBody, line: BodyLine): { readonly price: string; readonly per: number } {
  const { quantity, price_minor, base_quantity, net_minor } = line;
  const isExact = (BigInt(quantity) * BigInt(price_minor)) % BigInt(base_quantity) === 0n;
  return isExact || digitsOf(body.currency) > 0
    ? { price: amountIn(body, price_minor), per: base_quantity }
    : { price: amountIn(body, net_minor), per: quantity };
}

/**
 * Whether the tax is so far from its rate that the rules refuse it: by one unit of the currency, not the minor one. It can
 * be where amounts have no decimals: a credit note has the rest of the tax that other ones have left.
 */
export function isFarFromRate(
  { currency }: PaperBody,
  { taxable_minor, tax_minor, rate }: Breakdown,
): boolean {
  const scale = 10 ** digitsOf(currency);
  const hundredths = amountOf(taxable_minor, rate, 100 * scale);
  // At 99, the way of rounding would decide.
  return Math.abs((tax_minor * 100) / scale - hundredths) > 98;
}

/** Hundredths of a percent as a percentage: 1900 is 19.00. */
export const percentOf = (rate: number): string => decimalOf(rate, 2);

/** Null outside of VAT: lines without VAT have no rate, not one of 0. */
export const lineRateOf = (category: string, rate: number): string | null =>
  category === "O" ? null : percentOf(rate);

const reasonCodes: Readonly<Record<string, string>> = {
  AE: "VATEX-EU-AE",
  G: "VATEX-EU-G",
  O: "VATEX-EU-O",
};

/** Why there is no tax, and its code in the list VATEX. Where tax applies, both are null: a reason is refused. */
export function exemptionOf({ category, exemption_reason }: Breakdown) {
  if (category === "S" || category === "Z") return { reason: null, code: null };
  return { reason: writable(exemption_reason ?? "") || null, code: reasonCodes[category] ?? null };
}

/** What is written beside the sums (BT-22), with the reasons of taxes that apply, which have no other place. */
export function noteOf({ note, vat_breakdown }: PaperBody): string | null {
  const reasons = vat_breakdown.map(({ category, exemption_reason }) =>
    category === "S" || category === "Z" ? exemption_reason : null,
  );
  const texts = [note, ...reasons].flatMap((text) => writable(text ?? "") || []);
  return texts.join("\n") || null;
}

/** The first and the last day of what is supplied. */
export function periodOf({ period }: PaperBody): { readonly start: string; readonly end: string | null } {
  const { start, end } = period;
  if (end === null) return { start, end };
  const last = Temporal.PlainDate.from(end).subtract({ days: 1 }).toString();
  return { start, end: last < start ? start : last };
}

const nothing = { text: null, account: null, card: null };

/**
 * How the rest that is due can be paid; without a rest, how the paper was paid. Credit notes name no account: their amount
 * is returned in the way it was paid, or set off.
 */
export function paymentMeansOf({ seller, payment, type_code, currency, totals }: PaperBody): PaymentMeans {
  if (type_code === "381") return { code: "1", ...nothing };
  const paid = totals.due_minor > 0 ? null : payment;
  const card = paid && cardOf(paid.method);
  if (card && /^\d{4}$/.test(card.digits))
    return { code: "48", ...nothing, card: { network: card.brand, digits: card.digits } };
  const iban = seller.iban && plainAccount(seller.iban);
  if (iban && (paid === null || paid.method === "Transfer"))
    return {
      code: currency === "EUR" ? "58" : "30",
      text: writable(seller.bank_text ?? "") || null,
      account: { iban, bic: seller.bic && plainAccount(seller.bic) },
      card: null,
    };
  return paid === null ? { code: "1", ...nothing } : { code: "ZZZ", ...nothing, text: paid.method };
}

/** Payment terms (BT-20), which are needed where something is due and no day is. */
export function paymentTermsOf({ totals, due_date, type_code, language }: PaperBody): string | null {
  if (totals.due_minor <= 0 || due_date !== null) return null;
  return einvoiceWordings[language ?? "en"].say(
    type_code === "381" ? "Nothing is to be paid: the amount is returned or set off." : "Payable on receipt.",
  );
}

/** Outside of VAT, neither party has a VAT ID. */
export const vatIdIn = (body: PaperBody, { vatId }: Party): string | null =>
  body.vat_breakdown.some(({ category }) => category === "O") ? null : vatId;
