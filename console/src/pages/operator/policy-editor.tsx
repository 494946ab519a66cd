import type { Product } from "../../api/client.ts";
import { wholeFault } from "../../base/whole-number.ts";
import { Field, Select } from "../../parts/field.tsx";
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

type FieldName = Exclude<keyof PolicyForm, "costPerApi">;

/** The fields of a policy, with its summary and its effect on recent calls. */
export function PolicyFields({ product, form, change, nameOf }: PolicyFieldsProps) {
  const policy = policyOf(form, product.policy);
  const control = (name: FieldName) => ({
    value: form[name],
    change: (value: string) => change({ ...form, [name]: value }),
  });
  // An empty field shows its default.
  const input = (name: FieldName, label: string, placeholder: string, hint: string) => (
    <Field label={label} hint={hint} placeholder={placeholder} {...control(name)} autoComplete="off" />
  );
  const figure = (name: FieldName, label: string, placeholder: string, least = 1, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      placeholder={placeholder}
      {...control(name)}
      inputMode="numeric"
      autoComplete="off"
      fault={wholeFault(form[name], least)}
    />
  );
  return (
    <div className="policy">
      <fieldset>
        <legend>Rate limit</legend>
        {figure("rateCalls", "Rate limit (calls)", "no limit")}
        {figure("rateSeconds", "Period (seconds)", "60")}
      </fieldset>
      <fieldset>
        <legend>Quota</legend>
        {figure("quotaCalls", "Quota (calls)", "no quota")}
        <Select label="Per" {...control("quotaRenewal")} options={["day", "week", "month", "lifetime"]} />
      </fieldset>
      <fieldset>
        <legend>Credits</legend>
        {figure("cost", "Per lookup", "1", 0, "Prices of single APIs are below.")}
        {figure("costOptions", "Per list", "0", 0)}
        <Select
          label="Not found"
          {...control("chargeOn")}
          options={[
            ["found", "Free"],
            ["always", "Charged"],
          ]}
        />
      </fieldset>
      <fieldset>
        <legend>Watches</legend>
        {figure("watches", "Watched VINs", "1,000", 0, "For each subscription. Watching is free.")}
      </fieldset>
      <fieldset>
        <legend>Access</legend>
        {input("allow", "Allowed networks", "all", "CIDR, for example 203.0.113.0/24.")}
        {input("deny", "Blocked networks", "none", "CIDR, for example 203.0.113.0/24.")}
        {input("origins", "Allowed origins (CORS)", "none", "For example, https://example.com.")}
      </fieldset>
      <div className="policy-says" aria-live="polite">
        <h3>Summary</h3>
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
