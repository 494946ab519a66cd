import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import type { Outcome } from "../../parts/outcome-kind.ts";
import { datesIn } from "../billing/zone-dates.ts";
import type { Line } from "./money-queries.ts";

const utc = datesIn("UTC");

export const stateNames: Readonly<Record<Line["state"], string>> = {
  problem: t("Problem"),
  due: t("Due"),
  paid: t("Paid"),
  refunded: t("Refunded"),
  ended: t("Ended"),
};

export const stateMarks: Readonly<Record<Line["state"], Outcome>> = {
  problem: "blocked",
  due: "other",
  paid: "ok",
  refunded: "other",
  ended: "other",
};

/** The shape of a line's state: what needs a person differs from what takes its course. */
export function markOf({ state, detail, needs_action }: Line): Outcome {
  if (detail === "disputed" || detail === "inquiry") return "failed";
  return needs_action ? "blocked" : stateMarks[state];
}

/** Why a line is in its state, and until when. */
export function detailText({ detail, until, method, problem, number, description }: Line): string {
  const day = until ? utc.day(until) : "";
  switch (detail) {
    case "not_matched":
      return t("not matched");
    case "not_here":
      return t("its payment is not here");
    case "disputed":
      return t("disputed: answer it at the provider");
    case "inquiry":
      return t("the bank asks: answer it at the provider");
    case "decision":
      return problem ?? t("decide");
    case "declined":
      return t("declined");
    case "card_pending":
      return t("card, pending");
    case "debited":
      return t("being debited: nothing to do");
    case "planned":
      return day ? t("charged on {day}", { day }) : t("charged when it is due");
    case "by_transfer":
      return day ? t("by transfer until {day}", { day }) : t("by transfer");
    case "late":
      return day ? t("late, lapses on {day}", { day }) : t("late");
    case "unpaid":
      return t("starts on {day}", { day });
    case "paid":
      return method ? methodWord(method) : number ? t("paid") : description && t("no invoice yet");
    case "returned":
      return t("returned");
    case "taken_back":
      return t("the money came back");
    case "to_send":
      return t("send it by bank");
    case "sent":
      return t("sent on {day}", { day });
    case "cancelled":
      return t("cancelled");
  }
}

/** The provider names cards; a transfer is a word of this page. */
const methodWord = (method: string): string => (method === "Transfer" ? t("transfer") : method);

/** What a line is called: its number, its reference, or what its payer wrote. */
export function nameOf({ number, reference, kind, id }: Line): string {
  if (number) return number;
  if (kind === "transfer") return t("“{reference}”", { reference: reference || t("no reference") });
  return kind === "period" ? t("unpaid period") : reference || id;
}

export const customerOf = ({ company, customer, account_id }: Line): string =>
  company || customer || account_id || t("unknown");

/** Amounts with a minus that is not a hyphen. */
export const sumOf = ({ minor, currency }: Pick<Line, "minor" | "currency">): string =>
  price(minor, currency);
