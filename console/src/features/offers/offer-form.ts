import { count, listed } from "../../base/format.ts";
import { locale, t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import {
  amountFault,
  isEmpty,
  type Typed,
  typedAmount,
  typedOf,
  wholeFault,
  wholeNumber,
} from "../../base/typed-numbers.ts";
import type { OfferPackage } from "./offer-queries.ts";
import { beyondText, priceText, type Terms } from "./offer-words.ts";

/** The fields of a draft: numbers as stored until they are typed. */
export interface OfferForm {
  readonly onSale: boolean;
  readonly currency: string;
  readonly price: Typed;
  readonly priceEvery: Terms["price_every"];
  readonly credits: Typed;
  readonly creditsEvery: Terms["credits_every"];
  readonly carryOver: Typed;
  readonly notice: Typed;
  /** Undefined until it is chosen: then it is what `proposedFor` proposes. */
  readonly whoPays: Terms["who_pays"] | undefined;
  readonly beyond: Typed;
  readonly beyondPer: Typed;
  readonly capMax: Typed;
  readonly packages: readonly OfferPackage[];
  readonly members: Typed;
  readonly invoice: boolean;
  readonly connector: Typed;
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
  who_pays: "notice",
  members_max: null,
  invoice_allowed: false,
  connector_credits_per_day: null,
};

/** Credits of a price beyond credits, before one is typed. */
const beyondPerUsual = 1000;

/** The whole numbers from which and up to which fields are read. */
export const bounds = {
  credits: [0],
  carryOver: [0, 12],
  notice: [0, 365],
  beyondPer: [1],
  capMax: [1],
  members: [1],
  connector: [1],
} as const satisfies Partial<Record<keyof OfferForm, readonly [least: number, most?: number]>>;

export type WholeName = keyof typeof bounds;

/** The form of published terms; of a first version with empty prices. */
export function formOf(terms: Terms, isFirst = false): OfferForm {
  return {
    onSale: terms.on_sale,
    currency: terms.currency,
    price: isFirst ? "" : terms.price_minor,
    priceEvery: terms.price_every,
    credits: isFirst ? "" : terms.credits,
    creditsEvery: terms.credits_every,
    carryOver: terms.carry_over,
    notice: terms.notice_days,
    whoPays: undefined,
    beyond: typedOf(terms.overage_minor),
    beyondPer: terms.overage_per ?? beyondPerUsual,
    capMax: typedOf(terms.overage_cap_max),
    packages: terms.packages,
    members: typedOf(terms.members_max),
    invoice: terms.invoice_allowed,
    connector: typedOf(terms.connector_credits_per_day),
  };
}

type FaultName = Exclude<
  keyof OfferForm,
  "onSale" | "priceEvery" | "creditsEvery" | "packages" | "invoice" | "whoPays"
>;

/** Why fields cannot be published as typed, by their names. What is empty has no fault. */
export function faultsOf(form: OfferForm): Partial<Record<FaultName, string>> {
  const { currency } = form;
  const whole = (name: WholeName) => wholeFault(form[name], ...bounds[name]);
  const faults = {
    currency: /^[A-Z]{3}$/.test(currency) ? undefined : t("Three capital letters, for example EUR."),
    price: amountFault(form.price, currency),
    credits: whole("credits"),
    carryOver: whole("carryOver") ?? carryFault(form),
    notice: whole("notice"),
    beyond: amountFault(form.beyond, currency),
    beyondPer: whole("beyondPer"),
    capMax: whole("capMax"),
    members: whole("members"),
    connector: whole("connector"),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

/** The labels of fields that must be filled and are empty. */
function emptyOf(form: OfferForm): string[] {
  const isBeyond = !isEmpty(form.beyond);
  const required = [
    [t("price"), form.price],
    [t("credits"), form.credits],
    [t("unused credits"), form.carryOver],
    [t("notice"), form.notice],
    ...(isBeyond
      ? ([
          [t("per"), form.beyondPer],
          [t("highest cap"), form.capMax],
        ] as const)
      : []),
  ] as const;
  return required.filter(([, typed]) => isEmpty(typed)).map(([label]) => label);
}

/** Why the form cannot be published; undefined if it can. */
export function blockedBy(form: OfferForm): string | undefined {
  if (Object.keys(faultsOf(form)).length > 0) return t("Correct the marked fields.");
  const empty = emptyOf(form);
  return empty.length > 0 ? t("Enter {empty}.", { empty: listed(empty) }) : undefined;
}

function carryFault({ carryOver, creditsEvery }: OfferForm): string | undefined {
  return creditsEvery === "once" && (wholeNumber(carryOver) ?? 0) > 0
    ? t("0, because credits granted once do not expire.")
    : undefined;
}

/** Who pays a draft for which nobody is chosen: where a plan has customers, they keep their price. */
export const proposedFor = (hasCustomers: boolean): Terms["who_pays"] => (hasCustomers ? "new" : "notice");

/** The terms of a form without faults. `proposed`: who pays them unless it is chosen. */
export function termsOf(form: OfferForm, proposed: Terms["who_pays"] = "notice"): Terms {
  const whole = (typed: Typed) => wholeNumber(typed) ?? null;
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
    who_pays: form.whoPays ?? proposed,
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

/** The terms that differ between two versions. Who pays them is shown separately. */
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

const percents = new Intl.NumberFormat(locale, {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** `+10.1%`; undefined if there is nothing to compare with. */
export function rise(was: number, is: number): string | undefined {
  if (was === 0 || was === is) return undefined;
  const part = (is - was) / was;
  return `${part > 0 ? "+" : "−"}${percents.format(Math.abs(part))}`;
}
