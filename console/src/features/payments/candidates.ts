import { t } from "../../base/language/language.ts";
import type { Payment, Transfer } from "./payment-queries.ts";
import { dueOf, isOpen } from "./payment-words.ts";

/** An open payment that a transfer may be for. */
export interface Candidate {
  readonly payment: Payment;
  /** Why: `Amount and name are equal`. */
  readonly reason: string;
  /** Higher is likelier. */
  readonly weight: number;
}

/** A text in upper case, letters and digits only. */
const plain = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

const wordsOf = (text: string): readonly string[] =>
  text
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

/** Open payments by transfer of which exactly this sum is due, the likeliest first. */
export function candidatesFor(
  { minor, currency, sender, reference }: Transfer,
  payments: readonly Payment[],
  nameOf: (accountId: string) => string,
): readonly Candidate[] {
  return payments
    .filter(
      (one) => isOpen(one) && one.provider === "manual" && one.currency === currency && dueOf(one) === minor,
    )
    .map((payment) => ({ payment, ...likeness(payment, nameOf(payment.account_id), sender, reference) }))
    .toSorted((a, b) => b.weight - a.weight);
}

function likeness(payment: Payment, name: string, sender: string, text: string) {
  if (payment.transfer && plain(text).includes(plain(payment.transfer.reference)))
    return { reason: t("Amount is equal; the text has its reference"), weight: 3 };
  if (plain(name) === plain(sender)) return { reason: t("Amount and name are equal"), weight: 2 };
  const own = new Set(wordsOf(name));
  if (wordsOf(`${sender} ${text}`).some((word) => own.has(word)))
    return { reason: t("Amount is equal; name is similar"), weight: 1 };
  return { reason: t("Amount is equal"), weight: 0 };
}
