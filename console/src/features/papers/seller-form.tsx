import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Area, Field } from "../../parts/field.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import type { Seller } from "./paper-queries.ts";
import { countryName, linesOf, orNull } from "./paper-words.ts";

const fields = [
  { name: "name", label: t("Legal name"), required: true, maxLength: 200 },
  { name: "address", label: t("Address"), required: true },
  { name: "postal_code", label: t("Postal code"), maxLength: 20 },
  { name: "city", label: t("City"), required: true, maxLength: 100 },
  { name: "country", label: t("Country"), required: true, maxLength: 2 },
  { name: "tax_id", label: t("VAT ID"), maxLength: 30 },
  {
    name: "registration",
    label: t("Registration"),
    maxLength: 200,
    hint: t("Register and number of the company."),
  },
  { name: "email", label: t("Email"), type: "email", maxLength: 254 },
  { name: "iban", label: t("IBAN"), maxLength: 42 },
  { name: "bic", label: t("BIC"), maxLength: 11 },
  { name: "bank_text", label: t("Text below the account"), maxLength: 500 },
  { name: "payment_days", label: t("Days to pay"), required: true, inputMode: "numeric" },
] as const;

type Values = Record<(typeof fields)[number]["name"], string>;

const valuesOf = (before: Seller | null): Values =>
  Object.fromEntries(
    fields.map(({ name }) => {
      const value = before?.[name] ?? (name === "payment_days" ? 14 : "");
      return [name, Array.isArray(value) ? value.join("\n") : String(value)];
    }),
  ) as Values;

/** What papers print of the seller; null before it is entered. */
export function SellerForm({ before }: { before: Seller | null }) {
  const queries = useQueryClient();
  const [values, setValues] = useState(valuesOf(before));
  const { problem, working, submit } = useForm(async () => {
    const { address, name, city, country, payment_days, ...rest } = values;
    const texts = Object.fromEntries(Object.entries(rest).map(([key, text]) => [key, orNull(text)]));
    const body = {
      ...(texts as Record<keyof typeof rest, string | null>),
      name,
      city,
      address: linesOf(address),
      country: country.trim().toUpperCase(),
      payment_days: Number(payment_days),
    };
    await dataOf(api.PUT("/papers/seller", { body }));
    await queries.invalidateQueries({ queryKey: ["papers"] });
    showToast(t("Seller saved"));
  });
  const placed = fields.some(({ name }) => problem?.faultOf(name));
  return (
    <form className="stackform" onSubmit={submit}>
      {fields.map(({ name, ...field }) => {
        const props = {
          dir: "auto",
          value: values[name],
          fault: problem?.faultOf(name),
          change: (value: string) => setValues({ ...values, [name]: value }),
        } as const;
        if (name === "address") return <Area key={name} {...field} {...props} rows={2} />;
        const hint = name === "country" && values.country.trim().length === 2;
        return (
          <Field
            key={name}
            {...field}
            {...props}
            {...(hint && { hint: countryName(values.country.trim()) })}
          />
        );
      })}
      <Fault message={placed ? undefined : problem?.message} />
      <Button permission="papers.change" type="submit" aria-disabled={working || undefined}>
        {working ? t("Saving") : t("Save seller")}
      </Button>
    </form>
  );
}
