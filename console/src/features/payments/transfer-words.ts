import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import type { Outcome } from "../../parts/outcome-kind.ts";
import type { ImportedTransfers, Proposal } from "./payment-queries.ts";

type Line = ImportedTransfers["lines"][number];

const reasonTexts: Readonly<Record<Proposal["reasons"][number], string>> = {
  reference: t("The text has its reference"),
  invoice: t("The text has its invoice number"),
  similar_reference: t("The text has nearly its reference"),
  sender_account: t("The sender's account has paid for this customer"),
  sender_name: t("The name is similar"),
  amount: t("The amount is equal"),
};

/** Why a payment may be meant, and what is due of it if that is another sum. */
export function reasonsOf(
  { reasons, due_minor, currency }: Proposal,
  { minor }: { readonly minor: number },
): string {
  const due = price(due_minor, currency);
  const other = minor === due_minor ? [] : [t("{due} is due", { due })];
  return [...reasons.map((reason) => reasonTexts[reason]), ...other].join("; ");
}

export const outcomeTexts: Readonly<Record<Line["outcome"], string>> = {
  matched: t("Matched"),
  proposed: t("Proposed"),
  unknown: t("Unknown"),
  known: t("Recorded before"),
  ignored: t("Not received"),
};

export const outcomeMarks: Readonly<Record<Line["outcome"], Outcome>> = {
  matched: "ok",
  proposed: "blocked",
  unknown: "blocked",
  known: "other",
  ignored: "other",
};

export const noteTexts: Readonly<Record<NonNullable<Line["note"]>, string>> = {
  debit: t("Paid out"),
  pending: t("Not booked yet"),
  reversal: t("A payment of yours came back"),
  recorded: t("The line was imported before"),
  recorded_by_hand: t("Its payment was recorded by hand"),
  repeated: t("The same line occurs twice"),
  named_twice: t("Another line pays the payment that it names"),
  no_details: t("The billing details of its payer lack the country or the address"),
  several: t("It names several payments"),
  paid: t("The payment that it names is paid"),
  not_open: t("The payment that it names is not open"),
  currency: t("The payment that it names has another currency"),
  less: t("Less than is due"),
  more: t("More than is due"),
  refund: t("A refund that you have not noted as sent"),
  other_format: t("A file of another format had it"),
  refund_sent: t("A refund that is noted as sent"),
};
