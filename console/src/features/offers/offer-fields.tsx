import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { periodOptions } from "../../base/period-words.ts";
import { type Typed, typedAmount, wholeNumber } from "../../base/typed-numbers.ts";
import { Field, Select } from "../../parts/field.tsx";
import { MoneyField, WholeField } from "../../parts/number-field.tsx";
import {
  type AmountName,
  blockedBy,
  faultsOf,
  type OfferForm,
  rise,
  terms,
  termsOf,
  type WholeName,
} from "./offer-form.ts";
import { OfferPackages } from "./offer-packages.tsx";
import { capText, type Terms } from "./offer-words.ts";

interface OfferFieldsProps {
  readonly form: OfferForm;
  /** The terms of the newest version; undefined before the first. */
  readonly before: Terms | undefined;
  change(form: OfferForm): void;
}

type ChoiceName = "currency" | "price_every" | "credits_every";
type FlagName = "on_sale" | "invoice_allowed";

const sentences = (...parts: readonly (string | false | undefined)[]): string | undefined =>
  parts.filter(Boolean).join(" ") || undefined;

/** The fields of a draft. Those that differ from the newest version are outlined, and show its value. */
export function OfferFields({ form, before, change }: OfferFieldsProps) {
  const faults = faultsOf(form);
  const { currency } = form;
  const control = <Value extends Typed>(name: keyof OfferForm, was: string | undefined, hint?: string) => ({
    // A fault has its own outline.
    className: was === undefined || name in faults ? "" : "changed",
    fault: faults[name as keyof typeof faults],
    hint: sentences(was, hint),
    change: (value: Value) => change({ ...form, [name]: value }),
  });
  const choice = (name: ChoiceName, was: string | undefined, hint?: string) => ({
    value: form[name],
    ...control(name, was === undefined || was === form[name] ? undefined : wasText(was), hint),
  });
  const whole = (name: WholeName, hint?: string) => {
    const { label, bounds, ...term }: { label: string; bounds: readonly [number, number?]; hint?: string } =
      terms[name];
    // Credits without a price have no number to compare with.
    const was = before?.[name] ?? (name === "overage_per" ? undefined : before && null);
    const isChanged = was !== undefined && was !== (wholeNumber(form[name]) ?? null);
    return (
      <WholeField
        label={label}
        value={form[name]}
        least={bounds[0]}
        most={bounds[1]}
        {...control(name, isChanged ? wasText(was === null ? "" : count(was)) : undefined, hint ?? term.hint)}
      />
    );
  };
  const amount = (name: AmountName) => {
    const { label, hint }: { label: string; hint?: string } = terms[name];
    const was = before?.[name];
    const typed = typedAmount(form[name], currency);
    const isChanged = was !== undefined && was !== (typed ?? null);
    const risen = was && typed !== undefined && !Number.isNaN(typed) ? rise(was, typed) : undefined;
    const text = isChanged ? wasText(was === null ? "" : price(was, currency), risen) : undefined;
    return (
      <MoneyField
        label={`${label} (${currency})`}
        value={form[name]}
        currency={currency}
        {...control(name, text, hint)}
      />
    );
  };
  const check = (name: FlagName, label: string) => (
    <Check
      label={label}
      on={form[name]}
      was={before?.[name]}
      change={(on) => change({ ...form, [name]: on })}
    />
  );
  const cap = blockedBy(form) === undefined ? capText(termsOf(form)) : undefined;
  return (
    <div className="policy terms">
      {!before && (
        <fieldset>
          <legend className="vh">{t("Currency")}</legend>
          <Field
            label={t("Currency")}
            autoComplete="off"
            maxLength={3}
            {...choice("currency", undefined, t("ISO 4217. It does not change later."))}
          />
        </fieldset>
      )}
      <fieldset>
        <legend className="vh">{t("Price")}</legend>
        {amount("price_minor")}
        <Select
          label={t("Every")}
          options={periodOptions("once", "month", "year")}
          {...choice("price_every", before?.price_every, t("Calendar months, from the day of purchase."))}
        />
      </fieldset>
      <fieldset>
        <legend className="vh">{t("Credits")}</legend>
        {whole("credits")}
        <Select
          label={t("Credits every")}
          options={periodOptions("once", "month")}
          {...choice("credits_every", before?.credits_every)}
        />
      </fieldset>
      <fieldset>
        <legend className="vh">{t("Expiry and notice")}</legend>
        {whole("carry_over")}
        {whole("notice_days")}
      </fieldset>
      <fieldset className="three">
        <legend className="vh">{t("Beyond credits")}</legend>
        {amount("overage_minor")}
        {whole("overage_per")}
        {whole("overage_cap_max", cap && t("{cap} per period.", { cap }))}
      </fieldset>
      <OfferPackages
        packages={form.packages}
        before={before?.packages}
        currency={currency}
        change={(packages) => change({ ...form, packages: [...packages] })}
      />
      <fieldset>
        <legend className="vh">{t("Account")}</legend>
        {whole("members_max")}
        {whole("connector_credits_per_day")}
      </fieldset>
      <div>
        {check("invoice_allowed", t("Customers can pay by invoice"))}
        {check("on_sale", t("On sale: on the price page, and for new subscriptions"))}
      </div>
    </div>
  );
}

/** `Was €49.90: +20.0%.` */
function wasText(was: string, risen?: string): string {
  if (risen !== undefined) return t("Was {was}: {risen}.", { was, risen });
  return t("Was {blank, select, yes {empty} other {{was}}}.", { blank: was === "" ? "yes" : "no", was });
}

interface CheckProps {
  readonly label: string;
  readonly on: boolean;
  readonly was: boolean | undefined;
  change(on: boolean): void;
}

function Check({ label, on, was, change }: CheckProps) {
  const isChanged = was !== undefined && was !== on;
  return (
    <label className={isChanged ? "check changed" : "check"}>
      <input type="checkbox" checked={on} onChange={() => change(!on)} />
      <span>
        {label}
        {isChanged && (
          <span className="sub">
            {t("Was {was, select, yes {on} other {off}}.", { was: was ? "yes" : "no" })}
          </span>
        )}
      </span>
    </label>
  );
}
