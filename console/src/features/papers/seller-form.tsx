import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { bicRefusal, ibanRefusal, taxIdRefusal } from "../../base/party-faults.ts";
import { showToast } from "../../base/toast.ts";
import { type Typed, wholeFault, wholeNumber } from "../../base/typed-numbers.ts";
import { Button } from "../../parts/button.tsx";
import { CheckedField } from "../../parts/checked-field.tsx";
import { CountryField } from "../../parts/country-field.tsx";
import { Area } from "../../parts/field.tsx";
import { WholeField } from "../../parts/number-field.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import type { Seller } from "./paper-queries.ts";
import { linesOf, orNull } from "./paper-words.ts";

const fields = [
  { name: "name", label: t("Legal name"), required: true, maxLength: 200 },
  { name: "address", label: t("Address"), required: true },
  { name: "postal_code", label: t("Postal code"), maxLength: 20 },
  { name: "city", label: t("City"), required: true, maxLength: 100 },
  { name: "country", label: t("Country"), required: true },
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
] as const;

type Values = Record<(typeof fields)[number]["name"], string>;

/** Days to pay, before the seller has others. */
const usualDays = 14;
const daysMax = 365;

const valuesOf = (before: Seller | null): Values =>
  Object.fromEntries(
    fields.map(({ name }) => {
      const value = before?.[name] ?? "";
      return [name, Array.isArray(value) ? value.join("\n") : String(value)];
    }),
  ) as Values;

/** Why a value is refused, found before the form is sent. */
function refusalOf(name: keyof Values, text: string, { country }: Values): string | undefined {
  if (name === "iban") return ibanRefusal(text);
  if (name === "bic") return bicRefusal(text);
  return name === "tax_id" ? taxIdRefusal(text, country) : undefined;
}

/** What papers print of the seller; null before it is entered. */
export function SellerForm({ before }: { before: Seller | null }) {
  const queries = useQueryClient();
  const [values, setValues] = useState(valuesOf(before));
  const [typedDays, setDays] = useState<Typed>(before?.payment_days ?? usualDays);
  const days = wholeNumber(typedDays);
  const isFaulty = wholeFault(typedDays, 0, daysMax) !== undefined;
  const { problem, working, submit } = useForm(async () => {
    if (isFaulty || days === undefined) return;
    const { address, name, city, country, ...rest } = values;
    const texts = Object.fromEntries(Object.entries(rest).map(([key, text]) => [key, orNull(text)]));
    const body = {
      ...(texts as Record<keyof typeof rest, string | null>),
      name,
      city,
      address: linesOf(address),
      country,
      payment_days: days,
    };
    await dataOf(api.PUT("/papers/seller", { body }));
    await queries.invalidateQueries({ queryKey: ["papers"] });
    showToast(t("Seller saved"));
  });
  const placed = [...fields, { name: "payment_days" }].some(({ name }) => problem?.faultOf(name));
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
        if (name === "country") return <CountryField key={name} {...field} {...props} />;
        return (
          <CheckedField key={name} {...field} {...props} check={(text) => refusalOf(name, text, values)} />
        );
      })}
      <WholeField
        label={t("Days to pay")}
        required
        value={typedDays}
        most={daysMax}
        fault={problem?.faultOf("payment_days")}
        change={setDays}
      />
      <Fault message={placed ? undefined : problem?.message} />
      <Button permission="papers.change" type="submit" aria-disabled={working || undefined}>
        {working ? t("Saving") : t("Save seller")}
      </Button>
    </form>
  );
}
