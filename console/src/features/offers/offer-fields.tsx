import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { periodOptions } from "../../base/period-words.ts";
import { type Typed, typedAmount, wholeNumber } from "../../base/typed-numbers.ts";
import { Field, Select } from "../../parts/field.tsx";
import { MoneyField, WholeField } from "../../parts/number-field.tsx";
import { blockedBy, bounds, faultsOf, type OfferForm, rise, termsOf, type WholeName } from "./offer-form.ts";
import { OfferPackages } from "./offer-packages.tsx";
import { capText, type Terms } from "./offer-words.ts";

interface OfferFieldsProps {
  readonly form: OfferForm;
  /** The terms of the newest version; undefined before the first. */
  readonly before: Terms | undefined;
  change(form: OfferForm): void;
}

type ChoiceName = "currency" | "priceEvery" | "creditsEvery";

/** The value of the newest version, null if it has none; undefined before the first version. */
type Was = number | null | undefined;

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
  const whole = (name: WholeName, label: string, was: Was, hint?: string) => {
    const isChanged = was !== undefined && was !== (wholeNumber(form[name]) ?? null);
    const [least, most] = bounds[name] as readonly [number, number?];
    return (
      <WholeField
        label={label}
        value={form[name]}
        least={least}
        most={most}
        {...control(name, isChanged ? wasText(was === null ? "" : count(was)) : undefined, hint)}
      />
    );
  };
  const amount = (name: "price" | "beyond", label: string, was: Was, hint?: string) => {
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
        {amount("price", t("Price"), before?.price_minor)}
        <Select
          label={t("Every")}
          options={periodOptions("once", "month", "year")}
          {...choice("priceEvery", before?.price_every, t("Calendar months, from the day of purchase."))}
        />
      </fieldset>
      <fieldset>
        <legend className="vh">{t("Credits")}</legend>
        {whole("credits", t("Credits"), before?.credits)}
        <Select
          label={t("Credits every")}
          options={periodOptions("once", "month")}
          {...choice("creditsEvery", before?.credits_every)}
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
