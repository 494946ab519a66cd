import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { amountText, typedAmount } from "../../base/money.ts";
import { periodOptions } from "../../base/period-words.ts";
import { Field, Select } from "../../parts/field.tsx";
import { blockedBy, faultsOf, type OfferForm, rise, termsOf } from "./offer-form.ts";
import { OfferPackages } from "./offer-packages.tsx";
import { capText, type Terms } from "./offer-words.ts";

interface OfferFieldsProps {
  readonly form: OfferForm;
  /** The terms of the newest version; undefined before the first. */
  readonly before: Terms | undefined;
  change(form: OfferForm): void;
}

type TextName = Exclude<keyof OfferForm, "onSale" | "packages" | "invoice">;

/** The fields of a draft. Those that differ from the newest version are outlined, and show its value. */
export function OfferFields({ form, before, change }: OfferFieldsProps) {
  const faults = faultsOf(form);
  const { currency } = form;
  const control = (name: TextName, was: string | undefined, hint?: string) => {
    const isChanged = was !== undefined && was !== form[name];
    return {
      value: form[name],
      className: isChanged ? "changed" : "",
      fault: faults[name as keyof typeof faults],
      hint:
        [
          isChanged &&
            t("Was {blank, select, yes {empty} other {{was}}}.", {
              blank: was === "" ? "yes" : "no",
              was,
            }),
          hint,
        ]
          .filter(Boolean)
          .join(" ") || undefined,
      change: (value: string) => change({ ...form, [name]: value }),
    };
  };
  const whole = (name: TextName, label: string, was: number | null | undefined, hint?: string) => (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      {...control(name, was === undefined ? undefined : was === null ? "" : count(was), hint)}
    />
  );
  const amount = (name: "price" | "beyond", label: string, was: number | null | undefined, hint?: string) => {
    const typed = typedAmount(form[name], currency);
    const risen = was && typed !== undefined && !Number.isNaN(typed) ? rise(was, typed) : undefined;
    const text = was === undefined ? undefined : was === null ? "" : amountText(was, currency);
    return (
      <Field
        label={`${label} (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        {...control(name, text, [risen && `${risen}.`, hint].filter(Boolean).join(" "))}
      />
    );
  };
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
            {...control("currency", undefined, t("ISO 4217. It does not change later."))}
          />
        </fieldset>
      )}
      <fieldset>
        <legend className="vh">{t("Price")}</legend>
        {amount("price", t("Price"), before?.price_minor)}
        <Select
          label={t("Every")}
          options={periodOptions("once", "month", "year")}
          {...control("priceEvery", before?.price_every, t("Calendar months, from the day of purchase."))}
        />
      </fieldset>
      <fieldset>
        <legend className="vh">{t("Credits")}</legend>
        {whole("credits", t("Credits"), before?.credits)}
        <Select
          label={t("Credits every")}
          options={periodOptions("once", "month")}
          {...control("creditsEvery", before?.credits_every)}
        />
      </fieldset>
      <fieldset>
        <legend className="vh">{t("Expiry and notice")}</legend>
        {whole("carryOver", t("Unused credits stay (periods)"), before?.carry_over, t("From 0 to 12."))}
        {whole("notice", t("Notice (days)"), before?.notice_days, t("For current subscriptions."))}
      </fieldset>
      <fieldset className="three">
        <legend className="vh">{t("Beyond credits")}</legend>
        {amount("beyond", t("Beyond credits"), before?.overage_minor, t("Leave empty for none."))}
        {whole("beyondPer", t("Per (credits)"), before?.overage_per ?? undefined)}
        {whole(
          "capMax",
          t("Highest cap (credits)"),
          before?.overage_cap_max,
          cap && t("{cap} per period.", { cap }),
        )}
      </fieldset>
      <OfferPackages
        packages={form.packages}
        before={before?.packages}
        currency={currency}
        change={(packages) => change({ ...form, packages })}
      />
      <fieldset>
        <legend className="vh">{t("Account")}</legend>
        {whole("members", t("Members"), before?.members_max, t("Leave empty for no limit."))}
        {whole(
          "connector",
          t("Connected assistants (credits per day)"),
          before?.connector_credits_per_day,
          t("Leave empty for no limit."),
        )}
      </fieldset>
      <div>
        <Check
          label={t("Customers can pay by invoice")}
          on={form.invoice}
          was={before?.invoice_allowed}
          change={(invoice) => change({ ...form, invoice })}
        />
        <Check
          label={t("On sale: on the price page, and for new subscriptions")}
          on={form.onSale}
          was={before?.on_sale}
          change={(onSale) => change({ ...form, onSale })}
        />
      </div>
    </div>
  );
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
