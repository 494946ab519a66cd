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

/** The fields of a policy, with its summary and its effect on recent calls. */
export function PolicyFields({ product, form, change, nameOf }: PolicyFieldsProps) {
  const policy = policyOf(form, product.policy);
  const control = (name: Exclude<keyof PolicyForm, "costPerApi">) => ({
    value: form[name],
    change: (value: string) => change({ ...form, [name]: value }),
  });
  const input = (name: Exclude<keyof PolicyForm, "costPerApi">, label: string, hint: string) => (
    <Field label={label} hint={hint} {...control(name)} autoComplete="off" />
  );
  const figure = (name: Exclude<keyof PolicyForm, "costPerApi">, label: string, hint: string, least = 1) => (
    <Field
      label={label}
      hint={hint}
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
        {figure("rateCalls", "Rate limit (calls)", "Leave empty for none.")}
        {figure("rateSeconds", "Period (seconds)", "Default: 60")}
      </fieldset>
      <fieldset>
        <legend>Quota</legend>
        {figure("quotaCalls", "Quota (calls)", "Leave empty for none.")}
        <Select label="Per" {...control("quotaRenewal")} options={["day", "week", "month", "lifetime"]} />
      </fieldset>
      <fieldset>
        <legend>Credits</legend>
        {figure("cost", "Per lookup", "Default: 1. Prices of single APIs are below.", 0)}
        {figure("costOptions", "Per list", "Default: 0", 0)}
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
        {figure("watches", "Watched VINs", "Default: 1,000 for each subscription. Watching is free.", 0)}
      </fieldset>
      <fieldset>
        <legend>Access</legend>
        {input("allow", "Allowed networks", "CIDR. Leave empty for all.")}
        {input("deny", "Blocked networks", "For example, 203.0.113.0/24.")}
        {input("origins", "Allowed origins (CORS)", "For example, https://example.com.")}
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
