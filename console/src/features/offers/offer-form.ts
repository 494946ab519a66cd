import { count } from "../../base/format.ts";
import { locale, t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import {
  amountFault,
  isEmpty,
  type Typed,
  typedAmount,
  wholeFault,
  wholeNumber,
} from "../../base/typed-numbers.ts";
import type { OfferPackage } from "./offer-queries.ts";
import { beyondText, priceText, stayText, type Terms } from "./offer-words.ts";

/** A term, in the order of a list of changes. */
interface Term {
  /** The value before anything is typed. */
  readonly initial: Terms[keyof Terms];
  /** The label of its field and of its change. A term without one has no change of its own. */
  readonly label?: string;
  /** How a sentence names a number that must be typed. */
  readonly required?: string;
  readonly hint?: string;
  /** The whole numbers from which and up to which it is read. */
  readonly bounds?: readonly [least: number, most?: number];
  /** How people read it, unless as a number or a yes or no; null if another term shows it. */
  readonly shown?: ((terms: Terms) => string) | null;
  readonly isPrice?: boolean;
}

export const terms = {
  on_sale: { initial: true, label: t("On sale") },
  currency: { initial: "EUR" },
  price_minor: { initial: 0, label: t("Price"), required: t("price"), shown: priceText, isPrice: true },
  price_every: { initial: "month" },
  credits: { initial: 0, label: t("Credits"), required: t("credits"), bounds: [0], shown: creditsEveryText },
  credits_every: { initial: "month" },
  carry_over: { initial: 0, label: t("Unused credits stay"), shown: (terms) => stayText(terms.carry_over) },
  notice_days: {
    initial: 30,
    label: t("Notice (days)"),
    required: t("notice"),
    hint: t("For current customers."),
    bounds: [0, 365],
  },
  overage_minor: {
    initial: null,
    label: t("Beyond credits"),
    hint: t("Leave empty for none: calls stop at 0 credits."),
    shown: (terms) => beyondText(terms) ?? t("none"),
    isPrice: true,
  },
  overage_per: { initial: null, label: t("Per (credits)"), required: t("per"), bounds: [1], shown: null },
  overage_cap_max: {
    initial: null,
    label: t("Highest cap (credits)"),
    required: t("highest cap"),
    bounds: [1],
  },
  packages: { initial: [], label: t("Packages"), shown: packagesText, isPrice: true },
  who_pays: { initial: "notice" },
  members_max: { initial: null, label: t("Members"), hint: t("Leave empty for no limit."), bounds: [1] },
  invoice_allowed: { initial: false, label: t("Pay by invoice") },
  connector_credits_per_day: {
    initial: null,
    label: t("Connected assistants (credits per day)"),
    hint: t("Leave empty for no limit."),
    bounds: [1],
  },
} as const satisfies Record<keyof Terms, Term>;

const declared = Object.entries(terms) as [keyof Terms, Term][];

export type WholeName = {
  [K in keyof typeof terms]: (typeof terms)[K] extends { readonly bounds: unknown } ? K : never;
}[keyof Terms];
const wholes = declared.flatMap(([name, { bounds }]) =>
  bounds ? [[name as WholeName, bounds] as const] : [],
);

export type AmountName = "price_minor" | "overage_minor";

/** The fields of a draft: numbers as stored until they are typed; `who_pays` is undefined until it is chosen. */
export type OfferForm = Readonly<
  Omit<Terms, WholeName | AmountName | "who_pays"> &
    Record<WholeName | AmountName, Typed> & { who_pays: Terms["who_pays"] | undefined }
>;

/** Terms of a first version, before anything is typed. */
export const blankTerms = Object.fromEntries(
  declared.map(([name, { initial }]) => [name, initial]),
) as unknown as Terms;

/** Credits of a price beyond credits, before one is typed. */
const beyondPerUsual = 1000;

/** The form of published terms; of a first version with empty prices. */
export const formOf = (published: Terms, isFirst = false): OfferForm => ({
  ...(Object.fromEntries(declared.map(([name]) => [name, published[name] ?? ""])) as unknown as OfferForm),
  ...(isFirst && { price_minor: "", credits: "" }),
  overage_per: published.overage_per ?? beyondPerUsual,
  who_pays: undefined,
});

/** Why fields cannot be published as typed, by their names. What is empty has a fault if `isSent`. */
export function faultsOf(form: OfferForm, isSent: boolean): Partial<Record<keyof Terms, string>> {
  const { currency } = form;
  const faults = [
    ...(isSent ? emptyOf(form) : []).map(([name, empty]) => [name, t("Enter {empty}.", { empty })] as const),
    ...wholes.map(([name, bounds]) => [name, wholeFault(form[name], ...bounds)] as const),
    ["currency", /^[A-Z]{3}$/.test(currency) ? undefined : t("Three capital letters, for example EUR.")],
    ["price_minor", amountFault(form.price_minor, currency)],
    ["overage_minor", amountFault(form.overage_minor, currency)],
  ] as const;
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined));
}

/** The fields that must be filled and are empty, with what to enter. */
function emptyOf(form: OfferForm): [keyof Terms, string][] {
  const optional: readonly string[] = isEmpty(form.overage_minor) ? ["overage_per", "overage_cap_max"] : [];
  return declared.flatMap(([name, { required }]) =>
    required && !optional.includes(name) && isEmpty(form[name as WholeName]) ? [[name, required]] : [],
  );
}

/** Whether the form can be published. */
export const isComplete = (form: OfferForm): boolean => Object.keys(faultsOf(form, true)).length === 0;

/** Who pays a draft for which nobody is chosen: where a plan has customers, they keep their price. */
export const proposedFor = (hasCustomers: boolean): Terms["who_pays"] => (hasCustomers ? "new" : "notice");

/** The terms of a form without faults. `proposed`: who pays them unless it is chosen. */
export function termsOf(form: OfferForm, proposed: Terms["who_pays"] = "notice"): Terms {
  const beyond = typedAmount(form.overage_minor, form.currency) ?? null;
  const numbers = wholes.map(([name]) => [
    name,
    wholeNumber(form[name]) ?? (terms[name].initial === null ? null : 0),
  ]);
  return {
    ...form,
    ...(Object.fromEntries(numbers) as Pick<Terms, WholeName>),
    price_minor: typedAmount(form.price_minor, form.currency) ?? 0,
    overage_minor: beyond,
    ...(beyond === null && { overage_per: null, overage_cap_max: null }),
    // Credits that are granted once do not expire.
    ...(form.credits_every === "once" && { carry_over: 0 }),
    who_pays: form.who_pays ?? proposed,
  };
}

/** A term that a draft changes, as people read it. */
export interface TermChange {
  readonly label: string;
  readonly was: string;
  readonly is: string;
  readonly isPrice?: boolean;
}

function shownValue(value: Terms[keyof Terms]): string {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  return typeof value === "number" ? count(value) : t("none");
}

/** The terms that differ between two versions. Who pays them is shown separately. */
export const changesOf = (was: Terms, is: Terms): readonly TermChange[] =>
  declared.flatMap(([name, { label, shown = (of: Terms) => shownValue(of[name]), isPrice }]) => {
    if (!label || !shown) return [];
    const change = { label, was: shown(was), is: shown(is), ...(isPrice && { isPrice }) };
    return change.was === change.is ? [] : [change];
  });

function creditsEveryText({ credits, credits_every }: Terms): string {
  return `${count(credits)} ${credits_every === "once" ? t("once") : t("per month")}`;
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
