import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { answerOf, api, type Product } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";
import { apis } from "../../api/queries.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Area, Field, Select } from "../../parts/field.tsx";
import { policyWords } from "../../parts/policy-words.ts";
import { formOf, type PolicyForm, policyOf } from "./policy-form.ts";
import { PolicyPreview } from "./policy-preview.tsx";

const field: Readonly<Partial<Record<keyof PolicyForm, { readonly label: string; readonly hint?: string }>>> =
  {
    rateCalls: { label: "Calls", hint: "Empty: no rate limit." },
    rateSeconds: { label: "in how many seconds", hint: "60 where it is empty." },
    quotaCalls: { label: "Calls in all", hint: "Empty: no quota." },
    cost: { label: "Credits of a lookup", hint: "1 where it is empty." },
    costOptions: { label: "Credits of a list of choices", hint: "0 where it is empty." },
    allow: { label: "Networks that may call", hint: "CIDRs; empty: all." },
    deny: { label: "Networks that may not", hint: "Such as 203.0.113.0/24." },
    origins: { label: "Sites whose scripts may call", hint: "Such as https://example.com." },
  };

/** A policy as fields, and in words what it will do as it is typed. */
export function PolicyEditor({ product }: { readonly product: Product }) {
  const queries = useQueryClient();
  const names = useQuery(apis).data?.items ?? [];
  const nameOf = (id: string) => names.find((one) => one.id === id)?.display_name ?? id;
  const [form, setForm] = useState(() => formOf(product.policy));
  const [fault, setFault] = useState("");
  const policy = policyOf(form, product.policy);
  const set = (name: keyof PolicyForm) => (event: { target: { value: string } }) =>
    setForm({ ...form, [name]: event.target.value });
  const input = (name: keyof PolicyForm) => (
    <Field
      label={field[name]?.label}
      hint={field[name]?.hint}
      value={form[name]}
      onChange={set(name)}
      autoComplete="off"
    />
  );
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setFault("");
    try {
      await answerOf(
        api.PUT("/products/{id}/policies/policy", { params: { path: { id: product.id } }, body: { policy } }),
      );
      await queries.invalidateQueries({ queryKey: ["products"] });
      showToast("The policy is saved");
    } catch (error) {
      setFault(asProblem(error).message);
    }
  };
  return (
    <form onSubmit={save} className="policy">
      <fieldset>
        <legend>Rate</legend>
        {input("rateCalls")}
        {input("rateSeconds")}
      </fieldset>
      <fieldset>
        <legend>Quota</legend>
        {input("quotaCalls")}
        <Select label="a" value={form.quotaRenewal} onChange={set("quotaRenewal")}>
          {["day", "week", "month", "lifetime"].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </fieldset>
      <fieldset>
        <legend>Credits</legend>
        {input("cost")}
        {input("costOptions")}
        <Area
          label="Other costs, one a line"
          value={form.costPerApi}
          placeholder="auction 2"
          hint="The API's id, then its credits."
          onChange={set("costPerApi")}
        />
        <Select label="What is not found" value={form.chargeOn} onChange={set("chargeOn")}>
          <option value="found">costs nothing</option>
          <option value="always">costs the same</option>
        </Select>
      </fieldset>
      <fieldset>
        <legend>Where from</legend>
        {input("allow")}
        {input("deny")}
        {input("origins")}
      </fieldset>
      <div className="policy-says" aria-live="polite">
        <h3>What it will do</h3>
        <ul className="words">
          {policyWords(policy, nameOf).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
      <PolicyPreview productId={product.id} policy={policy} saved={product.policy} />
      {fault && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      <Button type="submit" look="primary">
        Save policy
      </Button>
    </form>
  );
}
