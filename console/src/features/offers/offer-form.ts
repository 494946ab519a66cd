import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { amountFault, amountText, price, typedAmount } from "../../base/money.ts";
import { wholeFault, wholeNumber } from "../../base/whole-number.ts";
import type { OfferPackage } from "./offer-queries.ts";
import { beyondText, priceText, type Terms } from "./offer-words.ts";

/** The fields of a draft, as typed. */
export interface OfferForm {
  readonly onSale: boolean;
  readonly currency: string;
  readonly price: string;
  readonly priceEvery: Terms["price_every"];
  readonly credits: string;
  readonly creditsEvery: Terms["credits_every"];
  readonly carryOver: string;
  readonly notice: string;
  readonly beyond: string;
  readonly beyondPer: string;
  readonly capMax: string;
  readonly packages: readonly OfferPackage[];
  readonly members: string;
  readonly invoice: boolean;
  readonly connector: string;
}

/** Terms of a first version, before anything is typed. */
export const blankTerms: Terms = {
  on_sale: true,
  currency: "EUR",
  price_minor: 0,
  price_every: "month",
  credits: 0,
  credits_every: "month",
  carry_over: 0,
  overage_minor: null,
  overage_per: null,
  overage_cap_max: null,
  packages: [],
  notice_days: 30,
  members_max: null,
  invoice_allowed: false,
  connector_credits_per_day: null,
};

const text = (value: number | null) => (value === null ? "" : count(value));

/** The form of published terms; of a first version with empty prices. */
export function formOf(terms: Terms, isFirst = false): OfferForm {
  const amount = (minor: number | null) => (minor === null ? "" : amountText(minor, terms.currency));
  return {
    onSale: terms.on_sale,
    currency: terms.currency,
    price: isFirst ? "" : amount(terms.price_minor),
    priceEvery: terms.price_every,
    credits: isFirst ? "" : text(terms.credits),
    creditsEvery: terms.credits_every,
    carryOver: text(terms.carry_over),
    notice: text(terms.notice_days),
    beyond: amount(terms.overage_minor),
    beyondPer: terms.overage_per === null ? "1,000" : count(terms.overage_per),
    capMax: text(terms.overage_cap_max),
    packages: terms.packages,
    members: text(terms.members_max),
    invoice: terms.invoice_allowed,
    connector: text(terms.connector_credits_per_day),
  };
}

type FaultName = Exclude<keyof OfferForm, "onSale" | "priceEvery" | "creditsEvery" | "packages" | "invoice">;

