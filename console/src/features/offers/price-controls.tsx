import type { ReactNode } from "react";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { periodOptions, periodWord } from "../../base/period-words.ts";
import { type Typed, typedAmount, wholeNumber } from "../../base/typed-numbers.ts";
import { Select } from "../../parts/field.tsx";
import { MoneyField, WholeField } from "../../parts/number-field.tsx";
import { type AmountName, faultsOf, type OfferForm, rise, terms, type WholeName } from "./offer-form.ts";
import { stayText, type Terms } from "./offer-words.ts";

export interface Draft {
  readonly form: OfferForm;
  /** The terms of the newest version; undefined before the first. */
  readonly before: Terms | undefined;
  /** Whether it was tried to publish: what is empty is marked. */
  readonly isSent: boolean;
  change(form: OfferForm): void;
}

type FieldOf<N> = Draft & { readonly name: N; readonly hint?: string | undefined };

const sentences = (...parts: readonly (string | false | undefined)[]): string | undefined =>
  parts.filter(Boolean).join(" ") || undefined;

/** `Was €49.90: +20.0%.` */
function wasText(was: string, risen?: string): string {
  if (risen !== undefined) return t("Was {was}: {risen}.", { was, risen });
  return t("Was {blank, select, yes {empty} other {{was}}}.", { blank: was === "" ? "yes" : "no", was });
}

/** What all fields have: the fault, or else what the newest version has if the draft differs. */
function control({ form, isSent, change, name, hint }: FieldOf<keyof Terms>, was: string | undefined) {
  const fault = faultsOf(form, isSent)[name];
  return {
    // A fault has its own outline.
    className: was === undefined || fault ? "" : "changed",
    fault,
    hint: sentences(was, hint),
    change: (value: Typed) => change({ ...form, [name]: value }),
  };
}

export function WholeTerm(field: FieldOf<WholeName>) {
  const { form, before, name } = field;
  const { label, bounds, ...term }: { label: string; bounds: readonly [number, number?]; hint?: string } =
    terms[name];
  // Credits without a price have no number to compare with.
  const was = before?.[name] ?? (name === "overage_per" ? undefined : before && null);
  const isChanged = was !== undefined && was !== (wholeNumber(form[name]) ?? null);
  const text = isChanged ? wasText(was === null ? "" : count(was)) : undefined;
  return (
    <WholeField
      label={label}
      value={form[name]}
      least={bounds[0]}
      most={bounds[1]}
      {...control({ ...field, hint: field.hint ?? term.hint }, text)}
    />
  );
}

export function AmountTerm(field: FieldOf<AmountName>) {
  const { form, before, name } = field;
  const { label, hint }: { label: string; hint?: string } = terms[name];
  const was = before?.[name];
  const typed = typedAmount(form[name], form.currency);
  const isChanged = was !== undefined && was !== (typed ?? null);
  const risen = was && typed !== undefined && !Number.isNaN(typed) ? rise(was, typed) : undefined;
  const text = isChanged ? wasText(was === null ? "" : price(was, form.currency), risen) : undefined;
  return (
    <MoneyField
      label={`${label} (${form.currency})`}
      value={form[name]}
      currency={form.currency}
      {...control({ ...field, hint }, text)}
    />
  );
}

const stays = Array.from({ length: 13 }, (_, periods) => [String(periods), stayText(periods)] as const);

const choices = {
  price_every: { label: t("Every"), options: periodOptions("month", "year", "once"), words: periodWord },
  credits_every: { label: t("Credits every"), options: periodOptions("month", "once"), words: periodWord },
  carry_over: {
    label: terms.carry_over.label,
    options: stays,
    words: (periods: string) => stayText(wholeNumber(periods) ?? 0),
  },
} as const;

export function ChoiceTerm(field: FieldOf<keyof typeof choices>) {
  const { form, before, name } = field;
  const { label, options, words } = choices[name];
  const value = String(form[name]);
  const was = before && String(before[name]);
  const text = was === undefined || was === value ? undefined : wasText(words(was));
  return <Select label={label} options={options} value={value} {...control(field, text)} />;
}

export function FlagTerm({
  form,
  before,
  change,
  name,
  children,
}: FieldOf<"on_sale" | "invoice_allowed"> & { readonly children: ReactNode }) {
  const isChanged = before !== undefined && before[name] !== form[name];
  return (
    <label className={isChanged ? "check changed" : "check"}>
      <input type="checkbox" checked={form[name]} onChange={() => change({ ...form, [name]: !form[name] })} />
      <span>
        {children}
        {isChanged && (
          <span className="sub">
            {t("Was {was, select, yes {on} other {off}}.", { was: before[name] ? "yes" : "no" })}
          </span>
        )}
      </span>
    </label>
  );
}
