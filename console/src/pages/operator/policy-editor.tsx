import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Product } from "../../api/client.ts";
import { apis } from "../../api/queries.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Area, Field, Select } from "../../parts/field.tsx";
import { policyWords } from "../../parts/policy-words.ts";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { formOf, type PolicyForm, policyOf } from "./policy-form.ts";
import { PolicyPreview } from "./policy-preview.tsx";

/** Edits a policy, with its summary and its effect on recent calls. */
export function PolicyEditor({ product }: { product: Product }) {
  const queries = useQueryClient();
  const names = useQuery(apis).data?.items ?? [];
  const nameOf = (id: string) => names.find((one) => one.id === id)?.display_name ?? id;
  const [form, setForm] = useState(() => formOf(product.policy));
  const policy = policyOf(form, product.policy);
  const { problem, submit } = useForm(async () => {
    const params = { path: { id: product.id } };
    await dataOf(api.PUT("/products/{id}/policies/policy", { params, body: { policy } }));
    await queries.invalidateQueries({ queryKey: ["products"] });
    showToast("Policy saved");
  });
  const control = (name: keyof PolicyForm) => ({
    value: form[name],
    change: (value: string) => setForm({ ...form, [name]: value }),
  });
  const input = (name: keyof PolicyForm, label: string, hint: string) => (
    <Field label={label} hint={hint} {...control(name)} autoComplete="off" />
  );
  return (
    <form onSubmit={submit} className="policy">
      <fieldset>
        <legend>Rate limit</legend>
        {input("rateCalls", "Rate limit (calls)", "Leave empty for none.")}
        {input("rateSeconds", "Period (seconds)", "Default: 60")}
      </fieldset>
      <fieldset>
        <legend>Quota</legend>
        {input("quotaCalls", "Quota (calls)", "Leave empty for none.")}
        <Select label="Per" {...control("quotaRenewal")} options={["day", "week", "month", "lifetime"]} />
      </fieldset>
      <fieldset>
        <legend>Credits</legend>
        {input("cost", "Per lookup", "Default: 1")}
        {input("costOptions", "Per list", "Default: 0")}
        <Area
          label="Costs per API"
          {...control("costPerApi")}
          placeholder="auction 2"
          hint="One API per line: its ID and its credits."
        />
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
      <Fault message={problem?.message} />
      <Button type="submit" look="primary">
        Save policy
      </Button>
    </form>
  );
}