/** Why fields cannot be published as typed, by their names. What is empty has no fault. */
export function faultsOf(form: OfferForm): Partial<Record<FaultName, string>> {
  const { currency } = form;
  const atMost = (typed: string, most: number) =>
    (wholeNumber(typed) ?? 0) > most
      ? t("Enter a whole number up to {most}.", { most: count(most) })
      : undefined;
  const faults = {
    currency: /^[A-Z]{3}$/.test(currency) ? undefined : t("Three capital letters, for example EUR."),
    price: amountFault(form.price, currency),
    credits: wholeFault(form.credits),
    carryOver: wholeFault(form.carryOver) ?? carryFault(form),
    notice: wholeFault(form.notice) ?? atMost(form.notice, 365),
    beyond: amountFault(form.beyond, currency),
    beyondPer: wholeFault(form.beyondPer, 1),
    capMax: wholeFault(form.capMax, 1),
    members: wholeFault(form.members, 1),
    connector: wholeFault(form.connector, 1),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

/** The labels of fields that must be filled and are empty. */
function emptyOf(form: OfferForm): string[] {
  const isBeyond = form.beyond.trim() !== "";
  const required = {
    price: form.price,
    credits: form.credits,
    "unused credits": form.carryOver,
    notice: form.notice,
    ...(isBeyond && { per: form.beyondPer, "highest cap": form.capMax }),
  };
  return Object.entries(required)
    .filter(([, typed]) => typed.trim() === "")
    .map(([label]) => label);
}

/** Why the form cannot be published; undefined if it can. */
export function blockedBy(form: OfferForm): string | undefined {
  if (Object.keys(faultsOf(form)).length > 0) return t("Correct the marked fields.");
  const empty = emptyOf(form);
  return empty.length > 0
    ? t("Enter {empty}.", { empty: empty.join(", ").replace(/, ([^,]*)$/, " and $1") })
    : undefined;
}

function carryFault({ carryOver, creditsEvery }: OfferForm): string | undefined {
  const periods = wholeNumber(carryOver) ?? 0;
  if (periods > 12) return t("From 0 to 12.");
  return creditsEvery === "once" && periods > 0
    ? t("0, because credits granted once do not expire.")
    : undefined;
}

/** The terms of a form without faults. */
export function termsOf(form: OfferForm): Terms {
  const whole = (typed: string) => wholeNumber(typed) ?? null;
  const beyond = typedAmount(form.beyond, form.currency) ?? null;
  return {
    on_sale: form.onSale,
    currency: form.currency,
    price_minor: typedAmount(form.price, form.currency) ?? 0,
    price_every: form.priceEvery,
    credits: wholeNumber(form.credits) ?? 0,
    credits_every: form.creditsEvery,
    carry_over: wholeNumber(form.carryOver) ?? 0,
    overage_minor: beyond,
    overage_per: beyond === null ? null : whole(form.beyondPer),
    overage_cap_max: beyond === null ? null : whole(form.capMax),
    packages: [...form.packages],
    notice_days: wholeNumber(form.notice) ?? 0,
    members_max: whole(form.members),
    invoice_allowed: form.invoice,
    connector_credits_per_day: whole(form.connector),
  };
}

/** A term that a draft changes, as people read it. */
export interface TermChange {
  readonly label: string;
  readonly was: string;
  readonly is: string;
  readonly isPrice?: boolean;
}

const none = (value: number | null) => (value === null ? t("none") : count(value));

/** The terms that differ between two versions. */
export function changesOf(was: Terms, is: Terms): readonly TermChange[] {
  const shown = (label: string, textOf: (terms: Terms) => string, isPrice = false): TermChange[] => {
    const change = { label, was: textOf(was), is: textOf(is), ...(isPrice && { isPrice }) };
    return change.was === change.is ? [] : [change];
  };
  return [
    ...shown(t("On sale"), ({ on_sale }) => (on_sale ? t("yes") : t("no"))),
    ...shown(t("Price"), priceText, true),
    ...shown(
      t("Credits"),
      (terms) => `${count(terms.credits)} ${terms.credits_every === "once" ? t("once") : t("per month")}`,
    ),
    ...shown(t("Unused credits stay (periods)"), ({ carry_over }) => count(carry_over)),
    ...shown(t("Notice (days)"), ({ notice_days }) => count(notice_days)),
    ...shown(t("Beyond credits"), (terms) => beyondText(terms) ?? t("none"), true),
    ...shown(t("Highest cap (credits)"), ({ overage_cap_max }) => none(overage_cap_max)),
    ...shown(t("Packages"), packagesText, true),
    ...shown(t("Members"), ({ members_max }) => none(members_max)),
    ...shown(t("Pay by invoice"), ({ invoice_allowed }) => (invoice_allowed ? t("yes") : t("no"))),
    ...shown(t("Connected assistants (credits per day)"), ({ connector_credits_per_day: most }) =>
      none(most),
    ),
  ];
}

function packagesText({ packages, currency }: Terms): string {
  if (packages.length === 0) return t("none");
  const one = ({ credits, price_minor, months }: OfferPackage) =>
    t("{credits} at {price} for {months} months", {
      credits: count(credits),
      price: price(price_minor, currency),
      months,
    });
  return packages.map(one).join("; ");
}

/** `+10.1%`; undefined if there is nothing to compare with. */
export function rise(was: number, is: number): string | undefined {
  if (was === 0 || was === is) return undefined;
  const percent = ((is - was) / was) * 100;
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent).toFixed(1)}%`;
}
