import { count } from "../../base/format.ts";
import { amountText, typedAmount } from "../../base/money.ts";
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
      hint: [isChanged && `Was ${was === "" ? "empty" : was}.`, hint].filter(Boolean).join(" ") || undefined,
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
          <legend className="vh">Currency</legend>
          <Field
            label="Currency"
            autoComplete="off"
            maxLength={3}
            {...control("currency", undefined, "ISO 4217. It does not change later.")}
          />
        </fieldset>
      )}
      <fieldset>
        <legend className="vh">Price</legend>
        {amount("price", "Price", before?.price_minor)}
        <Select
          label="Every"
          options={["once", "month", "year"]}
          {...control("priceEvery", before?.price_every, "Calendar months, from the day of purchase.")}
        />
      </fieldset>
      <fieldset>
        <legend className="vh">Credits</legend>
        {whole("credits", "Credits", before?.credits)}
        <Select
          label="Credits every"
          options={["once", "month"]}
          {...control("creditsEvery", before?.credits_every)}
        />
      </fieldset>
      <fieldset>
        <legend className="vh">Expiry and notice</legend>
        {whole("carryOver", "Unused credits stay (periods)", before?.carry_over, "From 0 to 12.")}
        {whole("notice", "Notice (days)", before?.notice_days, "For current subscriptions.")}
      </fieldset>
      <fieldset className="three">
        <legend className="vh">Beyond credits</legend>
        {amount("beyond", "Beyond credits", before?.overage_minor, "Leave empty for none.")}
        {whole("beyondPer", "Per (credits)", before?.overage_per ?? undefined)}
        {whole("capMax", "Highest cap (credits)", before?.overage_cap_max, cap && `${cap} per period.`)}
      </fieldset>
      <OfferPackages
        packages={form.packages}
        before={before?.packages}
        currency={currency}
        change={(packages) => change({ ...form, packages })}
      />
      <fieldset>
        <legend className="vh">Account</legend>
        {whole("members", "Members", before?.members_max, "Leave empty for no limit.")}
        {whole(
          "connector",
          "Connected assistants (credits per day)",
          before?.connector_credits_per_day,
          "Leave empty for no limit.",
        )}
      </fieldset>
      <div>
        <Check
          label="Customers can pay by invoice"
          on={form.invoice}
          was={before?.invoice_allowed}
          change={(invoice) => change({ ...form, invoice })}
        />
        <Check
          label="On sale: on the price page, and for new subscriptions"
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
        {isChanged && <span className="sub">Was {was ? "on" : "off"}.</span>}
      </span>
    </label>
  );
}
