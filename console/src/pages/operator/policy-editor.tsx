import type { Product } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { periodOptions } from "../../base/period-words.ts";
import { Field, Select } from "../../parts/field.tsx";
import { WholeField } from "../../parts/number-field.tsx";
import { policyWords } from "../../parts/policy-words.ts";
import { type PolicyForm, policyOf } from "./policy-form.ts";
import { PolicyPreview } from "./policy-preview.tsx";

interface PolicyFieldsProps {
  readonly product: Product;
  readonly form: PolicyForm;
  change(form: PolicyForm): void;
  /** The name of an API ID. */
  nameOf(api: string): string;
}

type NumberName = "rateSeconds" | "cost" | "costOptions" | "watches";
type TextName = Exclude<keyof PolicyForm, "costPerApi" | "rateCalls" | "quotaCalls" | NumberName>;

/** The fields of a policy, with its summary and its effect on recent calls. */
export function PolicyFields({ product, form, change, nameOf }: PolicyFieldsProps) {
  const policy = policyOf(form, product.policy);
  const control = (name: TextName) => ({
    value: form[name],
    change: (value: string) => change({ ...form, [name]: value }),
  });
  // An empty field shows its default.
  const input = (name: TextName, label: string, placeholder: string, hint: string) => (
    <Field label={label} hint={hint} placeholder={placeholder} {...control(name)} autoComplete="off" />
  );
  const figure = (name: NumberName, label: string, placeholder: string, least = 1, hint?: string) => (
    <WholeField
      label={label}
      hint={hint}
      placeholder={placeholder}
      value={form[name]}
      least={least}
      change={(value) => change({ ...form, [name]: value })}
    />
  );
  return (
    <div className="policy">
      <fieldset>
        <legend>{t("Periods of the limits")}</legend>
        {figure("rateSeconds", t("Rate limit: period (seconds)"), "60")}
        <Select
          label={t("Quota: calls per")}
          {...control("quotaRenewal")}
          options={periodOptions("day", "week", "month", "lifetime")}
        />
      </fieldset>
      <fieldset>
        <legend>{t("Credits")}</legend>
        {figure("cost", t("Per lookup"), "1", 0, t("Prices of single APIs are above."))}
        {figure("costOptions", t("Per list"), "0", 0)}
        <Select
          label={t("Not found")}
          {...control("chargeOn")}
          options={[
            ["found", t("Free")],
            ["always", t("Charged")],
            ["valid", t("Free, and VINs with a wrong check digit")],
          ]}
        />
      </fieldset>
      <fieldset>
        <legend>{t("Watches")}</legend>
        {figure("watches", t("Watched VINs"), count(1000), 0, t("For each subscription. Watching is free."))}
      </fieldset>
      <fieldset>
        <legend>{t("Access")}</legend>
        {input("allow", t("Allowed networks"), t("all"), t("CIDR, for example 203.0.113.0/24."))}
        {input("deny", t("Blocked networks"), t("none"), t("CIDR, for example 203.0.113.0/24."))}
        {input("origins", t("Allowed origins (CORS)"), t("none"), t("For example, https://example.com."))}
      </fieldset>
      <div className="policy-says" aria-live="polite">
        <h3>{t("Summary")}</h3>
        <ul className="words">
          {policyWords(policy, nameOf).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
      <PolicyPreview productId={product.id} policy={policy} saved={product.policy} />
    </div>
  );
}
